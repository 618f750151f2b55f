import { expect, test } from 'vitest'
import { createProbeSums } from './probe-sums.ts'
import type { MeasuredWindow, TemperatureRange, TemperatureRow } from './temperature.types.ts'

const minuteMs = 60_000
const whole = [{ fromMs: 0, toMs: 24 * 60 * minuteMs }]

/** At minutes: the first probe, the second one, the door. */
const at = (
  minutes: number,
  first: number | null,
  second: number | null = null,
  isDoorOpen: boolean | null = null,
): TemperatureRow => ({ atMs: minutes * minuteMs, temperatures: [first, second], isDoorOpen })

function sums(rows: TemperatureRow[], range: TemperatureRange = {}, windows: MeasuredWindow[] = whole) {
  const found = createProbeSums(windows, range)
  for (const row of rows) found.take(row)
  return found.end().flatMap(({ window, probes }) =>
    probes.map(({ probe, readings, minC, maxC, weighted, knownMs, outMs, doorMs }) => ({
      from: window.fromMs / minuteMs,
      probe,
      readings,
      range: [minC, maxC],
      mean: knownMs === 0 ? null : weighted / knownMs,
      known: knownMs / minuteMs,
      out: outMs === null ? null : outMs / minuteMs,
      door: doorMs === null ? null : doorMs / minuteMs,
    })),
  )
}

test('the mean is weighted by the time until the next reading', () => {
  const rows = [at(0, -20), at(10, -10), at(40, -30)]
  expect(sums(rows)).toMatchObject([
    { probe: 1, readings: 3, range: [-30, -10], mean: (-20 * 10 - 10 * 30) / 40, known: 40, out: null },
  ])
})

test('a reading counts for an hour at most, and the last one not at all', () => {
  expect(sums([at(0, 5), at(60, 7), at(121, 9)])).toMatchObject([{ known: 60, mean: 5, range: [5, 9] }])
  expect(sums([at(0, 5)])).toMatchObject([{ known: 0, mean: null, range: [5, 5] }])
})

test('the time out of range is that of readings below or above it', () => {
  const rows = [at(0, -20), at(10, -14), at(15, -26), at(35, -25), at(40, -15), at(50, -15)]
  expect(sums(rows, { minC: -25, maxC: -15 })).toMatchObject([{ out: 5 + 20, known: 50 }])
  expect(sums(rows, { maxC: -15 })).toMatchObject([{ out: 5 }])
  expect(sums(rows, { minC: -25 })).toMatchObject([{ out: 20 }])
})

test('probes are independent, and the door is counted once', () => {
  const rows = [
    at(0, 4, null, true),
    at(5, null, 6, false),
    at(10, 4, null),
    at(20, null, 8, true),
    at(25, 5, 8, true),
    at(95, 5, 8),
  ]
  expect(sums(rows)).toMatchObject([
    { probe: 1, known: 25, mean: 4, door: 5 + 5 },
    { probe: 2, known: 20, mean: (6 * 15 + 8 * 5) / 20, door: null },
  ])
  expect(sums([at(0, 4), at(5, 4)])).toMatchObject([{ door: null }])
})

test('windows have what lies in them, and a reading does not reach out of its window', () => {
  const windows = [10, 30].map((minutes) => ({
    fromMs: minutes * minuteMs,
    toMs: (minutes + 10) * minuteMs,
  }))
  const rows = [at(0, 1), at(12, 2), at(16, 3), at(25, 4), at(35, 5), at(38, 6), at(45, 7)]
  expect(sums(rows, {}, windows)).toMatchObject([
    { from: 10, readings: 2, range: [2, 3], known: 8, mean: (2 * 4 + 3 * 4) / 8 },
    { from: 30, readings: 2, range: [5, 6], known: 5, mean: (5 * 3 + 6 * 2) / 5 },
  ])
})
