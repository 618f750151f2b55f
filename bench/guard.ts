// npm run bench -- guard: detects slowdowns in a minute. Compares the CPU time per operation with that of bare
// PostgreSQL and NATS, alternating in the same run, which cancels out the speed and the load of the machine.

import { parseArgs } from 'node:util'
import { report } from '../scripts/proof/report.ts'
import { imeisOf } from '../simulator/src/identifiers.ts'
import { openBareStore, withBareDevices } from './bare/store.ts'
import type { Figures } from './harness.ts'
import { median } from './harness.ts'
import { driveDays, trackPair } from './history.ts'
import { openIngest } from './ingest.ts'
import type { Installation } from './installation.ts'
import { install } from './installation.ts'
import { measureByTurns, ratioOf, startBare } from './load/side-by-side.ts'
import { placeDevices, readNames, readPairs } from './read.ts'

/** Measured on a busy machine. Update when a change moves one permanently. */
const recorded: Record<string, number> = {
  ingest: 0.31,
  lastLocation: 0.52,
  device: 0.58,
  // Attempts are counted before they are judged, which costs two writes.
  token: 0.18,
  track: 0.77,
}
/** Runs on a busy machine differ by a tenth; a quarter is a real slowdown. */
const floorShare = 0.75
/** NATS reserves the sizes of the logs, and .ci/full runs this in memory, where the usual 30 GB do not fit. */
const smallLogs = {
  RASTRO_LOCATION_LOG_MAX_MB: '2048',
  RASTRO_EVENT_LOG_MAX_MB: '2048',
  RASTRO_FRAME_LOG_MAX_MB: '512',
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '1' },
      offered: { type: 'string', default: '60000' },
    },
  })
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
  const identifiers = imeisOf('35630704', 200)
  const installation = await install(withBareDevices(identifiers), smallLogs)
  try {
    const figures: Figures = {
      ...(await guardReads(installation, rounds, seconds)),
      ...(await guardIngest(
        installation,
        { identifiers, locationsPerSecond: Number(values.offered), seconds: 3 },
        rounds,
      )),
    }
    const floors = Object.entries(recorded).map(([name, ratio]) => {
      return [figureOf(name), { atLeast: Math.round(ratio * floorShare * 100) / 100 }]
    })
    report('guard', figures, Object.fromEntries(floors))
  } finally {
    await installation.remove()
  }
}

async function guardReads(installation: Installation, rounds: number, seconds: number): Promise<Figures> {
  const numbers = await driveDays(installation)
  await placeDevices(installation)
  const api = await installation.serve('api', 'warn')
  const bareReads = await startBare(installation, 'read')
  const bareTracks = await startBare(installation, 'track')
  try {
    const pairs = await readPairs(installation, api, bareReads)
    const figures: Figures = {}
    for (const name of readNames) {
      figures[figureOf(name)] = ratioOf(await measureByTurns(pairs[name], rounds, seconds), 'cpuMicros')
    }
    const tracks = await trackPair(installation, api, bareTracks, numbers)
    figures[figureOf('track')] = ratioOf(await measureByTurns(tracks, rounds, seconds), 'cpuMicros')
    return figures
  } finally {
    bareReads.stop()
    bareTracks.stop()
    await api.stop()
  }
}

async function guardIngest(
  installation: Installation,
  load: { identifiers: string[]; locationsPerSecond: number; seconds: number },
  rounds: number,
): Promise<Figures> {
  const bare = await openBareStore(installation)
  const ingest = await openIngest(installation)
  try {
    const ratios: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const { cpuMicros } = await bare.measure('insertAndNewest', load.seconds / 3)
      const { gateway, nats, recorder, postgres } = (await ingest.measure(load)).cpu
      if (round > 0) ratios.push(cpuMicros / (gateway + nats + recorder + postgres))
    }
    return { [figureOf('ingest')]: median(ratios) }
  } finally {
    await ingest.stop()
    await bare.close()
  }
}

function figureOf(name: string): string {
  return `${name}, by CPU, ours to bare`
}
