// Runs the command line as a customer does: in its own process and environment.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const compileCache = join(tmpdir(), 'rastro-compile-cache')

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}

export interface Running {
  /** The output so far. */
  lines(): string[]
  complaints(): string
  /** As Ctrl-C. */
  interrupt(): void
  ended: Promise<Ran>
}

export interface Customer {
  env: Record<string, string>
  configHome: string
  run(...args: string[]): Promise<Ran>
  /** Passes it standard input. */
  runWithInput(input: string, ...args: string[]): Promise<Ran>
  start(...args: string[]): Running
}

/** A customer with an empty home directory. */
export async function createCustomer(env: Record<string, string> = {}): Promise<Customer> {
  const configHome = await mkdtemp(join(tmpdir(), 'rastro-client-'))
  const own = { XDG_CONFIG_HOME: configHome, TZ: 'UTC', ...env }
  return {
    env: own,
    configHome,
    run: (...args) => start(own, args).ended,
    runWithInput: (input, ...args) => start(own, args, input).ended,
    start: (...args) => start(own, args),
  }
}

function start(env: Record<string, string>, args: string[], input = ''): Running {
  const leash = ['--pdeathsig', 'KILL', process.execPath, main, ...args]
  const child = spawn('setpriv', leash, {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (piece) => {
    stdout += piece
  })
  child.stderr.on('data', (piece) => {
    stderr += piece
  })
  return {
    lines: () => stdout.split('\n').slice(0, -1),
    complaints: () => stderr,
    interrupt: () => {
      child.kill('SIGINT')
    },
    ended: once(child, 'close').then(([code]) => ({ code, stdout, stderr })),
  }
}

export function linesOf({ stdout }: Ran): string[] {
  return stdout.split('\n').filter(Boolean)
}
