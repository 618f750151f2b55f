// Separate processes, for tests of concurrency, stopping and killing.

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

/** A command that runs to its end unless it is killed. */
export interface Command {
  pid: number
  kill(signal?: NodeJS.Signals): void
  ended: Promise<Exit & { stdout: string; stderr: string }>
}

export interface ServerProcess {
  /** Empty without the role `api`. */
  url: string
  pid: number
  /** The log so far. */
  lines: LogLine[]
  isRunning(): boolean
  /** SIGTERM, as an operator would; waits for the exit. */
  stop(): Promise<Exit>
  /** SIGKILL, as a crash. */
  kill(): Promise<Exit>
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export function runRastro(env: Env, ...args: string[]): Command {
  return runMain(main, env, ...args)
}

/** The same for another version. */
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
    kill: (signal = 'SIGKILL') => {
      child.kill(signal)
    },
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr })),
  }
}

/** Resolves once it serves; rejects with its error output if it exits before. */
export async function spawnServer(
  env: Env,
  roles: string[] = ['api'],
  { version = main, nodeArgs = [] }: { version?: string | undefined; nodeArgs?: string[] } = {},
): Promise<ServerProcess> {
  const more = { RASTRO_LOG_LEVEL: 'info', RASTRO_HTTP_PORT: '0' }
  const child = start(version, { ...env, ...more }, ['serve', ...roles], nodeArgs)
  const lines: LogLine[] = []
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }))
  const served = new Promise<LogLine>((resolve) => {
    readLines(child, (line) => {
      lines.push(line)
      if (line.msg === 'serving') resolve(line)
    })
  })
  const first = await Promise.race([served, ended])
  if (!('msg' in first)) throw new Error(`the server exited before it served: ${stderr}`)
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

/** Shared by all processes, which halves their start time. */
const compileCache = join(tmpdir(), 'rastro-compile-cache')

/** The kernel kills the process when the test process ends, however it ends. */
function start(main: string, env: Env, args: string[], nodeArgs: string[] = []): ChildProcess {
  const setprivArgs = ['--pdeathsig', 'KILL', process.execPath, ...nodeArgs, main, ...args]
  const child = spawn('setpriv', setprivArgs, {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return child
}

function readLines(child: ChildProcess, onLine: (line: LogLine) => void): void {
  let rest = ''
  child.stdout?.on('data', (chunk) => {
    const pieces = (rest + chunk).split('\n')
    rest = pieces.pop() ?? ''
    for (const piece of pieces) if (piece.startsWith('{')) onLine(JSON.parse(piece))
  })
}
