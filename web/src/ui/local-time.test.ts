import { describe, expect, it } from 'vitest'
import { fromLocalText, toLocalText } from './local-time.ts'

describe('date inputs', () => {
  it('show local time in the time zone', () => {
    expect(toLocalText('2026-07-01T10:00:00Z', 'Europe/Madrid')).toBe('2026-07-01T12:00')
    expect(toLocalText('2026-01-01T02:00:00Z', 'America/Sao_Paulo')).toBe('2025-12-31T23:00')
  })

  it('parse to the same instant, in summer and winter, east and west', () => {
    for (const zone of ['Europe/Madrid', 'America/Sao_Paulo', 'Asia/Kathmandu', 'UTC']) {
      for (const at of ['2026-07-01T10:00:00.000Z', '2026-12-24T23:30:00.000Z']) {
        expect(fromLocalText(toLocalText(at, zone), zone)).toBe(at)
      }
    }
  })

  it('are correct in the hours around a clock change', () => {
    expect(fromLocalText('2026-03-29T01:30', 'Europe/Madrid')).toBe('2026-03-29T00:30:00.000Z')
    expect(fromLocalText('2026-03-29T03:30', 'Europe/Madrid')).toBe('2026-03-29T01:30:00.000Z')
    expect(fromLocalText('2026-10-25T04:00', 'Europe/Madrid')).toBe('2026-10-25T03:00:00.000Z')
  })

  it('are undefined if empty', () => {
    expect(fromLocalText('', 'UTC')).toBeUndefined()
  })
})
