// npm run bench -- reports: what writing files takes, files of a month of 10,000 devices, and what they cost others.

import type { Targets } from '../scripts/proof/report.ts'
import type { Parts } from './parts.ts'
import { runParts } from './parts.ts'
import { formatTargets, measureFormats } from './reports/formats.ts'
import { measureRuns, runTargets } from './reports/runs.ts'

const parts: Parts = { formats: measureFormats, runs: measureRuns }

const targets: Targets = { ...formatTargets, ...runTargets }

export function run(args: string[]): Promise<void> {
  return runParts('reports', parts, targets, args)
}
