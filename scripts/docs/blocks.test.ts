import { expect, test } from 'vitest'
import { faultsOf, readBlocks, stepsOf } from './blocks.ts'

const fence = '```'
const page = (...lines: string[]) => lines.join('\n')

test('finds blocks with their line, language, mark and code', () => {
  const text = page(
    '# Title',
    '',
    `${fence}sh run`,
    'echo 1',
    'echo 2',
    fence,
    '',
    `${fence}json`,
    '{}',
    fence,
  )
  expect(readBlocks(text)).toEqual([
    { line: 3, language: 'sh', mark: 'run', code: 'echo 1\necho 2' },
    { line: 8, language: 'json', mark: '', code: '{}' },
  ])
})

test('runs a block in a comment, and treats a fence inside a longer one as text', () => {
  const hidden = page(`<!-- ${fence}sh run`, 'CODE=1', `${fence} -->`)
  expect(readBlocks(hidden)).toEqual([{ line: 1, language: 'sh', mark: 'run', code: 'CODE=1' }])
  const shown = page('````md', `${fence}sh run`, 'x', fence, '````')
  expect(readBlocks(shown)).toEqual([
    { line: 1, language: 'md', mark: '', code: `${fence}sh run\nx\n${fence}` },
  ])
})

test('attaches expected output to the block right before it', () => {
  const text = page(
    `${fence}sh run`,
    'a',
    fence,
    `${fence}json expect`,
    '{}',
    fence,
    `${fence}ts run`,
    'b',
    fence,
  )
  expect(stepsOf(text).map(({ code, expected }) => [code, expected?.code])).toEqual([
    ['a', '{}'],
    ['b', undefined],
  ])
})

test.each([
  ['sh', '"sh" is neither run nor no-run'],
  ['rust run', 'cannot run "rust"'],
  ['json expect', 'the block before it does not run'],
  ['sh rnu', 'unknown mark "rnu"'],
])('reports a block marked %s', (info, fault) => {
  expect(faultsOf(page(fence + info, 'x', fence))).toEqual([`1: ${fault}`])
})

test('blocks in other languages need no mark', () => {
  expect(faultsOf(page(`${fence}json`, '{}', fence, `${fence}sh no-run`, 'x', fence))).toEqual([])
})
