// How far from its place a stationary device may be located.

import type { Thresholds } from './settings.ts'
import type { Fix } from './state.types.ts'

/** A worse accuracy widens the circle up to this. */
const maxByAccuracyM = 200

export function stayMetresOf({ accuracyM }: Fix, { settings }: Thresholds): number {
  return Math.max(settings.stayMetres, Math.min(maxByAccuracyM, accuracyM ?? 0))
}
