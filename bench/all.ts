// npm run bench -- all: runs the benches one after the other, each in its own process so that none affects the next.
// --short: a few minutes, to check that everything runs; its results are too noisy to quote.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Figures, Targets } from '../scripts/proof/report.ts'
import { report } from '../scripts/proof/report.ts'
import type { Finding } from '../scripts/proof/results.ts'
import { readFinding } from '../scripts/proof/results.ts'

const runner = fileURLToPath(new URL('./run.ts', import.meta.url))

/** The headline figures of each bench. */
const benches: Record<string, { heads: string[]; short: string[] }> = {
  ingest: {
    heads: ['ratio to the slower bare engine', 'socket to row, locations/s'],
    short: ['--rounds', '1', '--seconds', '4'],
  },
  read: {
    heads: ['lastLocation, ours to bare', 'device, ours to bare', 'token, ours to bare'],
    short: ['--rounds', '1', '--seconds', '1'],
  },
  history: {
    heads: ['one-day track, ours to bare'],
    short: ['--rounds', '1', '--seconds', '1', '--devices', '100'],
  },
  live: { heads: ['frame to listener p99, ms'], short: ['--rounds', '1', '--seconds', '3', '--idle', '500'] },
  rules: { heads: ['ratio with 1,000', 'ratio with 10,000'], short: ['--rounds', '1', '--seconds', '3'] },
  decode: { heads: [], short: [] },
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { short: { type: 'boolean', default: false } } })
  const startedAt = performance.now()
  const figures: Figures = {}
  const targets: Targets = {}
  for (const [name, { heads, short }] of Object.entries(benches)) {
    const finding = await runOne(name, values.short ? short : [])
    for (const head of heads)
      if (finding?.figures[head] !== undefined) figures[`${name}: ${head}`] = finding.figures[head]
    figures[`${name}: reaches its targets`] = finding?.pass ?? false
    targets[`${name}: reaches its targets`] = { is: true }
  }
  figures.minutes = (performance.now() - startedAt) / 60_000
  report('all', figures, targets)
}

/** Prints its output; undefined if it exited without a result. */
async function runOne(name: string, args: string[]): Promise<Finding | undefined> {
  const child = spawn(process.execPath, [runner, name, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let last = ''
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line)
    last = line
  }
  return readFinding(last)
}
