import { expect, test } from 'vitest'
import { zoneOffset } from './zone-offset.ts'

test('an offset is that of the instant, with summer time', () => {
  expect(zoneOffset('Europe/Madrid', Date.UTC(2026, 0, 15))).toBe('UTC+01:00')
  expect(zoneOffset('Europe/Madrid', Date.UTC(2026, 6, 15))).toBe('UTC+02:00')
})

test('UTC and half-hour zones have one too', () => {
  expect(zoneOffset('UTC', 0)).toBe('UTC+00:00')
  expect(zoneOffset('Asia/Kolkata', Date.UTC(2026, 0, 15))).toBe('UTC+05:30')
  expect(zoneOffset('America/Sao_Paulo', Date.UTC(2026, 0, 15))).toBe('UTC-03:00')
})
