import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { blocksOf, delivery } from '../../../../test/trips/deliveries.ts'
import { madeMarks, markedSpans, marksOf, placeMarks } from '../../../../test/trips/marks.ts'
import { readNaively } from '../../../../test/trips/naive-track.ts'
import { along, detect, outline, secondMs } from '../../../../test/trips/short-track.ts'
import { createTrackStore, sorted } from '../../../../test/trips/track-store.ts'
import { madeTrack } from '../../../../test/trips/tracks.ts'
import { advance, openSegmentOf } from './advance.ts'
import { newDetected } from './detected.ts'
import type { SegmentDay } from './detection.types.ts'
import { createLocalDays } from './local-days.ts'
import type { TrackMarks } from './marks.ts'
import { affectedFromMs, hasMark, noMarks } from './marks.ts'
import { defaultSettings, thresholdsOf } from './settings.ts'
import { decodeState, encodeState, newState } from './state.ts'
import { totalsOf } from './sums.ts'

/** Of the full lane, on a busy machine. */
const timeout = 1_800_000

const cut = (...seconds: number[]): TrackMarks => ({ cutsAtMs: seconds.map(secondMs), joinsAtMs: [] })
const join = (...seconds: number[]): TrackMarks => ({ cutsAtMs: [], joinsAtMs: seconds.map(secondMs) })

/** Two drives of ten minutes and ten kilometres, with ten minutes between them. */
const drive = along([0, 600], [0, 10_000])
const pause = along([630, 1_200], [10_000, 10_000])
const again = along([1_230, 1_800], [10_500, 20_000])
const there = along([1_830, 2_400], [20_000, 20_000])
const errand = [...drive, ...pause, ...again, ...there]

test('a list of instants is searched from one, inclusive, to another', () => {
  const list = [10, 20, 20, 30]
  const found = (from: number, until: number) => hasMark(list, from, until)
  expect([found(0, 10), found(0, 11), found(10, 11), found(11, 20), found(21, 30), found(21, 31)]).toEqual([
    false,
    true,
    true,
    false,
    false,
    true,
  ])
  expect(hasMark([], 0, 100)).toBe(false)
})

describe('a cut', () => {
  test('ends the trip at the first location at or after it, and begins another', () => {
    expect(outline(errand)).toBe('trip 0-630, stop 630-1200, trip 1200-1830, stop 1830-')
    expect(outline(errand, {}, cut(300))).toBe(
      'trip 0-300, trip 300-630, stop 630-1200, trip 1200-1830, stop 1830-',
    )
    expect(outline(errand, {}, cut(271))).toBe(
      'trip 0-300, trip 300-630, stop 630-1200, trip 1200-1830, stop 1830-',
    )
    expect(outline(drive, {}, cut(300, 310, 420))).toBe('trip 0-300, trip 300-330, trip 330-420, trip 420-')
  })

  test('is given as the reason of the end and of the beginning', () => {
    const [first, second] = detect(drive, {}, 'UTC', cut(300)).found
    const reason = { by: 'cut', decidedAtMs: secondMs(300), metres: 0, seconds: 0 }
    expect([first!.segment.ended, second!.began]).toEqual([reason, reason])
    expect(second!.segment.from).toEqual(first!.segment.to)
  })

  test('divides the distance at that location', () => {
    const [whole] = detect(drive).found
    const parts = detect(drive, {}, 'UTC', cut(300)).found
    expect(parts.map(({ cm }) => Math.round(cm / 100_000))).toEqual([5, 5])
    expect(parts[0]!.cm + parts[1]!.cm).toBe(whole!.cm)
    expect(parts.map(({ locations }) => locations)).toEqual([11, 10])
  })

  test('has no effect on a stop, on the ends of a trip, and before the first location', () => {
    for (const seconds of [-60, 0, 615, 630, 631, 700, 930, 1_199, 1_200, 1_830, 2_000]) {
      expect([seconds, outline(errand, {}, cut(seconds))]).toEqual([seconds, outline(errand)])
    }
  })

  test('while the device stands counts if no stop follows', () => {
    const lights = [
      ...drive,
      ...along([630, 780], [10_000, 10_000]),
      ...along([810, 1_200], [10_500, 17_000]),
    ]
    expect(outline(lights, {}, cut(700))).toBe('trip 0-720, trip 720-')
    // It is not certain yet.
    const standing = [...drive, ...along([630, 780], [10_000, 10_000])]
    expect(outline(standing, {}, cut(700))).toBe('trip 0-')
  })

  test('before a move is certain to be a trip counts once it is', () => {
    const parked = along([0, 600], [0, 0])
    const slow = along([630, 990], [30, 390], { kmh: 6 })
    expect(outline([...parked, ...slow])).toBe('stop 0-660, trip 660-')
    expect(outline([...parked, ...slow], {}, cut(720))).toBe('stop 0-660, trip 660-720, trip 720-')
    expect(outline([...parked, ...slow.slice(0, 5)], {}, cut(720))).toBe('stop 0-')
    const back = [...parked, ...along([630, 720], [60, 240], { kmh: 6 }), ...along([750, 1_200], [0, 0])]
    expect(outline(back, {}, cut(660))).toBe('stop 0-')
    expect(detect(back, {}, 'UTC', cut(660)).found).toEqual(detect(back).found)
  })

  test('counts with detection by ignition too', () => {
    const on = { ignition: true }
    const rows = [
      ...along([0, 600], [0, 10_000], on),
      ...along([630, 900], [10_000, 10_000], { ignition: false }),
    ]
    const by = { detection: 'ignition' } as const
    expect(outline(rows, by, cut(300, 700))).toBe('trip 0-300, trip 300-630, stop 630-')
  })
})

