import { expect, test } from 'vitest'
import { createRandom } from '../../simulator/src/random.ts'
import type { Sample } from './trend.ts'
import { afterWarmUp, theilSen, trendOf } from './trend.ts'

const minutes = 60
const everyMs = 15_000
const random = createRandom(7)

/** An hour of a figure, a sample every 15 seconds. */
function hourOf(value: (minute: number) => number): Sample[] {
  return Array.from({ length: (minutes * 60_000) / everyMs + 1 }, (_, index) => ({
    atMs: index * everyMs,
    value: value((index * everyMs) / 60_000),
  }))
}

test('noise is not growth', () => {
  const { level, growth } = trendOf(hourOf(() => 150 + random.between(-4, 4)))
  expect(level).toBeGreaterThan(145)
  expect(level).toBeLessThan(150)
  expect(Math.abs(growth)).toBeLessThan(1.5)
})

test('finds a leak of 30 an hour in noise of the same size', () => {
  const { perHour, growth } = trendOf(hourOf((minute) => 150 + minute * 0.5 + random.between(-10, 10)))
  expect(perHour).toBeGreaterThan(22)
  expect(perHour).toBeLessThan(38)
  expect(growth).toBeCloseTo((perHour * 2) / 3, 1)
})

test('a sawtooth heap is not growth, whatever its phase', () => {
  for (const tooth of [0.7, 1.3, 2, 3.1]) {
    for (const begins of [0, 0.3, 0.6]) {
      const { growth } = trendOf(hourOf((minute) => 40 + 60 * ((minute / tooth + begins) % 1)))
      expect(Math.abs(growth), `teeth of ${tooth} minutes`).toBeLessThan(3)
    }
  }
})

test('finds a leak below a sawtooth', () => {
  const { perHour } = trendOf(hourOf((minute) => 40 + minute * 0.2 + 60 * ((minute / 1.3) % 1)))
  expect(perHour).toBeGreaterThan(9)
  expect(perHour).toBeLessThan(15)
})

test('ignores growth in the first third', () => {
  const { growth, level } = trendOf(hourOf((minute) => Math.min(180, 100 + minute * 5)))
  expect(growth).toBe(0)
  expect(level).toBe(180)
})

test('counts growth in the last third', () => {
  expect(trendOf(hourOf((minute) => 100 + Math.max(0, minute - 40) * 2)).growth).toBeGreaterThan(15)
})

test('ignores single outliers', () => {
  const { growth } = trendOf(hourOf((minute) => (minute % 9 === 0 ? 5_000 : 100)))
  expect(growth).toBe(0)
})

test('too few samples show no growth, and do not fail', () => {
  expect(trendOf([])).toEqual({ level: 0, perHour: 0, growth: 0 })
  expect(trendOf([{ atMs: 0, value: 7 }])).toEqual({ level: 7, perHour: 0, growth: 0 })
  expect(theilSen([{ atMs: 0, value: 7 }])).toBe(0)
  expect(afterWarmUp(hourOf((minute) => minute))[0]).toEqual({ atMs: 1_200_000, value: 20 })
})
