// The devices inside a shape now. The worker computes it for the whole fleet while a shape is drawn.

import type { Columns } from './columns.ts'
import { directionOf, metresBetween, metresToLeg } from './globe.ts'
import type { Position, Shape } from './shape.ts'
import { areasOf, nearTo } from './shape.ts'

export type Holds = (longitude: number, latitude: number) => boolean

export function holdsOf({ geometry, radiusM }: Shape): Holds {
  if (geometry.type === 'Point') {
    const [longitude = 0, latitude = 0] = geometry.coordinates
    const middle = directionOf(longitude, latitude)
    return (x, y) => metresBetween(directionOf(x, y), middle) <= (radiusM ?? 0)
  }
  if (geometry.type === 'LineString') {
    const ends = geometry.coordinates.map(([longitude = 0, latitude = 0]) => directionOf(longitude, latitude))
    return (x, y) => {
      const point = directionOf(x, y)
      return ends.some((to, index) => {
        const from = ends[index - 1]
        return from !== undefined && metresToLeg(point, from, to) <= (radiusM ?? 0)
      })
    }
  }
  const areas = areasOf(geometry).map((rings) => ({ rings, box: boxOf(rings[0] ?? []) }))
  return (x, y) =>
    areas.some(({ rings, box }) => {
      if (y < box.south || y > box.north) return false
      for (let turned = x + 360 * Math.ceil((box.west - x) / 360); turned <= box.east; turned += 360) {
        if (isOddlyCrossed(rings, turned, y)) return true
      }
      return false
    })
}

/** Indexes of the devices that are inside. */
export function inside(columns: Columns, shape: Shape): number[] {
  const holds = holdsOf(shape)
  const found: number[] = []
  for (let index = 0; index < columns.size; index += 1) {
    const longitude = columns.number('longitude', index)
    if (Number.isNaN(longitude)) continue
    if (holds(nearTo(longitude, 0), columns.number('latitude', index))) found.push(index)
  }
  return found
}

function isOddlyCrossed(rings: Position[][], x: number, y: number): boolean {
  let isInside = false
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index += 1) {
      const [ax = 0, ay = 0] = ring[index - 1] as Position
      const [bx = 0, by = 0] = ring[index] as Position
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside
    }
  }
  return isInside
}

export function boxOf(line: Position[]) {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const [longitude = 0, latitude = 0] of line) {
    box.west = Math.min(box.west, longitude)
    box.east = Math.max(box.east, longitude)
    box.south = Math.min(box.south, latitude)
    box.north = Math.max(box.north, latitude)
  }
  return box
}
