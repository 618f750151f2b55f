// The size of a shape on the earth: the area it covers, and the length of a corridor.

import { directionOf, meanRadiusM, metresBetween, radians } from '../../live/globe.ts'
import type { Position, Ring, Shape } from '../../live/shape.ts'
import { areasOf } from '../../live/shape.ts'

/** Of a circle or an area. Edges are straight in longitude and latitude, as the server evaluates them. */
export function areaM2Of({ geometry, radiusM }: Shape): number {
  if (geometry.type === 'Point') {
    return 2 * Math.PI * meanRadiusM ** 2 * (1 - Math.cos((radiusM ?? 0) / meanRadiusM))
  }
  return areasOf(geometry).reduce((sum, [outer = [], ...holes]) => {
    const inner = holes.reduce((all, hole) => all + ringM2(hole), 0)
    return sum + ringM2(outer) - inner
  }, 0)
}

export function lengthMOf(line: Position[]): number {
  const points = line.map(([longitude = 0, latitude = 0]) => directionOf(longitude, latitude))
  return points.reduce(
    (sum, point, index) => sum + (index === 0 ? 0 : metresBetween(points[index - 1] as typeof point, point)),
    0,
  )
}

function ringM2(ring: Ring): number {
  let sum = 0
  for (const [index, [longitude = 0, latitude = 0]] of ring.entries()) {
    const [nextLongitude = 0, nextLatitude = 0] = ring[(index + 1) % ring.length] as Position
    const heights = Math.sin(latitude * radians) + Math.sin(nextLatitude * radians)
    sum += (nextLongitude - longitude) * radians * heights
  }
  return Math.abs((sum * meanRadiusM ** 2) / 2)
}
