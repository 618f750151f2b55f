import { directionOf, metresBetween } from '../../live/globe.ts'

export interface Step {
  atMs: number
  coordinates: [longitude: number, latitude: number]
}

/** A stationary receiver drifts. */
const driftM = 80

/** The first step of those that end where the device is now. `isFirst`: there is none before. */
export function stoppedSince(steps: readonly Step[]): { atMs: number; isFirst: boolean } | undefined {
  const last = steps.at(-1)
  if (!last) return undefined
  const here = directionOf(...last.coordinates)
  const away = steps.findLastIndex(
    ({ coordinates }) => metresBetween(directionOf(...coordinates), here) > driftM,
  )
  return { atMs: (steps[away + 1] as Step).atMs, isFirst: away < 0 }
}
