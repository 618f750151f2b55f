import { describe, expect, it } from 'vitest'
import { driveMs, drivePosition } from './drive-route.ts'

const madrid = { latitude: 40.4168, longitude: -3.7038 }

function metresBetween(one: typeof madrid, other: typeof madrid): number {
  const east = (other.longitude - one.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return Math.hypot(east, other.latitude - one.latitude) * 111_195
}

describe('a simulated drive', () => {
  it('starts and ends at the centre, where it stops', () => {
    expect(metresBetween(madrid, drivePosition(madrid, 0))).toBeLessThan(1)
    const end = drivePosition(madrid, driveMs + 5_000)
    expect(metresBetween(madrid, end)).toBeLessThan(1)
    expect(end.speed).toBe(0)
  })

  it('moves at its speed and along its course', () => {
    for (let ms = 0; ms < driveMs - 1_000; ms += 500) {
      const [one, other] = [drivePosition(madrid, ms), drivePosition(madrid, ms + 100)]
      const moved = metresBetween(one, other)
      expect(moved).toBeLessThan(one.speed * 0.1 + 0.1)
      if (one.course !== other.course) continue
      expect(moved).toBeCloseTo(one.speed * 0.1, 1)
      const heading = Math.atan2(
        (other.longitude - one.longitude) * Math.cos((one.latitude * Math.PI) / 180),
        other.latitude - one.latitude,
      )
      expect(Math.cos(heading - (one.course * Math.PI) / 180)).toBeGreaterThan(0.99)
    }
  })

  it('keeps to city speed and to the neighbourhood', () => {
    for (let ms = 0; ms <= driveMs; ms += 1_000) {
      const at = drivePosition(madrid, ms)
      expect(at.speed * 3.6).toBeLessThan(60)
      expect(metresBetween(madrid, at)).toBeLessThan(600)
    }
  })

  it('stays valid at the edge of the map', () => {
    const at = drivePosition({ latitude: -89.9, longitude: 179.999 }, 30_000)
    expect(Math.abs(at.longitude)).toBeLessThanOrEqual(180)
    expect(at.course).toBeLessThan(360)
  })
})
