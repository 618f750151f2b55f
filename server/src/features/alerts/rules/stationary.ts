// Whether a device stands still, by whatever the location says of it.

import type { Step } from './kind.types.ts'
import { distanceM } from './segments.ts'

const standingKmh = 3
/** Receivers wander by so much while they stand. */
const wanderM = 50

/** Undefined when the location does not say. */
export function standing({ fix, before }: Step): boolean | undefined {
  if (fix.speedKmh !== undefined && fix.place) return fix.speedKmh < standingKmh
  if (typeof fix.more.moving === 'boolean') return !fix.more.moving
  if (!fix.place || !before?.place) return undefined
  return distanceM(before.place, fix.place) < wanderM
}

export function minutes(seconds: number): string {
  return `${Math.round(seconds / 60)} minutes`
}
