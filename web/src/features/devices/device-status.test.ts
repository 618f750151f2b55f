import { expect, test } from 'vitest'
import { statusOf } from './device-status.ts'

test.each([
  ['never', { state: 'active', lastSeenAt: null, online: false }],
  ['online', { state: 'active', lastSeenAt: '2026-01-01T00:00:00.000Z', online: true }],
  ['offline', { state: 'active', lastSeenAt: '2026-01-01T00:00:00.000Z', online: false }],
  ['expired', { state: 'expired', lastSeenAt: null, online: false }],
] as const)('a device is %s', (status, device) => {
  expect(statusOf(device)).toBe(status)
})
