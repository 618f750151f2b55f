import type { Box, Coordinates } from './geodesy.api.ts'
import type { Segment, Stay } from './segment.ts'

/** One geofence, prepared for queries. Its boxes cover it; each is queried for the part of the shape inside it. */
export interface Shape {
  boxes: Box[]
  /** `longitude` is the one of the point, shifted to the box by whole turns. */
  contains(box: number, coordinates: Coordinates, longitude: number): boolean
  /** Metres to the border, negative inside. */
  distanceM(coordinates: Coordinates): number
  /** The same, of the parts in these boxes. */
  distanceAmongM(boxes: Iterable<number>, coordinates: Coordinates): number
  /** The part of the segment between the first entry and the last exit. `boxes` are those around the segment. */
  stay(boxes: Iterable<number>, segment: Segment): Stay | undefined
}
