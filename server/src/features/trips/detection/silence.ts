// What a silence between two usable locations means.

import type { Leg } from './leg.types.ts'
import type { Thresholds } from './settings.ts'
import type { Fix } from './state.types.ts'
import { stayMetresOf } from './stay.ts'

/**
 * `slept`: it ended where it began. `bridged`: at a speed at which the device can have moved all the time, as in a
 * tunnel. Otherwise a gap.
 */
export type Silence = 'none' | 'slept' | 'bridged' | 'gap'

export function silenceOf(leg: Leg, fix: Fix, thresholds: Thresholds): Silence {
  if (!leg.isSilent) return 'none'
  if (leg.metres <= stayMetresOf(fix, thresholds)) return 'slept'
  const { movingKmh, maxKmh } = thresholds.settings
  const isBelievable = leg.kmh >= movingKmh && leg.kmh <= maxKmh
  return isBelievable && leg.toMs - leg.fromMs < thresholds.bridgeMs ? 'bridged' : 'gap'
}

/** The distance across the silence is only known on a straight line. */
export function isElsewhere(silence: Silence): boolean {
  return silence === 'bridged' || silence === 'gap'
}
