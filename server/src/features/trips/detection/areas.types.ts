import type { Place } from './detection.types.ts'

/** Where a leg is inside an area: fractions of it, from 0 to 1. */
export interface Crossing {
  area: number
  entersAt: number
  leavesAt: number
}

/** The geofences of an account, by number, with the shapes that count at an instant. */
export interface Areas {
  /** Those that contain the place, in the order of their numbers. Only so many. */
  at(place: Place, atMs: number): number[]
  /** Those that the leg touches. Only so many. */
  along(from: Place, to: Place, atMs: number): Crossing[]
  /** To the border, negative inside. Undefined if the area does not exist then. */
  distanceM(area: number, place: Place, atMs: number): number | undefined
  /** Since when the shape counts that counts at an instant. */
  countsFromMs(area: number, atMs: number): number
}
