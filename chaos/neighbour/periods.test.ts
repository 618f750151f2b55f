import { expect, test } from 'vitest'
import { medianWindowP99, quantileOf, samplesOf, summaryOf } from './periods.ts'

const hundred = Array.from({ length: 100 }, (_, index) => ({ dueAtMs: index, durationMs: 100 - index }))

test('quantiles are by nearest rank', () => {
  const durations = hundred.map(({ durationMs }) => durationMs)
  expect(quantileOf(durations, 0.5)).toBe(50)
  expect(quantileOf(durations, 0.99)).toBe(99)
  expect(quantileOf(durations, 1)).toBe(100)
  expect(quantileOf([7], 0.99)).toBe(7)
  expect(quantileOf([], 0.99)).toBeNaN()
})

test('a sample belongs to the period in which it was due, however long it took', () => {
  const samples = [
    { dueAtMs: 9, durationMs: 5_000 },
    { dueAtMs: 10, durationMs: 1 },
  ]
  expect(samplesOf(samples, { name: 'quiet', fromMs: 0, toMs: 10 })).toEqual([samples[0]])
  expect(samplesOf(samples, { name: 'attack', fromMs: 10, toMs: 20 })).toEqual([samples[1]])
})

test('one slow sample in a thousand shows in the maximum and not in the p99', () => {
  const samples = Array.from({ length: 1_000 }, (_, index) => ({
    dueAtMs: index,
    durationMs: index === 500 ? 9_000 : 10,
  }))
  expect(summaryOf(samples)).toEqual({ count: 1_000, p50Ms: 10, p99Ms: 10, p999Ms: 10, maxMs: 9_000 })
})

test('the median of windows ignores one slow window, and not a slow half', () => {
  const slowFrom = (dueAtMs: number) =>
    Array.from({ length: 100 }, (_, index) => ({
      dueAtMs: index * 10,
      durationMs: index * 10 >= dueAtMs ? 500 : 20,
    }))
  const period = { name: 'attack', fromMs: 0, toMs: 1_000 }
  expect(medianWindowP99(slowFrom(800), period, 200)).toBe(20)
  expect(medianWindowP99(slowFrom(400), period, 200)).toBe(500)
})
