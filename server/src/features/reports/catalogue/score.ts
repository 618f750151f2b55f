// The driving score. The report prints its formula, so that a driver can compute it too.

const pointsPerHarshEvent = 5
export const cmPer100Km = 1e7
/** Below, one event would decide. */
const minScoredCm = 1_000_000

export interface Scored {
  harshEvents: number
  cm: number
  /** Above the speed limit, */
  speedingCm: number
  /** of the distance for which a limit is known. */
  limitedCm: number
}

/** From 0 to 100. Null if there is no speed limit, or too little distance. */
export function scoreOf({ harshEvents, cm, speedingCm, limitedCm }: Scored): number | null {
  if (limitedCm <= 0 || cm < minScoredCm) return null
  const harshPer100Km = (harshEvents * cmPer100Km) / cm
  const speedingPercent = Math.min(100, (speedingCm * 100) / limitedCm)
  return Math.max(0, 100 - pointsPerHarshEvent * harshPer100Km - speedingPercent)
}
