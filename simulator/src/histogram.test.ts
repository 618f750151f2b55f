import { expect, test } from 'vitest'
import { Histogram } from './histogram.ts'

test('quantiles are accurate to about two percent', () => {
  const histogram = new Histogram()
  for (let ms = 1; ms <= 10_000; ms += 1) histogram.add(ms)
  expect(histogram.quantileMs(0.5) / 5_000).toBeCloseTo(1, 1)
  expect(Math.abs(histogram.quantileMs(0.99) / 9_900 - 1)).toBeLessThan(0.025)
  expect(histogram.summary()).toMatchObject({ count: 10_000, maxMs: 10_000 })
})

test('an empty one returns zero', () => {
  expect(new Histogram().summary()).toEqual({ count: 0, p50Ms: 0, p99Ms: 0, maxMs: 0 })
})
