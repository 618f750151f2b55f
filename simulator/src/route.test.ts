import { expect, test } from 'vitest'
import { createRandom } from './random.ts'
import type { Position } from './route.ts'
import { Route } from './route.ts'

const home = { latitude: 40.4, longitude: -3.7 }

function drive(seed: number, seconds: number, steps: number): Position[] {
  const route = new Route(createRandom(seed), home)
  return Array.from({ length: steps }, () => ({ ...route.advance(seconds) }))
}

function metresBetween(from: Position, to: Position): number {
  const north = (to.latitude - from.latitude) * 111_320
  const east = (to.longitude - from.longitude) * 111_320 * Math.cos((from.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

test.each([1, 10, 60])('speeds, turns and distances are consistent with steps of %i s', (seconds) => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const positions = drive(seed, seconds, 500)
    positions.forEach((position, index) => {
      const { speedKmh, courseDeg } = position
      expect(speedKmh).toBeGreaterThanOrEqual(0)
      expect(speedKmh).toBeLessThan(120)
      expect(courseDeg).toBeGreaterThanOrEqual(0)
      expect(courseDeg).toBeLessThan(360)
      const before = positions[index - 1]
      if (before) expect(metresBetween(before, position)).toBeLessThanOrEqual((120 / 3.6) * seconds)
    })
  }
})

test('a vehicle turns gently, stops now and then, and stays near home', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const positions = drive(seed, 1, 6_000)
    const turns = positions.slice(1).map(({ courseDeg }, index) => {
      return Math.abs(((courseDeg - positions[index]!.courseDeg + 540) % 360) - 180)
    })
    expect(Math.max(...turns)).toBeLessThanOrEqual(6.001)
    const stopped = positions.filter(({ moving }) => !moving).length
    expect(stopped).toBeGreaterThan(10)
    expect(stopped).toBeLessThan(5_000)
    const farthest = Math.max(
      ...positions.map((position) => metresBetween({ ...position, ...home }, position)),
    )
    expect(farthest).toBeGreaterThan(1_000)
    expect(farthest).toBeLessThan(40_000)
  }
})
