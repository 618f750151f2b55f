import { describe, expect, test } from 'vitest'
import { along, at, detect } from '../../../../test/trips/short-track.ts'

describe('usable coordinates', () => {
  const counts = (...args: Parameters<typeof detect>) => {
    const { found, counts } = detect(...args)
    return { ...counts[0], used: found.reduce((sum, one) => sum + one.locations, 0) }
  }

  test('are present and accurate', () => {
    const rows = [at(0, 0), at(30, null), at(60, 0, { accuracyM: 201 }), at(90, 0, { accuracyM: 200 })]
    expect(counts(rows)).toMatchObject({ locations: 4, coordinates: 1, accuracy: 1, used: 2 })
    expect(counts(rows, { accuracyMetres: 250 })).toMatchObject({ accuracy: 0, used: 3 })
  })

  test('are not dated more than five minutes after their reception', () => {
    const ahead = (seconds: number) => at(60, 5_000, { receivedAtMs: at(60 - seconds, 0).fixedAtMs })
    expect(counts([at(0, 0), ahead(301), at(90, 0)])).toMatchObject({ locations: 2, ahead: 1, used: 2 })
    expect(counts([at(0, 0), ahead(300), at(90, 0)])).toMatchObject({ locations: 3, ahead: 0 })
    // At the end it is read again with what follows.
    expect(counts([at(0, 0), ahead(301)])).toMatchObject({ locations: 1, ahead: 0 })
  })

  test('are no jump', () => {
    const jump = [at(0, 0), at(30, 3_000), at(60, 10), at(90, 20)]
    expect(counts(jump)).toMatchObject({ jump: 1, used: 3 })
    expect(counts(jump, { maxKmh: 400 })).toMatchObject({ jump: 0, used: 4 })
  })

  test('are no jump if the next location is near, and not back where the device was', () => {
    expect(counts([at(0, 0), at(30, 3_000), at(60, 3_100)])).toMatchObject({ jump: 0, used: 3 })
    // An hour later any place is within reach.
    expect(counts([at(0, 0), at(30, 50_000), at(3_600, 10)])).toMatchObject({ jump: 1, used: 2 })
    expect(counts([at(0, 0), at(30, 20_000), at(60, 45_000), at(90, 10)])).toMatchObject({ jump: 2, used: 2 })
    // The one after a jump may be a jump itself.
    expect(counts([at(0, 0), at(30, 9_000), at(60, -9_000), at(90, 10)])).toMatchObject({ jump: 2, used: 2 })
  })

  test('that agree after a jump do not count its distance', () => {
    const moved = detect([at(0, 0), at(30, 90_000), at(60, 90_010), at(120, 90_400)]).found
    expect(moved.map(({ kind }) => kind)).toEqual(['trip'])
    expect(Math.round(moved[0]!.cm / 100)).toBe(400)
    expect(Math.round(moved[0]!.driftCm / 100_000)).toBe(90)
  })

  test('of one instant are those of the first row that has any, united with the rest', () => {
    const one = at(30, null, { fingerprint: 1, ignition: true, receivedAtMs: at(31, 0).fixedAtMs })
    const two = at(30, 100, { fingerprint: 2, kmh: 50, accuracyM: 7 })
    const three = at(30, 900, { fingerprint: 3, mileageCm: 5, kmh: 70, ignition: false, accuracyM: 9 })
    const { state, counts } = detect([at(0, 0), one, two, three])
    expect(counts[0]).toMatchObject({ locations: 2 })
    expect(state.fix).toMatchObject({ speedTenthKmh: 500, accuracyM: 7, mileageCm: 5, ignition: true })
    expect(state.fix!.point.longitudeE7).toBe(two.longitudeE7)
  })
})

describe('engine time', () => {
  const engine = (...args: Parameters<typeof detect>) => detect(...args).found.map((one) => one.engineSeconds)

  test('is unknown without a report, and zero with the engine off', () => {
    expect(engine(along([0, 300], [0, 0]))).toEqual([null])
    expect(engine(along([0, 300], [0, 0], { ignition: false }))).toEqual([0])
  })

  test('runs from a location with the engine on to the next, also without coordinates', () => {
    const rows = [at(0, 0, { ignition: true }), at(100, null, { ignition: false }), at(200, 0), at(300, 0)]
    expect(engine(rows)).toEqual([100])
    expect(engine([at(0, 0, { ignition: true }), at(100, 0), at(200, 0)])).toEqual([200])
  })

  test('never counts a silence', () => {
    const rows = [at(0, 0, { ignition: true }), at(901, 0), at(930, 0, { ignition: true }), at(960, 0)]
    expect(engine(rows)).toEqual([30])
    expect(engine(rows, { gapSeconds: 901 })).toEqual([960])
  })

  test('follows voltage or movement if the settings name them', () => {
    const volts = [13.1, 13.2, 24, 26.4, 26].map((powerVolts, index) => at(index * 100, 0, { powerVolts }))
    expect(engine(volts, { engine: 'voltage' })).toEqual([200])
    const speeds = [at(0, 0, { kmh: 5 }), at(100, 10, { kmh: 6 }), at(200, 20, { moving: true }), at(250, 20)]
    expect(engine(speeds, { engine: 'movement' })).toEqual([150])
    const flag = [
      at(0, 0, { kmh: 5 }),
      at(100, 10, { moving: true }),
      at(150, 20, { moving: false }),
      at(250, 20),
    ]
    expect(engine(flag, { engine: 'movement' })).toEqual([50])
  })

  test('follows the counter of the device, whatever its steps', () => {
    const rows = [0, 0, 0, 360, 360, 720].map((engineSeconds, index) => at(index * 180, 0, { engineSeconds }))
    expect(engine(rows, { engine: 'counter' })).toEqual([360 + 360])
    const reset = [
      at(0, 0, { engineSeconds: 900 }),
      at(60, 0, { engineSeconds: 0 }),
      at(90, 0, { engineSeconds: 30 }),
    ]
    expect(engine(reset, { engine: 'counter' })).toEqual([30])
    const tooFast = [at(0, 0, { engineSeconds: 0 }), at(60, 0, { engineSeconds: 61 })]
    expect(engine(tooFast, { engine: 'counter' })).toEqual([null])
  })
})

