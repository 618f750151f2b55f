import { expect, test } from 'vitest'
import { medianOf, smoothReadings } from './smoothing.ts'

const tankMl = 100_000

/** A reading every 30 seconds. */
function smooth(litres: number[], { beforeMl = null as number | null, isContinued = false } = {}): number[] {
  const readings = litres.map((one, index) => ({ atMs: index * 30_000, ml: one * 1_000, isEngineOn: null }))
  const stop = { beganAtMs: 0, endedAtMs: null, isContinued, readings }
  return smoothReadings(stop, beforeMl, tankMl).map(({ ml }) => ml / 1_000)
}

test('the lower of two values in the middle', () => {
  expect([medianOf([3, 1, 2]), medianOf([4, 1, 3, 2]), medianOf([7])]).toEqual([2, 2, 7])
})

test('leaves out the first minute, in which fuel sloshes', () => {
  expect(smooth([20, 90, 50, 50, 50, 50])).toEqual([50, 50, 50, 50])
})

test('a part that continues a stop has nothing to settle', () => {
  expect(smooth([50, 51, 50], { isContinued: true })).toEqual([50, 50, 50])
})

test('one or two wrong readings do not count', () => {
  expect(smooth([50, 50, 50, 50, 50, 0, 100, 50, 50, 50])).toEqual([50, 50, 50, 50, 50, 50, 50, 50])
})

test('a change stays where it was', () => {
  expect(smooth([50, 50, 50, 50, 50, 50, 80, 80, 80, 80])).toEqual([50, 50, 50, 50, 80, 80, 80, 80])
})

test('a first reading that differs from all others around it is wrong', () => {
  expect(smooth([50, 50, 0, 50, 50, 50], { beforeMl: 50_000 })).toEqual([50, 50, 50])
})

test('a first reading after a fill is not', () => {
  expect(smooth([80, 80, 80, 80, 80], { beforeMl: 50_000 })).toEqual([80, 80, 80])
})

test('a stop of less than a minute has no reading', () => {
  expect(smooth([50, 50])).toEqual([])
})
