import { expect, test } from 'vitest'
import { fittedSize } from './resize.ts'

test.each([
  [4_000, 3_000, 1_280, 960],
  [3_000, 4_000, 960, 1_280],
  [640, 480, 640, 480],
  [10_000, 1, 1_280, 1],
])('%i x %i becomes %i x %i', (width, height, fittedWidth, fittedHeight) => {
  expect(fittedSize(width, height)).toEqual({ width: fittedWidth, height: fittedHeight })
})
