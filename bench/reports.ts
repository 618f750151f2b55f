// npm run bench -- reports: what writing files takes, files of a month of 10,000 devices, and what they cost others.

import { parseArgs } from 'node:util'
import type { Targets } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import type { Figures } from './harness.ts'
import { formatTargets, measureFormats } from './reports/formats.ts'
import { measureRuns, runTargets } from './reports/runs.ts'

const parts: Record<string, () => Figures | Promise<Figures>> = { formats: measureFormats, runs: measureRuns }

const targets: Targets = { ...formatTargets, ...runTargets }

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } })
  const figures: Figures = {}
  for (const [name, measure] of Object.entries(parts)) {
    if (values.only === undefined || values.only === name) Object.assign(figures, await measure())
  }
  const measured = Object.entries(targets).filter(([name]) => name in figures)
  report('reports', figures, Object.fromEntries(measured))
}
