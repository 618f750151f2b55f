import { expect, test } from 'vitest'
import { changeOf, shareOf } from './shares.ts'

test.each([
  [1, 4, 0.25],
  [0, 4, 0],
  [5, 4, 1],
  [1, 0, undefined],
  [1, null, undefined],
])('%s of %s is a share of %s', (part, whole, share) => {
  expect(shareOf(part, whole)).toBe(share)
})

test.each([
  [150, 100, 0.5],
  [50, 100, -0.5],
  [0, 100, -1],
  [100, 0, undefined],
])('%s after %s is a change of %s', (now, before, change) => {
  expect(changeOf(now, before)).toBe(change)
})
