import { describe, expect, test } from 'vitest'
import { along, at, detect, secondMs } from '../../../../test/trips/short-track.ts'
import { createLocalDays, secondsWithin } from './local-days.ts'
import { encodeState, hasPending } from './state.ts'

describe('local days', () => {
  test.each([
    ['Europe/Madrid', '2026-03-29T10:00:00Z', '2026-03-29', 23],
    ['Europe/Madrid', '2026-10-25T10:00:00Z', '2026-10-25', 25],
    ['America/Sao_Paulo', '2017-10-15T12:00:00Z', '2017-10-15', 23],
    ['America/Sao_Paulo', '2018-02-17T12:00:00Z', '2018-02-17', 25],
    ['America/Sao_Paulo', '2026-10-18T12:00:00Z', '2026-10-18', 24],
    ['Australia/Lord_Howe', '2026-04-04T20:00:00Z', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-03T20:00:00Z', '2026-10-04', 23.5],
    ['Asia/Kathmandu', '2026-06-15T18:14:59Z', '2026-06-15', 24],
    ['Asia/Kathmandu', '2026-06-15T18:15:00Z', '2026-06-16', 24],
    // 30 December 2011 does not exist there.
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29', 24],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31', 24],
    // At one minute past midnight the clock was set back to the date before.
    ['America/St_Johns', '2006-10-29T02:30:30Z', '2006-10-29', 25],
    ['America/St_Johns', '2006-10-29T03:00:00Z', '2006-10-29', 25],
  ])('in %s, %s is in %s of %d hours', (zone, instant, day, hours) => {
    const found = createLocalDays(zone).at(Date.parse(instant))
    expect([found.day, (found.endMs - found.startMs) / 3_600_000]).toEqual([day, hours])
  })

  test.each([
    ['Pacific/Apia', '2011-09-01'],
    ['Australia/Lord_Howe', '2026-03-01'],
    ['America/St_Johns', '2006-03-01'],
    ['America/Sao_Paulo', '2017-09-01'],
    ['Africa/Casablanca', '2026-01-01'],
  ])('in %s follow each other, whatever was asked before', (zone, start) => {
    const days = createLocalDays(zone)
    let day = days.at(Date.parse(start))
    for (let n = 0; n < 250; n += 1) {
      const next = days.at(day.endMs)
      expect([next.startMs, days.at(next.endMs - 1).day, next.day > day.day]).toEqual([
        day.endMs,
        next.day,
        true,
      ])
      day = next
    }
  })

  test('contain the seconds of an interval, by the whole second', () => {
    const day = createLocalDays('UTC').at(secondMs(0))
    expect(secondsWithin(day, day.startMs - 5_000, day.startMs + 1_999)).toBe(1)
    expect(secondsWithin(day, day.startMs + 1_999, day.startMs + 3_000)).toBe(2)
    expect(secondsWithin(day, day.endMs, day.endMs + 1)).toBe(0)
    expect(secondsWithin(day, day.startMs - 2_000, day.startMs - 1_000)).toBe(0)
  })
})

describe('a segment over midnight', () => {
  // Midnight in Kathmandu is at 18:15 UTC, 36,900 s after the start.
  const midnight = 36_900
  const rows = along([midnight - 570, midnight + 630], [0, 12_000], { ignition: true }, 60)
  const over = detect(rows, {}, 'Asia/Kathmandu')

  test('is one trip with sums in two days, the leg over midnight divided by time', () => {
    expect(over.found.map(({ kind }) => kind)).toEqual(['trip'])
    const [one, two] = over.segmentDays
    expect([one!.day, two!.day]).toEqual(['2026-06-15', '2026-06-16'])
    expect(Math.abs(one!.cm - 570_000)).toBeLessThan(100)
    expect(Math.abs(two!.cm - 630_000)).toBeLessThan(100)
    expect([one!.engineSeconds, two!.engineSeconds]).toEqual([570, 630])
    expect([one!.locations, two!.locations]).toEqual([10, 11])
  })

  test('leaves an opening: the state before the first location of the day', () => {
    expect(over.openings.map(({ day }) => day)).toEqual(['2026-06-15', '2026-06-16'])
    const before = detect(
      rows.filter((row) => row.fixedAtMs < secondMs(midnight)),
      {},
      'Asia/Kathmandu',
    )
    // The counts of the day before are complete by then.
    expect(over.openings[1]!.state).toBe(encodeState({ ...before.state, counts: [] }))
    expect(over.openings[1]!.state.length).toBeLessThan(300)
  })

  test('that is silent for days gives distance to its first and last day only', () => {
    const { segmentDays } = detect([at(0, 0), at(16 * 3_600 + 3 * 86_400, 80_000)])
    const gap = segmentDays.filter(({ bridgedCm }) => bridgedCm > 0)
    expect(gap.map(({ day }) => day)).toEqual(['2026-06-15', '2026-06-19'])
    expect(gap[0]!.cm + gap[1]!.cm).toBe(8_000_000)
    expect(Math.round(gap[0]!.cm / 100)).toBe(Math.round((80_000 * 16) / 88))
  })
})

test('a jump is counted in its own day, also if the next location is of another', () => {
  const midnight = 57_600
  const { counts } = detect([at(midnight - 60, 0), at(midnight - 30, 20_000), at(midnight + 30, 10)])
  expect(counts.map(({ day, locations, jump }) => [day, locations, jump])).toEqual([
    ['2026-06-15', 2, 1],
    ['2026-06-16', 1, 0],
  ])
})

test('a decision is pending while a halt, a departure or a jump is not certain', () => {
  const parked = along([0, 600], [0, 0])
  const drive = along([0, 600], [0, 10_000])
  const isPending = (rows: ReturnType<typeof at>[]) => hasPending(detect(rows).state)
  expect(isPending(parked)).toBe(false)
  expect(isPending([...parked, at(630, 200)])).toBe(true)
  expect(isPending([...parked, at(630, 200, { kmh: 20 })])).toBe(true)
  expect(isPending([...parked, at(630, 20_000), at(660, 20)])).toBe(false)
  expect(isPending([...parked, at(630, 20_000)])).toBe(true)
  expect(isPending(drive)).toBe(false)
  expect(isPending([...drive, at(630, 10_000, { kmh: 0 })])).toBe(true)
  expect(isPending([...drive, ...along([630, 930], [10_000, 10_000])])).toBe(false)
})
