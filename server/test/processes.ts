// Processes of their own, for what one process cannot show: two at once, stopping, killing.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type LogLine = Record<string, unknown> & { level: string; msg: string }
type Env = Record<string, string>

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A command that runs to its end, unless somebody kills it before. */
export interface Command {
  pid: number
  kill(signal?: NodeJS.Signals): void
  ended: Promise<Exit & { stdout: string; stderr: string }>
}

export interface ServerProcess {
  /** Empty without the role `api`. */
  url: string
  pid: number
  /** What it has logged so far. */
  lines: LogLine[]
  isRunning(): boolean
  /** As an operator does it: SIGTERM, then wait. */
  stop(): Promise<Exit>
  /** As an accident does it: SIGKILL. */
  kill(): Promise<Exit>
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export function runRastro(env: Env, ...args: string[]): Command {
  return runMain(main, env, ...args)
}

/** The same of another version. */
export function runMain(main: string, env: Env, ...args: string[]): Command {
  const child = start(main, env, args)
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  return {
    pid: child.pid!,
    kill: (signal = 'SIGKILL') => void child.kill(signal),
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr })),
  }
}

/** Resolves when it serves; fails with its own words when it ends before. */
export async function spawnServer(
  env: Env,
  roles: string[] = ['api'],
  version = main,
): Promise<ServerProcess> {
  const more = { RASTRO_LOG_LEVEL: 'info', RASTRO_HTTP_PORT: '0' }
  const child = start(version, { ...env, ...more }, ['serve', ...roles])
  const lines: LogLine[] = []
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint += chunk
  })
  const ended = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }))
  const served = new Promise<LogLine>((resolve) => {
    readLines(child, (line) => {
      lines.push(line)
      if (line.msg === 'serving') resolve(line)
    })
  })
  const first = await Promise.race([served, ended])
  if (!('msg' in first)) throw new Error(`the server ended before it served: ${complaint}`)
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    url: String(first.url ?? ''),
    pid: child.pid!,
    lines,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** On a leash: the kernel ends it when the process that tests ends, however it ends. */
const compileCache = join(tmpdir(), 'rastro-compile-cache')

function start(main: string, env: Env, args: string[]): ChildProcess {
  const leash = ['--pdeathsig', 'KILL', process.execPath, main, ...args]
  const child = spawn('setpriv', leash, {
    // What one process compiled, the next need not: they start in half the time.
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return child
}

function readLines(child: ChildProcess, take: (line: LogLine) => void): void {
  let rest = ''
  child.stdout?.on('data', (chunk) => {
    const pieces = (rest + chunk).split('\n')
    rest = pieces.pop() ?? ''
    for (const piece of pieces) if (piece.startsWith('{')) take(JSON.parse(piece))
  })
}
