import { expect, test } from 'vitest'
import { union } from './insets.ts'

test('of several panels the largest counts on each side', () => {
  const list = { top: 0, right: 0, bottom: 0, left: 376 }
  const card = { top: 0, right: 370, bottom: 0, left: 0 }
  expect(union([list, card])).toEqual({ top: 0, right: 370, bottom: 0, left: 376 })
  expect(union([])).toEqual({ top: 0, right: 0, bottom: 0, left: 0 })
})
