import { expect, test } from 'vitest'
import { instantOf, localOf } from './local-time.ts'

test('input is in the account’s time zone, in winter and in summer', () => {
  expect(instantOf('2026-01-15T10:30', 'Europe/Madrid')).toBe('2026-01-15T09:30:00Z')
  expect(instantOf('2026-07-15T10:30', 'Europe/Madrid')).toBe('2026-07-15T08:30:00Z')
})

test('an hour that does not exist becomes the one after it', () => {
  expect(instantOf('2026-03-29T02:30', 'Europe/Madrid')).toBe('2026-03-29T01:30:00Z')
})

test('formatting and parsing are inverse', () => {
  const atMs = Date.parse('2026-11-15T12:34:00Z')
  expect(localOf(atMs, 'America/Sao_Paulo')).toBe('2026-11-15T09:34')
  expect(Date.parse(instantOf(localOf(atMs, 'America/Sao_Paulo'), 'America/Sao_Paulo'))).toBe(atMs)
})