describe('a join', () => {
  const joined = 'trip 0-1830, stop 1830-'

  test('makes the stop that covers it, and both trips, one trip', () => {
    for (const seconds of [630, 700, 930, 1_199]) {
      expect([seconds, outline(errand, {}, join(seconds))]).toEqual([seconds, joined])
    }
    for (const seconds of [0, 629, 1_200, 1_500]) {
      expect([seconds, outline(errand, {}, join(seconds))]).toEqual([seconds, outline(errand)])
    }
  })

  test('adds up what was counted', () => {
    const apart = detect(errand).found
    const [trip] = detect(errand, {}, 'UTC', join(900)).found
    expect(trip!.cm).toBe(apart[0]!.cm + apart[1]!.cm + apart[2]!.cm)
    expect(trip!.driftCm).toBe(apart[0]!.driftCm + apart[1]!.driftCm + apart[2]!.driftCm)
    expect(trip!.locations).toBe(apart[0]!.locations + apart[1]!.locations + apart[2]!.locations)
    expect(trip!.segment).toMatchObject({ began: apart[0]!.segment.began, ended: apart[2]!.segment.ended })
  })

  test('joins any number of trips', () => {
    const third = [
      ...errand,
      ...along([2_430, 3_000], [20_500, 30_000]),
      ...along([3_030, 3_600], [30_000, 30_000]),
    ]
    expect(outline(third, {}, join(900, 2_000))).toBe('trip 0-3030, stop 3030-')
    expect(outline(third, {}, join(2_000))).toBe('trip 0-630, stop 630-1200, trip 1200-3030, stop 3030-')
  })

  test('has no effect without a trip on both sides', () => {
    const parked = along([0, 600], [0, 0])
    const departure = along([630, 900], [500, 5_000])
    expect(outline([...parked, ...departure], {}, join(300))).toBe('stop 0-600, trip 600-')
    const gap = [...drive, ...pause, ...along([20_000, 20_600], [90_000, 90_000])]
    expect(outline(gap, {}, join(900))).toBe('trip 0-630, stop 630-1200, gap 1200-20000, stop 20000-')
  })

  test('has no effect on a stop that began more than 24 hours before', () => {
    const night = along([630, 630 + 30 * 3_600], [10_000, 10_000], {}, 600)
    const lastSeconds = 630 + 30 * 3_600
    const next = along([lastSeconds + 30, lastSeconds + 600], [10_500, 20_000])
    const rows = [...drive, ...night, ...next]
    expect(outline(rows, {}, join(630 + 24 * 3_600 - 1))).toBe('trip 0-')
    expect(outline(rows, {}, join(630 + 24 * 3_600))).toBe(outline(rows))
  })

  test('shows the open stop as part of the trip', () => {
    expect(outline([...drive, ...pause])).toBe('trip 0-630, stop 630-')
    expect(outline([...drive, ...pause], {}, join(900))).toBe('trip 0-')
    // The device left before the mark.
    expect(outline(errand, {}, join(1_210))).toBe(outline(errand))
  })

  test('keeps cuts of both trips', () => {
    const both = { ...join(900), cutsAtMs: [secondMs(300), secondMs(1_500)] }
    expect(outline(errand, {}, both)).toBe('trip 0-300, trip 300-1500, trip 1500-1830, stop 1830-')
  })
})

/** By day, over all segments. */
function dailyTotals(parts: SegmentDay[]): Record<string, unknown> {
  const byDay = Map.groupBy(parts, ({ day }) => day)
  const days = [...byDay.keys()].sort()
  return Object.fromEntries(days.map((day) => [day, totalsOf(byDay.get(day)!)]))
}

