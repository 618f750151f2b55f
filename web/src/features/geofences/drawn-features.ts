// Converts between geofence shapes and the drawing library, which supports single rings and lines within 180 degrees.

import { directionOf, metresBetween, radians } from '../../live/globe.ts'
import { destinationOf } from '../../live/outline.ts'
import type { Position, Ring, Shape } from '../../live/shape.ts'
import { rounded } from '../../live/shape-middle.ts'

/** More corners than this cannot be distinguished with a pointer; the coordinates field handles them. */
const maxHandles = 400

export interface DrawnFeature {
  type: 'Feature'
  properties: { mode: 'polygon' | 'linestring' | 'handles' }
  geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'LineString'; coordinates: Position[] }
}

/** Undefined for shapes that can only be edited by numbers. A circle becomes four handles on its border. */
export function toDrawn({ geometry, radiusM }: Shape): DrawnFeature | undefined {
  switch (geometry.type) {
    case 'Point': {
      const ring = [90, 180, 270, 0, 90].map((bearing) =>
        destinationOf(geometry.coordinates, bearing, radiusM ?? 1),
      )
      return fitting({
        type: 'Feature',
        properties: { mode: 'handles' },
        geometry: { type: 'Polygon', coordinates: [ring.map(roundedPosition)] },
      })
    }
    case 'LineString':
      return fitting({
        type: 'Feature',
        properties: { mode: 'linestring' },
        geometry: { type: 'LineString', coordinates: geometry.coordinates.map(roundedPosition) },
      })
    case 'Polygon':
      if (geometry.coordinates.length > 1) return undefined
      return fitting({
        type: 'Feature',
        properties: { mode: 'polygon' },
        geometry: {
          type: 'Polygon',
          coordinates: geometry.coordinates.map((ring) => ring.map(roundedPosition)),
        },
      })
    case 'MultiPolygon':
      return undefined
  }
}

function fitting(feature: DrawnFeature): DrawnFeature | undefined {
  const { geometry } = feature
  const line = geometry.type === 'Polygon' ? geometry.coordinates[0]! : geometry.coordinates
  if (line.length > maxHandles) return undefined
  const isWithin = line.every(
    ([longitude = 0, latitude = 0], index) =>
      Math.abs(longitude) <= 180 &&
      Math.abs(latitude) < 86 &&
      Math.abs(longitude - (line[index - 1]?.[0] ?? longitude)) <= 180,
  )
  return isWithin ? feature : undefined
}

/** The drawn circle, which is a true circle in the map's projection. */
export function circleOf(ring: Ring): Shape {
  const heights = ring.map(([, latitude = 0]) => northing(latitude))
  const longitudes = ring.map(([longitude = 0]) => longitude)
  const middle: Position = [
    rounded((Math.min(...longitudes) + Math.max(...longitudes)) / 2),
    rounded(latitudeOf((Math.min(...heights) + Math.max(...heights)) / 2)),
  ]
  const metres = metresBetween(
    directionOf(Math.max(...longitudes), middle[1]!),
    directionOf(middle[0]!, middle[1]!),
  )
  return { geometry: { type: 'Point', coordinates: middle }, radiusM: wholeMetres(metres) }
}

/** The circle after its handles were dragged: all of them move it, a single one resizes it. */
export function circleByHandles(before: Shape, handles: Ring, dragged: Ring): Shape {
  if (before.geometry.type !== 'Point') return before
  const span = (ring: Ring) => Math.abs((ring[0]?.[0] ?? 0) - (ring[2]?.[0] ?? 0))
  const growth = span(dragged) / span(handles)
  if (Math.abs(growth - 1) > 1e-4) return { ...before, radiusM: wholeMetres((before.radiusM ?? 1) * growth) }
  const [longitude = 0, latitude = 0] = before.geometry.coordinates
  const east = (dragged[0]?.[0] ?? 0) - (handles[0]?.[0] ?? 0)
  const north = northing(dragged[0]?.[1] ?? 0) - northing(handles[0]?.[1] ?? 0)
  const coordinates = [rounded(longitude + east), rounded(latitudeOf(northing(latitude) + north))]
  return { ...before, geometry: { type: 'Point', coordinates } }
}

function wholeMetres(metres: number): number {
  return Math.min(5_000_000, Math.max(1, metres < 100 ? Math.round(metres * 10) / 10 : Math.round(metres)))
}

/** The Mercator projection of the map. */
function northing(latitude: number): number {
  return Math.log(Math.tan(Math.PI / 4 + (latitude * radians) / 2))
}

function latitudeOf(height: number): number {
  return (2 * Math.atan(Math.exp(height)) - Math.PI / 2) / radians
}

function roundedPosition([longitude = 0, latitude = 0]: Position): Position {
  return [rounded(longitude), rounded(latitude)]
}
