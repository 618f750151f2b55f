// npm run bench -- reports: what writing report files takes, in CPU time and memory.

import { parseArgs } from 'node:util'
import type { Target } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import type { Figures } from './harness.ts'
import { measureFormats } from './reports/formats.ts'

const parts: Record<string, () => Figures | Promise<Figures>> = { formats: measureFormats }

const targets: Record<string, Target> = {
  'csv, 310,000 rows, CPU s': { atMost: 8 },
  'csv, 310,000 rows, peak MB': { atMost: 200 },
  'json, 310,000 rows, CPU s': { atMost: 8 },
  'json, 310,000 rows, peak MB': { atMost: 200 },
  'xlsx, 310,000 rows, CPU s': { atMost: 30 },
  'xlsx, 310,000 rows, peak MB': { atMost: 200 },
  'pdf, 10,000 rows, CPU s': { atMost: 25 },
  'pdf, 10,000 rows, peak MB': { atMost: 250 },
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } })
  const figures: Figures = {}
  for (const [name, measure] of Object.entries(parts)) {
    if (values.only === undefined || values.only === name) Object.assign(figures, await measure())
  }
  const measured = Object.entries(targets).filter(([name]) => name in figures)
  report('reports', figures, Object.fromEntries(measured))
}
