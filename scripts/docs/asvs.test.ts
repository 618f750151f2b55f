// Keeps docs/asvs.md complete: it lists every requirement of levels 1 and 2, and its links and quotes exist.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const page = readFileSync(`${docs}asvs.md`, 'utf8')
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', level = '', asks = '', here = '', how = '']) => ({ number, level, asks, here, how }))

/** The requirements of levels 1 and 2 by section: how many there are from 1 on, without those of level 3. */
const sections: Record<string, number[]> = {
  '1': [2, 9, 11, 3, 2],
  '2': [3, 3, 4, 1],
  '3': [0, 2, 4, 6, 5, 0, 2],
  '4': [3, 1, 2, 4],
  '5': [1, 3, 2, 3],
  '6': [3, 12, 4, 4, 5, 3, 0, 4],
  '7': [3, 4, 2, 5, 2, 2],
  '8': [2, 3, 1, 1],
  '9': [3, 4],
  '10': [2, 2, 4, 11, 5, 2, 3],
  '11': [2, 3, 3, 4, 1, 1],
  '12': [3, 2, 4],
  '13': [1, 5, 2, 5],
  '14': [2, 4, 3],
  '15': [3, 3, 7],
  '16': [1, 5, 4, 3, 3],
  '17': [1, 4, 2],
}
const numbers = Object.entries(sections).flatMap(([chapter, counts]) =>
  counts.flatMap((count, section) =>
    Array.from({ length: count }, (_, at) => `${chapter}.${section + 1}.${at + 1}`),
  ),
)

test('lists every requirement of levels 1 and 2 once, with an answer', () => {
  expect(numbers.length).toBe(253)
  expect(rows.map(({ number }) => number).sort()).toEqual(numbers.toSorted())
  expect(rows.filter(({ level }) => !/^[12]$/.test(level))).toEqual([])
  expect(rows.filter(({ here }) => !['yes', '**no**', 'does not apply'].includes(here))).toEqual([])
  expect(rows.filter(({ asks, how }) => asks === '' || how === '')).toEqual([])
})

test('the totals at the top are right', () => {
  const count = (answer: string) => rows.filter(({ here }) => here === answer).length
  const sums = `**${count('yes')} are met, ${count('**no**')} are not, ${count('does not apply')} do not apply.**`
  expect(page).toContain(sums)
  const missing = rows.filter(({ here }) => here === '**no**').map(({ number }) => number)
  expect(page.replaceAll('\n', ' ')).toContain(`Not met: ${missing.join(', ')}.`)
})

/** A link, and after it the words of a test or a heading in it. */
const named = /\[[^\]]+\]\(([^)]+)\)(?:,? “([^”]+)”)?/g

test.each(rows.map(({ number, how }) => [number, how] as const))(
  'the links and quotes of %s exist',
  (_number, how) => {
    for (const [, path = '', words] of how.matchAll(named)) {
      expect(existsSync(docs + path), path).toBe(true)
      if (words) expect(readFileSync(docs + path, 'utf8'), path).toContain(words)
    }
  },
)
