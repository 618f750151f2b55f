// Runs the blocks of one page from top to bottom, in one shell and one program.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Step } from './blocks.ts'
import type { Program, Ran } from './page-program.ts'
import { startProgram } from './page-program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const patienceMs = 30_000

export interface PageRun {
  run(step: Step): Promise<Ran>
  close(): void
}

/** `known` are the variables a reader already has: the server's address and credentials. */
export function openPage(steps: Step[], known: Record<string, string>): PageRun {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-page-'))
  const state = join(folder, 'state')
  // A failed request fails its block and still prints the response.
  writeFileSync(join(folder, '.curlrc'), 'fail-with-body\nshow-error\n')
  let env: Record<string, string> = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, ...known }
  let program: Program | undefined

  async function runShell({ code }: Step): Promise<Ran> {
    // Later blocks inherit the variables of a block; each runs in a new shell, so that none can block the next.
    const script = `set -aeuo pipefail\n${code}\nenv -0 > "$PAGE_STATE"`
    const ran = await runCommand('bash', ['-c', script], { ...env, PAGE_STATE: state })
    if (ran.exitCode === 0) {
      const { PAGE_STATE: _, ...kept } = variablesOf(readFileSync(state, 'utf8'))
      env = kept
    }
    return ran
  }

  function runTypeScript(): Promise<Ran> {
    const blocks = steps.filter(({ language }) => language === 'ts')
    program ??= startProgram(
      blocks.map(({ code }) => code),
      root,
    )
    return program.goOn(env)
  }

  return {
    run: (step) => {
      if (step.language === 'ts') return runTypeScript()
      if (step.language === 'py') return runCommand('python3', ['-c', step.code], env)
      return runShell(step)
    },
    close() {
      program?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function runCommand(command: string, args: string[], env: Record<string, string>): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: patienceMs,
    })
    let [output, complaint] = ['', '']
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      complaint += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output, complaint }))
  })
}

function variablesOf(text: string): Record<string, string> {
  const pairs = text.split('\0').filter(Boolean)
  return Object.fromEntries(pairs.map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)]))
}
