import { describe, expect, test } from 'vitest'
import { along, at, detect, outline, secondMs } from '../../../../test/trips/short-track.ts'

const drive = along([0, 600], [0, 10_000])
/** Parked for ten minutes, then five kilometres in five minutes. */
const parked = along([0, 600], [0, 0])
const departure = along([630, 900], [500, 5_000])

describe('a stop', () => {
  test('begins at the first location that stood, once the device stayed for stopSeconds', () => {
    expect(outline([...drive, ...along([630, 900], [10_000, 10_000])])).toBe('trip 0-')
    expect(outline([...drive, ...along([630, 930], [10_000, 10_000])])).toBe('trip 0-630, stop 630-')
    expect(outline([...drive, ...along([630, 780], [10_000, 10_000])], { stopSeconds: 120 })).toBe(
      'trip 0-630, stop 630-',
    )
  })

  test('is interrupted by two locations farther away than stayMetres, or than their accuracy up to 200 m', () => {
    const visit = (metres: number, accuracyM: number | null, kmh = 0) => [
      ...drive,
      ...along([630, 750], [10_000, 10_000]),
      at(780, 10_000 + metres, { kmh, accuracyM }),
      at(810, 10_000 - metres, { kmh, accuracyM }),
      ...along([840, 960], [10_000, 10_000]),
    ]
    expect(outline(visit(79, null))).toBe('trip 0-630, stop 630-')
    expect(outline(visit(81, null))).toBe('trip 0-')
    expect(outline(visit(81, null), { stayMetres: 100 })).toBe('trip 0-630, stop 630-')
    expect(outline(visit(150, 160))).toBe('trip 0-630, stop 630-')
    expect(outline(visit(210, 220), { accuracyMetres: 500 })).toBe('trip 0-')
  })

  test('is interrupted by one location that reports movement, and not by an outlier', () => {
    const visit = (kmh: number, metres = 300) => [
      ...drive,
      ...along([630, 780], [10_000, 10_000]),
      at(810, 10_000 + metres, { kmh }),
      ...along([840, 960], [10_000, 10_000]),
    ]
    expect(outline(visit(0))).toBe('trip 0-630, stop 630-')
    expect(outline(visit(6))).toBe('trip 0-')
    // It is not decided at the outlier itself.
    const standing = along([630, 900], [10_000, 10_000])
    expect(outline([...drive, ...standing, at(930, 10_300, { kmh: 0 })])).toBe('trip 0-')
    // A silence that ended elsewhere is movement.
    const tunnel = [at(2_000, 13_000, { kmh: 0 }), at(2_100, 10_050, { kmh: 0 })]
    expect(outline([...drive, ...standing, ...tunnel])).toBe('trip 0-')
  })

  test('begins at the first of the locations elsewhere, if the device stays there', () => {
    const elsewhere = [
      ...drive,
      ...along([630, 780], [10_000, 10_000]),
      ...along([810, 1_110], [10_200, 10_200]),
    ]
    expect(outline(elsewhere)).toBe('trip 0-810, stop 810-')
  })

  test('begins at the last location before a silence of stopSeconds in which the device has hardly moved', () => {
    const garage = (seconds: number, metres: number) => [
      ...drive,
      ...along([600 + seconds, 1_500 + seconds], [10_000 + metres, 25_000 + metres]),
    ]
    expect(outline(garage(300, 240))).toBe('trip 0-600, stop 600-900, trip 900-')
    expect(outline(garage(299, 200))).toBe('trip 0-')
    // Faster than standingKmh.
    expect(outline(garage(300, 260))).toBe('trip 0-')
    expect(outline(garage(300, 260), { standingKmh: 4 })).toBe('trip 0-600, stop 600-900, trip 900-')
    expect(outline(garage(300, 240), { stopSeconds: 400 })).toBe('trip 0-')
    // The last location stood already.
    const standing = [...drive, at(630, 10_000, { kmh: 0 }), at(1_000, 10_200, { kmh: 0 })]
    expect(outline(standing)).toBe('trip 0-630, stop 630-')
  })

  test('does not begin while the device moves', () => {
    const creeping = [at(630, 10_010, { kmh: 12 }), at(660, 10_020, { kmh: 12 })]
    const standing = along([690, 990], [10_030, 10_030])
    expect(outline([...drive, ...creeping, ...standing])).toBe('trip 0-690, stop 690-')
  })

  test('begins after ignitionOffSeconds without ignition', () => {
    const off = (last: number) => [...drive, ...along([630, last], [10_000, 10_000], { ignition: false })]
    expect(outline(off(660))).toBe('trip 0-')
    expect(outline(off(690))).toBe('trip 0-630, stop 630-')
    expect(outline(off(690), { ignitionOffSeconds: 90 })).toBe('trip 0-')
    expect(outline(off(690), { detection: 'motion' })).toBe('trip 0-')
    // The ignition may be reported without coordinates.
    const standing = along([630, 690], [10_000, 10_000])
    expect(outline([...drive, at(615, null, { ignition: false }), ...standing])).toBe('trip 0-630, stop 630-')
    // Ignition that flickers.
    const flickers = off(690).map((one, index) =>
      index === drive.length + 1 ? { ...one, ignition: true } : one,
    )
    expect(outline(flickers)).toBe('trip 0-')
  })

  test('counts its metres as drift only', () => {
    const drift = [0, 40, -30, 50, 0].map((metres, index) => at(index * 60, metres, { kmh: 0 }))
    expect(detect(drift).found[0]).toMatchObject({ kind: 'stop', cm: 0, driftCm: 24_001, locations: 5 })
  })
})

