import { expect, test } from 'vitest'
import { restingStop } from './sheet-stops.ts'

const heights = [110, 420, 770]

test.each([
  [130, 0, 'peek'],
  [300, 0, 'half'],
  [600, 0, 'full'],
  [440, 0.1, 'half'],
  // Flicked.
  [430, 1, 'full'],
  [410, -1, 'peek'],
  [120, 1, 'half'],
  // Nothing beyond.
  [780, 1, 'full'],
  [100, -1, 'peek'],
])('a sheet of %i px that moves %d px/ms rests at %s', (heightPx, upPxPerMs, stop) => {
  expect(restingStop(heightPx, upPxPerMs, heights)).toBe(stop)
})