describe('idling', () => {
  const idle = (...args: Parameters<typeof detect>) => {
    return detect(...args).found.map(({ idleSeconds, idlings }) => [idleSeconds, idlings])
  }
  const on = { ignition: true }

  test('is engine on and standing, in a stop and in a trip', () => {
    expect(idle(along([0, 300], [0, 0], on))).toEqual([[300, 1]])
    expect(idle(along([0, 300], [0, 0], { ignition: false }))).toEqual([[0, 0]])
    const lights = [...along([0, 300], [0, 3_000], on), ...along([330, 450], [3_000, 3_000], on)]
    expect(idle([...lights, ...along([480, 780], [3_200, 6_200], on)])).toEqual([[150, 0]])
  })

  test('of idleSeconds or more is counted, once', () => {
    expect(idle(along([0, 150], [0, 0], on))).toEqual([[150, 0]])
    expect(idle(along([0, 180], [0, 0], on))).toEqual([[180, 1]])
    expect(idle(along([0, 180], [0, 0], on), { idleSeconds: 181 })).toEqual([[180, 0]])
    const twice = [
      ...along([0, 210], [0, 0], on),
      at(240, 0, { ignition: false }),
      ...along([270, 500], [0, 0], on),
    ]
    expect(idle(twice)[0]![1]).toBe(2)
  })

  test('is standing by reported speed, even if the position drifts', () => {
    const drift = (kmh: number) =>
      [0, 60, 0, 60].map((metres, index) => at(index * 30, metres, { ...on, kmh }))
    expect(idle(drift(0))).toEqual([[90, 0]])
    expect(idle(drift(4))).toEqual([[0, 0]])
    const jam = [0, 100, 200, 300].map((metres, index) => at(index * 30, metres, { ...on, kmh: 0 }))
    expect(idle(jam).at(-1)).toEqual([0, 0])
  })

  test('is never counted over a silence', () => {
    expect(idle([at(0, 0, on), at(1_000, 0, on)])).toEqual([[0, 0]])
  })
})

describe('the odometer of the device', () => {
  const drive = (km: number[]) =>
    km.map((one, index) => at(index * 60, index * 1_000, { mileageCm: Math.round(one * 100_000), kmh: 60 }))

  test('is summed leg by leg, beside the computed distance', () => {
    const [trip] = detect(drive([10, 11.1, 12.2, 13.3])).found
    expect(trip).toMatchObject({ kind: 'trip', deviceCm: 330_000, odometerBreaks: 0 })
    expect(Math.abs(trip!.cm - 300_000)).toBeLessThan(300)
    expect(detect(along([0, 300], [0, 3_000])).found[0]!.deviceCm).toBeNull()
  })

  test('replaces it if the settings say so; a leg that fails is computed and counted as a break', () => {
    expect(detect(drive([10, 11.1, 12.2]), { odometer: 'device' }).found[0]!.cm).toBe(220_000)
    const reset = detect(drive([10, 11.1, 0, 1.1]), { odometer: 'device' }).found[0]!
    expect(reset).toMatchObject({ deviceCm: 220_000, odometerBreaks: 1 })
    expect(Math.abs(reset.cm - 320_000)).toBeLessThan(200)
    expect(detect(drive([10, 15, 16]), { odometer: 'device' }).found[0]!.odometerBreaks).toBe(1)
  })

  test('counts within a stop, where computed metres are drift', () => {
    const yard = [0, 50, 0].map((metres, index) => at(index * 60, metres, { mileageCm: index * 5_000 }))
    expect(detect(yard, { odometer: 'device' }).found[0]).toMatchObject({
      kind: 'stop',
      cm: 10_000,
      driftCm: 0,
    })
    expect(detect(yard).found[0]).toMatchObject({ cm: 0, driftCm: 10_000 })
    // Also if the device seemed to depart.
    const wide = [0, 100, 0].map((metres, index) => at(index * 60, metres, { mileageCm: index * 5_000 }))
    expect(detect(wide, { odometer: 'device' }).found[0]).toMatchObject({ cm: 10_000, driftCm: 0 })
  })
})
