// npm run bench -- reports [--only formats|files|trips|reads] [--devices 10000]: what writing files takes, files of a month
// of 10,000 devices, and what they cost others.

import { parseArgs } from 'node:util'
import type { Targets } from '../scripts/proof/report.ts'
import type { Parts } from './parts.ts'
import { runParts } from './parts.ts'
import type { Fleet } from './reports/fleet.ts'
import { openFleet } from './reports/fleet.ts'
import { formatTargets, measureFormats } from './reports/formats.ts'
import { measureFiles, measureReads, measureTrips, runTargets } from './reports/runs.ts'

const targets: Targets = { ...formatTargets, ...runTargets }

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string' }, devices: { type: 'string', default: '10000' } },
  })
  let opening: Promise<Fleet> | undefined
  const fleet = () => {
    opening ??= openFleet(Number(values.devices))
    return opening
  }
  const parts: Parts = {
    formats: measureFormats,
    files: async () => measureFiles(await fleet()),
    trips: async () => measureTrips(await fleet()),
    reads: async () => measureReads(await fleet()),
  }
  try {
    await runParts('reports', parts, targets, values.only === undefined ? [] : ['--only', values.only])
  } finally {
    await (await opening)?.remove()
  }
}
