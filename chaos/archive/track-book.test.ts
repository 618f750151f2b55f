import { expect, test } from 'vitest'
import { openTrackBook } from './track-book.ts'

test('counts what a read has not, has twice, and should not have', () => {
  const book = openTrackBook()
  const { certain, acknowledged, sent } = book.of('dev')
  for (const ms of [1, 2, 3, 9]) certain.add(ms)
  acknowledged.add(4)
  for (const ms of [4, 5]) sent.add(ms)
  const period = { fromMs: 1, toMs: 9 }
  expect(book.check('dev', period, [1, 2, 3], false)).toEqual({ lost: 0, doubled: 0, foreign: 0 })
  expect(book.check('dev', period, [1, 2, 3, 4, 5], true)).toEqual({ lost: 0, doubled: 0, foreign: 0 })
  expect(book.check('dev', period, [1, 2, 3], true)).toEqual({ lost: 1, doubled: 0, foreign: 0 })
  expect(book.check('dev', period, [1, 1, 3, 8], false)).toEqual({ lost: 1, doubled: 1, foreign: 1 })
})
