import { expect, test } from 'vitest'
import { describe } from './progress.ts'

test('progress of a known total is a bar, a share and what is left', () => {
  expect(describe(250, 1_000, 10)).toBe('██████░░░░░░░░░░░░░░░░░░ 25 % (250 of 1000, 25/s, 30 s left)')
})

test('progress without a total counts', () => {
  expect(describe(250, undefined, 10)).toBe('250, 25/s')
  expect(describe(3, undefined, 0.1)).toBe('3')
})

test('the end says nothing of what is left', () => {
  expect(describe(10, 10, 5)).toBe('████████████████████████ 100 % (10 of 10, 2/s)')
})
