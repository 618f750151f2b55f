import { expect, test } from 'vitest'
import { findRefused } from './check-terms.ts'

const wordsIn = (text: string) => findRefused('server/src/x.ts', text).map(({ word }) => word)

test.each([
  ['// Whoever asks is answered.', 'Whoever'],
  ['const toldAt = 1', 'told'],
  ['select told_at from x', 'told'],
  ['// it is read anew', 'anew'],
  ['// He waits.', 'He'],
])('refuses %s', (text, word) => {
  expect(wordsIn(text)).toEqual([word])
})

test.each(['const headers = []', 'const history = 1', '// the cache is shared', 'const installed = 1'])(
  'accepts %s',
  (text) => {
    expect(wordsIn(text)).toEqual([])
  },
)

test('names the line and the replacement', () => {
  expect(findRefused('docs/x.md', 'one\ntwo strangers\n')).toEqual([
    { line: 2, word: 'strangers', instead: 'unknown device, another account' },
  ])
})
