// npm run bench -- reports: what writing report files takes, in CPU time and memory.

import { parseArgs } from 'node:util'
import type { Targets } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import type { Figures } from './harness.ts'
import { formatTargets, measureFormats } from './reports/formats.ts'

const parts: Record<string, () => Figures | Promise<Figures>> = { formats: measureFormats }

const targets: Targets = { ...formatTargets }

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } })
  const figures: Figures = {}
  for (const [name, measure] of Object.entries(parts)) {
    if (values.only === undefined || values.only === name) Object.assign(figures, await measure())
  }
  const measured = Object.entries(targets).filter(([name]) => name in figures)
  report('reports', figures, Object.fromEntries(measured))
}
