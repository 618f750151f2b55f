// Whether a device is stationary, by speed, motion flag or distance.

import type { Step } from './kind.types.ts'
import { distanceM } from './segments.ts'

const stationaryKmh = 3
/** Positions drift by this much while a device is stationary. */
const driftM = 50

/** Undefined if the location does not tell. */
export function stationary({ fix, before }: Step): boolean | undefined {
  if (fix.speedKmh !== undefined && fix.coordinates) return fix.speedKmh < stationaryKmh
  if (typeof fix.more.moving === 'boolean') return !fix.more.moving
  if (!fix.coordinates || !before?.coordinates) return undefined
  return distanceM(before.coordinates, fix.coordinates) < driftM
}

export function minutes(seconds: number): string {
  return `${Math.round(seconds / 60)} minutes`
}
