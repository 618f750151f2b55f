import { expect, test } from 'vitest'
import { withFigures } from './page.ts'
import type { Result } from './results.ts'
import { readFinding } from './results.ts'

const page = 'Before.\n\n<!-- figures of ingest -->\n\nold\n\n<!-- until here -->\n\nAfter.\n'

function resultOf(line: string): Result {
  return {
    ...readFinding(line)!,
    command: 'npm run bench -- ingest',
    startedAt: '2026-11-15T18:00:00.000Z',
    seconds: 90,
    machine: '2 cores',
    load: 0.1,
  }
}

test('replaces the table, and states how it was measured', () => {
  const ingest = resultOf(
    '{"name":"ingest","figures":{"ratio":0.7654,"rate":44900.4},"targets":{"ratio":{"atLeast":0.6}},"pass":true}',
  )
  const written = withFigures(page, [ingest])
  expect(written).not.toContain('old')
  expect(written).toContain('| ratio  | 0.765    | ≥ 0.6 | kept |')
  expect(written).toContain('| rate   | 44,900   |       |      |')
  expect(written).toContain(
    '`npm run bench -- ingest`, 2026-11-15 18:00 UTC, 90 s, load before 0.1. 2 cores.',
  )
  expect(written.startsWith('Before.')).toBe(true)
  expect(written.endsWith('After.\n')).toBe(true)
  expect(withFigures(written, [ingest])).toBe(written)
})

test('marks a missed target', () => {
  const line =
    '{"name":"ingest","figures":{"lost":2,"held":true,"gapMs":9,"grown":0.8},"targets":{"lost":{"is":0},"held":{"is":true},"gapMs":{"atMost":8},"grown":{"atLeast":0.9,"atMost":1.1}},"pass":false}'
  const written = withFigures(page, [resultOf(line)])
  expect(written).toMatch(/\| lost +\| 2 +\| = 0 +\| \*\*missed\*\* \|/)
  expect(written).toMatch(/\| held +\| true +\| = true +\| kept +\|/)
  expect(written).toMatch(/\| grown +\| 0.8 +\| ≥ 0.9, ≤ 1.1 \| \*\*missed\*\* \|/)
  expect(written).toMatch(/\| gapMs +\| 9 +\| ≤ 8 +\| \*\*missed\*\* \|/)
})

test('the overview lists every run with its targets, and by how much one was missed', () => {
  const kept = resultOf('{"name":"move","figures":{"lost":0},"targets":{"lost":{"is":0}},"pass":true}')
  const short = resultOf(
    '{"name":"ingest","figures":{"ratio":0.3251,"p99":80},"targets":{"ratio":{"atLeast":0.6},"p99":{"atMost":100}},"pass":false}',
  )
  const written = withFigures('<!-- bars of all -->\n<!-- until here -->', [short, kept])
  expect(written).toMatch(/\| ingest \| 1 of 2 +\| ratio: 0.325, bar ≥ 0.6 \| 2026-11-15 +\|/)
  expect(written).toMatch(/\| move +\| 1 of 1 +\| {2,}\| 2026-11-15 +\|/)
})

test('states that a run has not been measured yet', () => {
  expect(withFigures(page, [])).toContain('Not measured yet.')
})

test('ignores other lines', () => {
  expect(readFinding('  ratio  0.7')).toBeUndefined()
  expect(readFinding('{"level":"info"}')).toBeUndefined()
})
