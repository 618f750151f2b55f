// npm run bench -- places: lookups of places, what they add to reads, the devices near a point, and what a geocoder that
// misbehaves does to trackers and alerts.

import { parseArgs } from 'node:util'
import type { Target } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import type { Figures } from './harness.ts'
import { geocoderTargets, measureGeocoder } from './places/geocoder.ts'
import { measureLookups } from './places/lookups.ts'
import { measureNear } from './places/near.ts'
import { measureRead } from './places/read.ts'

const parts: Record<string, () => Figures | Promise<Figures>> = {
  lookups: measureLookups,
  read: measureRead,
  near: measureNear,
  geocoder: measureGeocoder,
}

const targets: Record<string, Target> = {
  'load, ms': { atMost: 300 },
  'memory, MB': { atMost: 60 },
  'lookups per CPU second, near towns': { atLeast: 200_000 },
  'lookups per CPU second, anywhere on earth': { atLeast: 200_000 },
  'right country, share': { atLeast: 0.98 },
  'lastLocation with place : without, by CPU': { atMost: 1.1 },
  'near, ms p99': { atMost: 20 },
  ...geocoderTargets,
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } })
  const figures: Figures = {}
  for (const [name, measure] of Object.entries(parts)) {
    if (values.only === undefined || values.only === name) Object.assign(figures, await measure())
  }
  const measured = Object.entries(targets).filter(([name]) => name in figures)
  report('places', figures, Object.fromEntries(measured))
}