describe('a trip', () => {
  test('begins at the last location at the stop', () => {
    expect(outline([...parked, ...departure])).toBe('stop 0-600, trip 600-')
    const slow = [
      ...parked,
      at(630, 60, { kmh: 5 }),
      at(660, 100, { kmh: 5 }),
      ...along([690, 900], [600, 5_000]),
    ]
    expect(outline(slow)).toBe('stop 0-630, trip 630-')
  })

  test('needs two consecutive locations beyond leaveMetres', () => {
    const once = [...parked, at(630, 140), at(700, 400)]
    expect(outline(once)).toBe('stop 0-')
    expect(outline([...once, at(760, 400)])).toBe('stop 0-600, trip 600-')
    expect(outline([...parked, at(630, 155), at(700, 400)])).toBe('stop 0-600, trip 600-')
    expect(outline([...parked, at(630, 155), at(700, 400)], { leaveMetres: 160 })).toBe('stop 0-')
  })

  test('needs a third of it with ignition and speed, and twice as much without ignition', () => {
    const leave = (metres: number, given: object) => [...parked, at(630, metres, given), at(700, 400, given)]
    expect(outline(leave(60, { ignition: true, kmh: 20 }))).toBe('stop 0-600, trip 600-')
    expect(outline(leave(60, { ignition: true, kmh: 5 }))).toBe('stop 0-')
    expect(outline(leave(49, { ignition: true, kmh: 20 }))).toBe('stop 0-')
    expect(outline(leave(200, { ignition: false, kmh: 20 }))).toBe('stop 0-')
    expect(outline(leave(310, { ignition: false, kmh: 20 }))).toBe('stop 0-600, trip 600-')
    expect(outline(leave(200, { ignition: false, kmh: 20 }), { detection: 'motion' })).toBe(
      'stop 0-600, trip 600-',
    )
  })

  test('has gone tripMetres in tripSeconds', () => {
    const short = [...parked, at(630, 200, { kmh: 20 }), at(660, 290, { kmh: 20 })]
    expect(outline(short)).toBe('stop 0-')
    expect(outline(short, { tripMetres: 290 })).toBe('stop 0-600, trip 600-')
    expect(outline(short, { tripMetres: 200, tripSeconds: 61 })).toBe('stop 0-')
  })

  test('needs three locations if all of them report that the device stands', () => {
    const away = (...kmh: number[]) => [
      ...parked,
      ...kmh.map((one, index) => at(660 + index * 60, 1_000 + index, { kmh: one })),
    ]
    expect(outline(away(0, 0))).toBe('stop 0-')
    expect(outline(away(0, 6))).toBe('stop 0-600, trip 600-')
    expect(outline(away(0, 0, 0))).toMatch(/^stop 0-600, trip 600-/)
    expect(outline([...away(0, 0), ...along([780, 1_200], [0, 0])])).toBe('stop 0-')
    expect(detect([...away(0, 0), ...along([780, 1_200], [0, 0])]).found[0]!.cm).toBe(0)
  })

  test('has gone where it is: a jump that two locations make is none', () => {
    const jump = (kmh: number) => [at(630, 9_000, { kmh }), at(660, 9_010, { kmh })]
    for (const kmh of [0, 20]) {
      const { found } = detect([...parked, ...jump(kmh), ...along([690, 1_200], [0, 0])])
      expect(found.map(({ kind }) => kind)).toEqual(['stop'])
      expect(found[0]!.cm).toBeLessThan(2_000)
    }
    // Once it moves on there, it does.
    const [stop, trip] = detect([...parked, ...jump(20), ...along([690, 900], [9_500, 13_000])]).found
    expect([stop!.kind, trip!.kind, trip!.from]).toEqual(['stop', 'trip', 600])
    expect(Math.round(trip!.cm / 100)).toBe(4_000)
  })

  test('has a top speed, without values that no device reaches', () => {
    const fast = [...drive, at(610, 10_100, { kmh: 90 }), at(620, 10_200, { kmh: 900 })]
    expect(detect(fast).found[0]).toMatchObject({ kind: 'trip', topSpeedTenthKmh: 900 })
  })

  test('sums its legs, each rounded once', () => {
    const { found } = detect(along([0, 600], [0, 10_000]), { odometerFactor: 1.1 })
    const cm = Array.from({ length: 20 }, () => Math.round((10_000 / 20) * 1.1 * 100))
    expect(Math.abs(found[0]!.cm - cm.reduce((a, b) => a + b))).toBeLessThan(1_200)
    expect(Number.isInteger(found[0]!.cm)).toBe(true)
  })
})

