import { expect, test } from 'vitest'
import { createFormat } from './use-format.ts'

const format = createFormat('en', 'metric', 'UTC')
const now = '2026-11-16T03:00:00.000Z'

test.each([
  ['2026-11-16T03:00:00.400Z', '0s ago'],
  ['2026-11-16T02:59:59.800Z', '0s ago'],
  ['2026-11-16T02:59:57.000Z', '3s ago'],
  ['2026-11-16T03:00:09.000Z', 'in 9s'],
  ['2026-11-16T01:30:00.000Z', '1h ago'],
])('the age of %s is %s', (at, age) => {
  expect(format.age(at, now)).toBe(age)
})