test('marks only cut and join what is found without them', { timeout }, () => {
  const counted = { cut: 0, joined: 0 }
  fc.assert(
    fc.property(madeTrack({ phases: [1, 9], nights: true }), madeMarks, ({ rows, settings, zone }, made) => {
      const thresholds = thresholdsOf(settings)
      const run = (marks: TrackMarks, until = rows.length) => {
        const state = newState()
        const out = newDetected()
        const days = createLocalDays(zone)
        advance(state, rows.slice(0, until), { days, thresholdsAt: () => thresholds, marks }, out)
        const open = openSegmentOf(state, thresholds)
        const segments = [...out.segments, ...(open ? [open.segment] : [])]
        return {
          spans: segments.map(({ kind, beganAtMs, endedAtMs }) => ({ kind, beganAtMs, endedAtMs })),
          totals: dailyTotals([...out.segmentDays, ...(open?.segmentDays ?? [])]),
          haltedAtMs: state.segment?.kind === 'trip' ? (state.halt?.atMs ?? null) : null,
          isDriving: state.segment?.kind === 'trip' && state.halt === null,
        }
      }
      const marks = marksOf(placeMarks(made, rows))
      const plain = run(noMarks)
      const marked = run(marks)
      const fixesAtMs = readNaively(rows, () => settings, zone).fixes.map(({ fixedAtMs }) => fixedAtMs)
      // A cut and a join at the beginning of one stop contradict each other.
      const isCut = new Set(marks.cutsAtMs.map((cut) => fixesAtMs.find((atMs) => atMs >= cut)))
      fc.pre(!plain.spans.some(({ kind, beganAtMs }) => kind === 'stop' && isCut.has(beganAtMs)))
      const { haltedAtMs } = plain
      // Only a later location shows that the device stopped there: until then a cut at it was certain.
      const rowsUntilHalt = rows.findLastIndex(({ fixedAtMs }) => fixedAtMs === haltedAtMs) + 1
      const isCutBefore =
        haltedAtMs !== null && isCut.has(haltedAtMs) && run(noMarks, rowsUntilHalt).isDriving
      const limitMs = isCutBefore ? haltedAtMs + 1 : haltedAtMs
      const expected = markedSpans(structuredClone(plain.spans), fixesAtMs, marks, limitMs)
      expect(marked.spans).toEqual(expected)
      expect(marked.totals).toEqual(plain.totals)
      if (marked.spans.length > plain.spans.length) counted.cut += 1
      if (marked.spans.length < plain.spans.length) counted.joined += 1
    }),
    { numRuns: isFullLane ? 10_000 : 300, seed: laneSeed },
  )
  // Otherwise the test would prove little.
  expect(counted.cut).toBeGreaterThan(20)
  expect(counted.joined).toBeGreaterThan(20)
})

test('a join at the last location of a day counts for the stop that is found the day after', () => {
  const thresholds = thresholdsOf(defaultSettings)
  const context = { days: createLocalDays('UTC'), thresholdsAt: () => thresholds }
  const midnight = 16 * 3_600
  const evening = along([midnight - 660, midnight - 60], [0, 10_000])
  const morning = along([midnight + 28_800, midnight + 29_400], [10_050, 20_000])
  const rows = [...evening, ...morning, ...along([midnight + 29_430, midnight + 30_000], [20_000, 20_000])]
  const marks = join(midnight - 60)
  const store = createTrackStore(context)
  store.deliver(rows)
  const [markAtMs] = marks.joinsAtMs
  store.mark(marks, affectedFromMs('join', markAtMs!), markAtMs!)
  const state = newState()
  const out = newDetected()
  advance(state, rows, { ...context, marks }, out)
  expect(out.segments.map(({ kind }) => kind)).toEqual(['trip'])
  expect(store.result()).toEqual({ ...sorted(out), state: encodeState(state) })
})

test('late rows and marks set at any time lead to the result of one pass', { timeout }, () => {
  const counted = { partial: 0, marked: 0 }
  fc.assert(
    fc.property(
      madeTrack({ phases: [1, 12], nights: true }),
      madeMarks,
      delivery,
      ({ rows, settings, zone }, made, order) => {
        const thresholds = thresholdsOf(settings)
        const context = { days: createLocalDays(zone), thresholdsAt: () => thresholds }
        const placed = placeMarks(made, rows)
        const store = createTrackStore(context)
        const blocks = blocksOf(rows, order)
        let current = placed.filter((_, index) => index % 3 === 2)
        store.mark(marksOf(current), Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)
        for (const [index, block] of blocks.entries()) {
          store.deliver(block)
          // One is added, or removed, every few blocks.
          const mark = placed[Math.floor(index / 3)]
          if (index % 3 !== 0 || !mark) continue
          const isSet = current.includes(mark)
          current = isSet ? current.filter((one) => one !== mark) : [...current, mark]
          store.mark(marksOf(current), affectedFromMs(mark.kind, mark.atMs), mark.atMs)
          counted.marked += 1
        }
        counted.partial += store.recomputations.filter(({ isPartial }) => isPartial).length

        const state = newState()
        const out = newDetected()
        advance(state, rows, { ...context, marks: marksOf(current) }, out)
        expect(store.result()).toEqual({ ...sorted(out), state: encodeState(state) })
        expect(encodeState(decodeState(encodeState(state)))).toBe(encodeState(state))
      },
    ),
    { numRuns: isFullLane ? 10_000 : 200, seed: laneSeed },
  )
  expect(counted.marked).toBeGreaterThan(200)
  expect(counted.partial).toBeGreaterThan(50)
})