describe('a manoeuvre', () => {
  test('is part of the stop: its metres count, and the place moves', () => {
    const moved = [...parked, at(630, 180, { kmh: 8 }), ...along([660, 990], [200, 200])]
    const [stop, none] = detect(moved).found
    expect(none).toBeUndefined()
    expect(stop).toMatchObject({ kind: 'stop', from: 0, to: null, driftCm: 0 })
    expect(Math.round(stop!.cm / 100)).toBe(200)
    // From the new place, 240 m is not away.
    expect(outline([...moved, at(1_020, 240), at(1_050, 245), at(1_080, 240)])).toBe('stop 0-')
    expect(stop!.segment.to.longitudeE7).toBe(at(0, 200).longitudeE7)
  })

  test('that returns counts too, unless only one location was away', () => {
    const out = (...metres: number[]) =>
      detect([...parked, ...metres.map((one, index) => at(630 + index * 30, one))]).found[0]!
    expect(Math.round(out(160, 200, 0).cm / 100)).toBe(400)
    expect(out(100, 200, 0)).toMatchObject({ cm: 0 })
    expect(Math.round(out(100, 200, 0).driftCm / 100)).toBe(400)
    // Locations elsewhere must be consecutive.
    expect(out(200, 100, 200, 0)).toMatchObject({ cm: 0 })
  })

  test('that returns after a silence is bridged', () => {
    const [stop] = detect([...parked, at(630, 200), at(660, 250), at(2_000, 4_000), at(3_000, 0)], {
      tripMetres: 5_000,
    }).found
    expect(Math.round(stop!.cm / 100)).toBe(8_000)
    expect(Math.round(stop!.bridgedCm / 100)).toBe(7_750)
  })

  test('that returns is drift if no location reports movement', () => {
    const out = (kmh: number) =>
      detect([...parked, at(630, 160, { kmh: 0 }), at(660, 200, { kmh }), at(690, 0, { kmh: 0 })]).found[0]!
    expect(out(5)).toMatchObject({ cm: 0 })
    expect(Math.round(out(6).cm / 100)).toBe(400)
  })
})

