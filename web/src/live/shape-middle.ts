import { boxOf } from './inside.ts'
import type { Shape } from './shape.ts'
import { areasOf, nearTo, unwrapLine } from './shape.ts'

/** The centre of a circle, or of the bounds of other shapes. */
export function middleOfShape(shape: Shape): [longitude: number, latitude: number] {
  const { geometry } = shape
  if (geometry.type === 'Point') return [geometry.coordinates[0] ?? 0, geometry.coordinates[1] ?? 0]
  const { west, south, east, north } =
    geometry.type === 'LineString'
      ? boxOf(unwrapLine(geometry.coordinates))
      : boxOf(areasOf(geometry).flat(2))
  return [rounded(nearTo((west + east) / 2, 0)), rounded((south + north) / 2)]
}

/** Rounds to a centimetre. */
export function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}
