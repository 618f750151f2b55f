// Geofences for tests of visits: circles, also generated ones along a track, whose shapes change meanwhile.

import fc from 'fast-check'
import { createRandom } from '../../../simulator/src/random.ts'
import type { TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import type { AreaShape } from '../../src/features/trips/visits/areas.ts'
import { createAreas } from '../../src/features/trips/visits/areas.ts'

const always = { countsFromMs: Number.NEGATIVE_INFINITY, countsUntilMs: Number.POSITIVE_INFINITY }

export function circle(
  area: number,
  { latitude, longitude, radiusM }: { latitude: number; longitude: number; radiusM: number },
  given: Partial<AreaShape> = {},
): AreaShape {
  return {
    number: area,
    area,
    geofenceId: `geo_${area}`,
    ...always,
    type: 'circle',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    radiusM,
    positions: 1,
    ...given,
  }
}

export interface MadeAreas {
  seed: number
  count: number
}

export const madeAreas: fc.Arbitrary<MadeAreas> = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  count: fc.constantFrom(0, 1, 3, 8),
})

/** Near locations of the track. Half of them are changed, deleted or created at half time. */
export function areasAlong(rows: TrackLocation[], { seed, count }: MadeAreas) {
  const random = createRandom(seed).next
  const located = rows.filter(({ latitudeE7 }) => latitudeE7 !== null)
  if (located.length === 0) return createAreas([])
  const changeAtMs = rows[Math.floor(rows.length / 2)]!.fixedAtMs
  const shapes: AreaShape[] = []
  for (let area = 1; area <= count; area += 1) {
    const { latitudeE7, longitudeE7 } = located[Math.floor(random() * located.length)]!
    const spot = () => ({
      latitude: latitudeE7! / 1e7 + (random() - 0.5) * 0.004,
      longitude: longitudeE7! / 1e7 + (random() - 0.5) * 0.004,
      radiusM: [20, 80, 300, 2_000, 20_000][Math.floor(random() * 5)]!,
    })
    const change = random()
    const before = { countsUntilMs: change < 0.5 ? changeAtMs : Number.POSITIVE_INFINITY }
    if (change < 0.8) shapes.push(circle(area, spot(), { number: area * 2, ...before }))
    if (change < 0.3 || change >= 0.8) {
      shapes.push(circle(area, spot(), { number: area * 2 + 1, countsFromMs: changeAtMs }))
    }
  }
  return createAreas(shapes)
}