describe('a silence', () => {
  test('that ends where it began is part of the stop', () => {
    expect(outline([...parked, at(20_000, 50), at(20_030, 40)])).toBe('stop 0-')
    // The last location before it still moved.
    expect(outline([...drive, at(20_000, 10_050)])).toBe('trip 0-600, stop 600-')
    expect(detect([...drive, at(20_000, 10_050)]).found[1]!.began.by).toBe('slept')
    // Neither is it a trip if a short one ends farther away than leaveMetres.
    const away = [at(700, 300), at(760, 310), at(820, 300), at(900, 305)]
    expect(outline([...parked, ...away], { gapSeconds: 60, stayMetres: 400 })).toBe('stop 0-')
  })

  test('is bridged if it is short and the speed believable', () => {
    const tunnel = [...drive, at(2_000, 30_000, { kmh: 50 }), at(2_030, 30_500, { kmh: 50 })]
    const [trip, none] = detect(tunnel).found
    expect(none).toBeUndefined()
    expect(Math.round(trip!.bridgedCm / 100_000)).toBe(20)
    expect(Math.abs(trip!.cm - 3_050_000)).toBeLessThan(5_000)
    expect(detect([...drive, at(1_500, 30_000)]).found[0]!.bridgedCm).toBe(0)
    expect(outline(tunnel, { bridgeSeconds: 1_400 })).toBe('trip 0-600, gap 600-2000, stop 2000-')
    expect(outline(tunnel, { gapSeconds: 1_400 })).toBe('trip 0-')
    expect(detect(tunnel, { gapSeconds: 1_400 }).found[0]!.bridgedCm).toBe(0)
  })

  test('begins a trip, if the device was parked before', () => {
    const woke = [...parked, at(2_000, 30_000, { kmh: 50 }), at(2_030, 30_500, { kmh: 50 })]
    expect(outline(woke)).toBe('stop 0-600, trip 600-')
    expect(Math.round(detect(woke).found[1]!.bridgedCm / 100_000)).toBe(30)
  })

  test('is a gap otherwise, with its straight distance', () => {
    const slow = [...drive, at(4_000, 11_000, { kmh: 50 }), at(4_030, 11_500, { kmh: 50 })]
    const { found } = detect([...slow, at(4_090, 12_000, { kmh: 50 })])
    expect(found.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ['trip', 0, 600],
      ['gap', 600, 4_000],
      ['trip', 4_000, null],
    ])
    expect(Math.round(found[1]!.cm / 100)).toBe(1_000)
    expect(found[1]!.bridgedCm).toBe(found[1]!.cm)
    expect(outline([...parked, at(8_000, 30_000)])).toBe('stop 0-600, gap 600-8000, stop 8000-')
  })
})

describe('reasons', () => {
  test('name the deciding instant and the thresholds', () => {
    const { found } = detect([...parked, ...departure, ...along([930, 1_230], [5_000, 5_000])])
    expect(found.map(({ began }) => began)).toEqual([
      { by: 'first', decidedAtMs: secondMs(0), metres: 0, seconds: 0 },
      { by: 'moved', decidedAtMs: secondMs(660), metres: 150, seconds: 60 },
      { by: 'stayed', decidedAtMs: secondMs(1_230), metres: 80, seconds: 300 },
    ])
    expect(found[0]!.segment.ended).toEqual(found[1]!.began)
    const off = detect([...drive, ...along([630, 690], [10_000, 10_000], { ignition: false })]).found[1]!
    expect(off.began).toEqual({ by: 'ignitionOff', decidedAtMs: secondMs(690), metres: 80, seconds: 60 })
    const gap = detect([...parked, at(8_000, 30_000)]).found
    expect(gap.map(({ began }) => began.by)).toEqual(['first', 'silence', 'reported'])
  })
})

describe('detection by ignition', () => {
  const byIgnition = { detection: 'ignition' } as const
  const on = (from: number, to: number) => along([from, to], [0, 0], { ignition: true })
  const off = (from: number, to: number) => along([from, to], [0, 0], { ignition: false })

  test('is a trip from on to off, whether the device moves or not', () => {
    expect(outline([...off(0, 60), ...on(90, 300), ...off(330, 600)], byIgnition)).toBe(
      'stop 0-90, trip 90-330, stop 330-',
    )
    expect(outline([...parked, ...departure], byIgnition)).toBe('stop 0-')
  })

  test('has a gap where the device was moved in silence', () => {
    const moved = [...off(0, 60), at(2_000, 30_000, { ignition: false })]
    expect(outline(moved, byIgnition)).toBe('stop 0-60, gap 60-2000, stop 2000-')
  })

  test('ignores short changes', () => {
    expect(outline([...off(0, 60), ...on(90, 120), ...off(150, 600)], byIgnition)).toBe('stop 0-')
    expect(outline([...on(0, 300), ...off(330, 360), ...on(390, 600)], byIgnition)).toBe('trip 0-')
  })
})
