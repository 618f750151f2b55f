import type { Webhook } from '@rastro/client'
import { expect, test } from 'vitest'
import { statusOf } from './webhook-status.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')
const well = {
  enabled: true,
  disabled: null,
  pausedUntil: null,
  failingSince: null,
  redelivery: null,
} as Webhook
const at = (time: string) => `2026-11-15T${time}:00Z`

test('off is the user’s choice, disabled is the server’s', () => {
  expect(statusOf({ ...well, enabled: false }, nowMs, true)).toBe('off')
  const disabled = { disabledAt: at('11:00'), reason: 'gone' }
  expect(statusOf({ ...well, enabled: false, disabled }, nowMs, true)).toBe('disabled')
})

test('a pause that is over does not count', () => {
  expect(statusOf({ ...well, pausedUntil: at('12:10') }, nowMs, true)).toBe('paused')
  expect(statusOf({ ...well, pausedUntil: at('11:10') }, nowMs, true)).toBe('working')
})

test('it is failing until an event is delivered', () => {
  const redelivery = { from: at('09:00'), to: at('10:00') }
  expect(statusOf({ ...well, failingSince: at('11:00'), redelivery }, nowMs, true)).toBe('failing')
  expect(statusOf({ ...well, redelivery }, nowMs, true)).toBe('replaying')
  expect(statusOf(well, nowMs, true)).toBe('working')
})

test('a webhook that has delivered nothing is not called working', () => {
  expect(statusOf(well, nowMs, false)).toBe('waiting')
  expect(statusOf({ ...well, failingSince: at('11:00') }, nowMs, false)).toBe('failing')
})
