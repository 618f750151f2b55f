// A bench of several parts: all of them, or the one that --only names.

import { parseArgs } from 'node:util'
import type { Targets } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import type { Figures } from './harness.ts'

export type Parts = Record<string, () => Figures | Promise<Figures>>

export async function runParts(name: string, parts: Parts, targets: Targets, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } })
  if (values.only !== undefined && !(values.only in parts))
    throw new Error(`--only takes one of ${Object.keys(parts).join(', ')}`)
  const figures: Figures = {}
  for (const [part, measure] of Object.entries(parts)) {
    if (values.only === undefined || values.only === part) Object.assign(figures, await measure())
  }
  const measured = Object.entries(targets).filter(([target]) => target in figures)
  report(name, figures, Object.fromEntries(measured))
}
