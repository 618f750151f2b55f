import type { SharedLocation } from '@rastro/client'
import { describe, expect, it } from 'vitest'
import { boundsOf, joinTrail, statusOf, stepsOf, withUpdate } from './shared-locations.ts'

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
  it('follows its speed, or the tracker’s own flag if that is shared', () => {
    expect(statusOf(at('2026-11-15T11:59:00Z', { speed: 14 }), true, noonMs)).toBe('moving')
    expect(statusOf(at('2026-11-15T11:59:00Z', { speed: 14, moving: false }), true, noonMs)).toBe('stopped')
    expect(statusOf(at('2026-11-15T11:59:00Z'), true, noonMs)).toBe('stopped')
  })

  it('is offline after a quarter of an hour', () => {
    expect(statusOf(at('2026-11-15T11:44:00Z', { speed: 14 }), true, noonMs)).toBe('offline')
  })

  it('is never moving in a past period', () => {
    expect(statusOf(at('2026-11-15T11:59:00Z', { speed: 14 }), false, noonMs)).toBe('stopped')
  })
})

describe('an update of a shared device', () => {
  it('replaces older data, and nothing of other devices', () => {
    const other = at('2026-11-15T11:00:00Z', { device: 2 })
    const update = at('2026-11-15T11:30:00Z', { latitude: 41 })
    expect(withUpdate([at('2026-11-15T11:00:00Z'), other], update)).toEqual([other, update])
  })

  it('is ignored if newer data is known', () => {
    const known = [at('2026-11-15T11:30:00Z')]
    expect(withUpdate(known, at('2026-11-15T11:00:00Z', { latitude: 41 }))).toBe(known)
  })

  it('keeps the last coordinates if it has none', () => {
    const update = at('2026-11-15T11:30:00Z', { latitude: null, longitude: null, valid: false })
    expect(withUpdate([at('2026-11-15T11:00:00Z')], update)).toMatchObject([
      { dateTime: '2026-11-15T11:30:00Z', latitude: 40, longitude: -3 },
    ])
  })
})

describe('the bounds of points', () => {
  it('contain all of them', () => {
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

describe('the trail of a live link', () => {
  const step = (minute: number) => ({ atMs: minute * 60_000, coordinates: [minute, 0] as [number, number] })

  it('continues what was read with what the stream brings, each location once', () => {
    expect(joinTrail([step(1), step(2)], [step(2), step(3), step(2), step(4)])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
    ])
  })

  it('has no step without a fix', () => {
    expect(stepsOf(at('2026-11-15T11:59:00Z', { valid: false }))).toEqual([])
    expect(stepsOf(at('2026-11-15T11:59:00Z', { latitude: null }))).toEqual([])
    expect(stepsOf(at('2026-11-15T11:59:00Z'))).toHaveLength(1)
  })
})
