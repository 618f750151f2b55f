// npm run proof -- bench|chaos|fuzz|quick-start …: runs it, and stores the result for docs/proof.md with date,
// machine and command.
//
// A run that missed a target is stored too, and the page shows it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describeMachine, loadBefore } from './proof/machine.ts'
import type { Finding } from './proof/results.ts'
import { keepResult, readFinding } from './proof/results.ts'

const programs: Record<string, string> = {
  bench: '../bench/run.ts',
  chaos: '../chaos/run.ts',
  fuzz: './fuzz.ts',
  'quick-start': './quick-start.ts',
}
const [kind = '', ...args] = process.argv.slice(2)
const program = programs[kind]
if (!program) {
  console.error(`npm run proof -- ${Object.keys(programs).join('|')} [arguments]`)
  process.exit(2)
}

const startedAt = new Date()
const machine = describeMachine()
const load = loadBefore()
const file = fileURLToPath(new URL(program, import.meta.url))
const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
const closed = once(child, 'close')
const findings: Finding[] = []
for await (const line of createInterface({ input: child.stdout })) {
  console.log(line)
  const finding = readFinding(line)
  if (finding) findings.push(finding)
}
const [code] = await closed
const command = ['npm run', kind, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')
const seconds = Math.round((Date.now() - startedAt.getTime()) / 1_000)
for (const finding of findings) {
  keepResult({ ...finding, command, startedAt: startedAt.toISOString(), seconds, machine, load })
}
if (findings.length === 0) console.error(`${command} exited with ${code} and reported no result`)
process.exitCode = code ?? 1
