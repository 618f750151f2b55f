import { describe, expect, test } from 'vitest'
import { maxTries, pauseMs, verdictOf, waitMs } from './outcome.ts'

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

describe('the schedule', () => {
  test('is that of Standard Webhooks: ten attempts over 75 hours', () => {
    const waits = Array.from({ length: maxTries - 1 }, (_, index) => waitMs(index + 1, 0.5))
    expect(waits.map((wait) => Math.round(wait))).toEqual([
      5 * seconds,
      5 * minutes,
      30 * minutes,
      2 * hours,
      5 * hours,
      10 * hours,
      14 * hours,
      20 * hours,
      24 * hours,
    ])
    expect(waits.reduce((sum, wait) => sum + wait) / hours).toBeCloseTo(75.58, 1)
  })

  test('has a jitter of 10 %', () => {
    expect(Math.round(waitMs(2, 0))).toBe(270 * seconds)
    expect(Math.round(waitMs(2, 1))).toBe(330 * seconds)
  })
})

test.each([
  [200, 1, 'delivered'],
  [204, 10, 'delivered'],
  [299, 1, 'delivered'],
  [301, 1, 'again'],
  [400, 1, 'again'],
  [410, 1, 'gone'],
  [500, 9, 'again'],
  [500, 10, 'failed'],
  [null, 1, 'again'],
  [null, 10, 'failed'],
  ['published', 1, 'delivered'],
] as const)('a response of %s to attempt %d means %s', (status, tries, verdict) => {
  // Brokers have no status.
  const answer = status === 'published' ? { status: null } : { status }
  const error = status === null ? 'no answer within 15 s' : null
  expect(verdictOf({ ...answer, error }, tries)).toBe(verdict)
})

test.each([
  [429, '120', 120 * seconds],
  [503, '0', 0],
  [429, 'Sun, 15 Nov 2026 10:10:00 GMT', 10 * minutes],
  [429, 'Sun, 15 Nov 2026 09:00:00 GMT', 0],
  [429, '99999999999', 24 * hours],
  [429, 'soon', 0],
  [429, '-5', 0],
  [429, null, 0],
  [500, '120', 0],
  [200, '120', 0],
])('after %d with Retry-After %s the receiver is paused for %d ms', (status, retryAfter, expected) => {
  expect(pauseMs({ status, retryAfter }, new Date('2026-11-15T10:00:00Z'))).toBe(expected)
})
