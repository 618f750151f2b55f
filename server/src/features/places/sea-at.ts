import type { Sea } from './seas.ts'
import { seas } from './seas.ts'

export function seaAt(latitude: number, longitude: number): Sea | undefined {
  // By number: this is most of the time of a lookup at sea.
  for (let index = 0; index < seas.length; index += 1) {
    const sea = seas[index]!
    const { box } = sea
    if (longitude < box[0] || latitude < box[1] || longitude > box[2] || latitude > box[3]) continue
    if (!sea.corners || isWithin(sea.corners, latitude, longitude)) return sea
  }
  return undefined
}

/** By the parity of crossings to the east. */
function isWithin(corners: [number, number][], latitude: number, longitude: number): boolean {
  let isInside = false
  let before = corners.at(-1)!
  for (let index = 0; index < corners.length; index += 1) {
    const corner = corners[index]!
    const isCrossed = before[1] > latitude !== corner[1] > latitude
    const part = (latitude - before[1]) / (corner[1] - before[1])
    if (isCrossed && longitude < before[0] + part * (corner[0] - before[0])) isInside = !isInside
    before = corner
  }
  return isInside
}
