export interface Point {
  latitude: number
  longitude: number
}
export interface StoredShape {
  number: number
  kind: string
  geometry: unknown
  radiusM: number | null
}
export interface GeofenceIndex {
  at(point: Point): number[]
  along(from: Point, to: Point): { number: number; entersAt: number; leavesAt: number }[]
  distanceM(number: number, point: Point): number | undefined
}
export function createGeofenceIndex(_fences: Iterable<StoredShape>): GeofenceIndex {
  return { at: () => [], along: () => [], distanceM: () => undefined }
}
