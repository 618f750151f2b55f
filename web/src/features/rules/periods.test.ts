import { expect, test } from 'vitest'
import { instantIn, periodOf } from './periods.ts'

test.each([
  ['2026-11-15T09:30', 'Europe/Madrid', '2026-11-15T08:30:00.000Z'],
  ['2026-07-01T09:30', 'Europe/Madrid', '2026-07-01T07:30:00.000Z'],
  ['2026-11-15T09:30', 'America/Santiago', '2026-11-15T12:30:00.000Z'],
  ['2026-11-15T09:30', 'Asia/Kolkata', '2026-11-15T04:00:00.000Z'],
  // The night the clocks go forward: half an hour before and after.
  ['2026-03-29T01:30', 'Europe/Madrid', '2026-03-29T00:30:00.000Z'],
  ['2026-03-29T03:30', 'Europe/Madrid', '2026-03-29T01:30:00.000Z'],
])('%s in %s', (local, zone, instant) => {
  expect(instantIn(local, zone).toISOString()).toBe(instant)
})

test('a month is within the server’s limit', () => {
  const { from, to } = periodOf('month', Date.UTC(2026, 10, 15))
  expect((to.getTime() - from.getTime()) / 86_400_000).toBe(31)
})
