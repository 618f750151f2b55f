// npm run bench -- reports: files of a month of 10,000 devices, and what they cost others.

import { parseArgs } from 'node:util'
import type { Target } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import type { Figures } from './harness.ts'
import { measureRuns } from './reports/runs.ts'

const parts: Record<string, () => Figures | Promise<Figures>> = { runs: measureRuns }

const targets: Record<string, Target> = {
  'fleet summary, XLSX: seconds': { atMost: 30 },
  'fleet summary, XLSX: peak of memory, MB': { atMost: 200 },
  'fleet summary, CSV: seconds': { atMost: 8 },
  'fleet summary, CSV: peak of memory, MB': { atMost: 200 },
  'fleet summary, JSON: seconds': { atMost: 8 },
  'day by day, XLSX: seconds': { atMost: 30 },
  'day by day, XLSX: peak of memory, MB': { atMost: 200 },
  'fleet summary, PDF: seconds': { atMost: 25 },
  'fleet summary, PDF: peak of memory, MB': { atMost: 250 },
  '2.5 million trips, CSV: seconds': { atMost: 90 },
  '2.5 million trips, CSV: peak of memory, MB': { atMost: 200 },
  'lastLocation beside two reports : alone, p99': { atMost: 1.5 },
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
