// npm run bench -- accuracy: the trip detector against known trips, in worlds with and without trouble.

import { parseArgs } from 'node:util'
import type { Figures, Targets } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import { measureAccuracy } from '../server/test/trips/accuracy.ts'
import { bars, parkedWorlds } from '../server/test/trips/accuracy-bars.ts'
import { parked, plainWorld } from '../simulator/src/truth/worlds.ts'

/** Reported without a target. */
const otherIntervals: [seconds: number, devices: number][] = [
  [1, 2],
  [5, 10],
  [10, 20],
  [300, 50],
  [900, 50],
  [3_600, 50],
]
const daysOfParking = 10

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { weeks: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
  })
  const share = Number(values.weeks) / 1_000
  const seed = Number(values.seed)
  const figures: Figures = { seed }
  const targets: Targets = {}
  for (const [name, bar] of Object.entries(bars)) {
    const devices = Math.ceil(bar.weeks * share)
    const { settings = {} } = bar
    const found = measureAccuracy(bar.world, { devices, days: 7, seed, settings })
    figures[`${name}: trips`] = found.trips
    figures[`${name}: recall`] = found.recall
    figures[`${name}: precision`] = found.precision
    figures[`${name}: distance, error %`] = Math.abs(found.distanceError) * 100
    figures[`${name}: distance of a trip p95, error %`] = found.tripErrorP95 * 100
    targets[`${name}: recall`] = { atLeast: bar.recall }
    targets[`${name}: precision`] = { atLeast: bar.precision }
    if (bar.distance) targets[`${name}: distance, error %`] = { atMost: bar.distance * 100 }
    const tripDistance = bar.tripDistance ?? bar.missedTripDistance
    if (tripDistance) targets[`${name}: distance of a trip p95, error %`] = { atMost: tripDistance * 100 }
  }
  for (const [name, world] of Object.entries(parkedWorlds)) {
    const devices = Math.ceil((1_000 * share) / daysOfParking)
    const found = measureAccuracy(parked(world), { devices, days: daysOfParking, seed })
    const thousands = (devices * daysOfParking) / 1_000
    figures[`parked, ${name}: trips in 1,000 days`] = found.found / thousands
    figures[`parked, ${name}: km in 1,000 days`] = found.kilometres / thousands
    targets[`parked, ${name}: trips in 1,000 days`] = { atMost: 1 }
    targets[`parked, ${name}: km in 1,000 days`] = { atMost: 1 }
  }
  for (const [seconds, devices] of otherIntervals) {
    const options = { devices: Math.ceil(devices * Math.min(1, share * 4)), days: 7, seed }
    const found = measureAccuracy(plainWorld(seconds, 'absent'), options)
    figures[`plain, ${seconds} s: recall`] = found.recall
    figures[`plain, ${seconds} s: precision`] = found.precision
    figures[`plain, ${seconds} s: distance, error %`] = Math.abs(found.distanceError) * 100
  }
  report('accuracy', figures, targets)
}
