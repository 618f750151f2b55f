import type { Webhook } from '@rastro/client'
import { expect, test } from 'vitest'
import { standingOf } from './standing.ts'

const nowMs = Date.parse('2026-11-15T12:00:00Z')
const well = {
  enabled: true,
  disabled: null,
  pausedUntil: null,
  failingSince: null,
  redelivery: null,
} as Webhook
const at = (time: string) => `2026-11-15T${time}:00Z`

test('whoever switched it off sees that, but what we switched off says why', () => {
  expect(standingOf({ ...well, enabled: false }, nowMs)).toBe('off')
  const disabled = { at: at('11:00'), reason: 'gone' }
  expect(standingOf({ ...well, enabled: false, disabled }, nowMs)).toBe('disabled')
})

test('a pause that is over is none', () => {
  expect(standingOf({ ...well, pausedUntil: at('12:10') }, nowMs)).toBe('paused')
  expect(standingOf({ ...well, pausedUntil: at('11:10') }, nowMs)).toBe('well')
})

test('it fails until something is delivered', () => {
  const redelivery = { from: at('09:00'), to: at('10:00') }
  expect(standingOf({ ...well, failingSince: at('11:00'), redelivery }, nowMs)).toBe('failing')
  expect(standingOf({ ...well, redelivery }, nowMs)).toBe('replaying')
  expect(standingOf(well, nowMs)).toBe('well')
})
