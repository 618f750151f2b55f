import type { Box, Place } from './geodesy.ts'
import type { Stay, Way } from './segment.ts'

/** One geofence, made ready to be asked. Its boxes cover it; each is asked for the part of the shape that is in it. */
export interface Shape {
  boxes: Box[]
  /** `longitude` is the place's own, brought to the box by whole turns. */
  holds(box: number, place: Place, longitude: number): boolean
  /** To the border: below zero inside. */
  distanceM(place: Place): number
  /** The part of the way that lies between coming in first and going out last. */
  stay(box: number, way: Way): Stay | undefined
}
