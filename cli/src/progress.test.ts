import { expect, test } from 'vitest'
import { describe } from './progress.ts'

test('shows a bar, a share and the remaining time for a known total', () => {
  expect(describe(250, 1_000, 10)).toBe('██████░░░░░░░░░░░░░░░░░░ 25 % (250 of 1000, 25/s, 30 s left)')
})

test('counts without a total', () => {
  expect(describe(250, undefined, 10)).toBe('250, 25/s')
  expect(describe(3, undefined, 0.1)).toBe('3')
})

test('shows no remaining time at the end', () => {
  expect(describe(10, 10, 5)).toBe('████████████████████████ 100 % (10 of 10, 2/s)')
})
