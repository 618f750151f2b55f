// Whole numbers of the tables as the units of the API. Nothing is rounded but speeds, so that sums stay exact.

import { defaultSettings } from './detection/settings.ts'

/** After so long without a location a trip has a gap, unless settings differ. */
export const defaultGapSeconds = defaultSettings.gapSeconds

/** With centimetres as decimals: what adds up in the tables adds up in the API. */
export function toMetres(cm: number): number {
  return cm / 100
}

/** As locations have it. */
export function toMetresPerSecond(tenthKmh: number): number {
  return Math.round(tenthKmh / 0.36) / 100
}

export function toIso(atMs: number): string {
  return new Date(atMs).toISOString()
}
