// npm run bench -- places: lookups of places, what they add to reads, the devices near a point, and what a geocoder that
// misbehaves does to trackers and alerts.

import type { Targets } from '../scripts/proof/report.ts'
import type { Parts } from './parts.ts'
import { runParts } from './parts.ts'
import { geocoderTargets, measureGeocoder } from './places/geocoder.ts'
import { measureLookups } from './places/lookups.ts'
import { measureNear } from './places/near.ts'
import { measureRead } from './places/read.ts'

const parts: Parts = {
  lookups: measureLookups,
  read: measureRead,
  near: measureNear,
  geocoder: measureGeocoder,
}

const targets: Targets = {
  'load, ms': { atMost: 300 },
  'memory, MB': { atMost: 60 },
  'lookups per CPU second, near towns': { atLeast: 200_000 },
  'lookups per CPU second, anywhere on earth': { atLeast: 200_000 },
  'right country, share': { atLeast: 0.98 },
  'lastLocation with place : without, by CPU': { atMost: 1.1 },
  'near, ms p99': { atMost: 20 },
  ...geocoderTargets,
}

export function run(args: string[]): Promise<void> {
  return runParts('places', parts, targets, args)
}
