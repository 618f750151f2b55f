import type { SharedLocation } from '@rastro/client'
import { describe, expect, it } from 'vitest'
import { boundsOf, statusOf, withNews } from './shared-places.ts'

const at = (dateTime: string, more: Partial<SharedLocation> = {}): SharedLocation => ({
  device: 1,
  dateTime,
  latitude: 40,
  longitude: -3,
  valid: true,
  ...more,
})
const noonMs = Date.parse('2026-11-15T12:00:00Z')

describe('the status of a shared device', () => {
  it('follows its speed, or the tracker’s own word where that is shared', () => {
    expect(statusOf(at('2026-11-15T11:59:00Z', { speed: 14 }), true, noonMs)).toBe('moving')
    expect(statusOf(at('2026-11-15T11:59:00Z', { speed: 14, moving: false }), true, noonMs)).toBe('stopped')
    expect(statusOf(at('2026-11-15T11:59:00Z'), true, noonMs)).toBe('stopped')
  })

  it('is silence after a quarter of an hour', () => {
    expect(statusOf(at('2026-11-15T11:44:00Z', { speed: 14 }), true, noonMs)).toBe('offline')
  })

  it('moves no more in a period that is over', () => {
    expect(statusOf(at('2026-11-15T11:59:00Z', { speed: 14 }), false, noonMs)).toBe('stopped')
  })
})

describe('news of a shared device', () => {
  it('replaces what is older, and nothing of other devices', () => {
    const other = at('2026-11-15T11:00:00Z', { device: 2 })
    const news = at('2026-11-15T11:30:00Z', { latitude: 41 })
    expect(withNews([at('2026-11-15T11:00:00Z'), other], news)).toEqual([other, news])
  })

  it('is not taken where something newer is known', () => {
    const known = [at('2026-11-15T11:30:00Z')]
    expect(withNews(known, at('2026-11-15T11:00:00Z', { latitude: 41 }))).toBe(known)
  })

  it('keeps the last place where it has none itself', () => {
    const news = at('2026-11-15T11:30:00Z', { latitude: null, longitude: null, valid: false })
    expect(withNews([at('2026-11-15T11:00:00Z')], news)).toMatchObject([
      { dateTime: '2026-11-15T11:30:00Z', latitude: 40, longitude: -3 },
    ])
  })
})

describe('the bounds of points', () => {
  it('hold all of them', () => {
    expect(
      boundsOf([
        [-3, 40],
        [2, 41],
        [-8, 38],
      ]),
    ).toEqual({ west: -8, east: 2, south: 38, north: 41 })
    expect(boundsOf([])).toBeUndefined()
  })
})
