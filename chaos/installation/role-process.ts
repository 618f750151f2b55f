// A server process of an experiment: it can be killed, paused and started, and is restarted when it crashes.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface RoleProcess {
  readonly name: string
  /** Resolves when it is ready. */
  start(): Promise<void>
  /** SIGKILL; it stays down until `start`. */
  kill(): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  /** SIGTERM. Resolves with its exit code. */
  stop(): Promise<number | null>
  pid(): number | undefined
  /** How often it exited unexpectedly. */
  crashes(): number
  memoryMb(): number
  openFiles(): number
}

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
/** As `rastro serve` does. */
const restartAfterMs = 1_000
const maxOutputChars = 2_000
/** Shared by all processes, so that each file is compiled once. */
const compileCache = join(tmpdir(), 'rastro-compile-cache')

export function createRoleProcess(
  name: string,
  role: string,
  env: Record<string, string>,
  logFile: string,
): RoleProcess {
  const log = createWriteStream(logFile, { flags: 'a' })
  let child: ChildProcess | undefined
  let isWanted = false
  let crashes = 0
  let lastOutput = ''
  let wake: (() => void) | undefined

  function spawnOnce(): void {
    // The kernel kills it when this process ends, for whatever reason.
    const leash = ['--pdeathsig', 'KILL', process.execPath, main, 'serve', role]
    const spawned = spawn('setpriv', leash, {
      env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compileCache, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = spawned
    spawned.stdout?.on('data', (chunk: Buffer) => {
      log.write(chunk)
      if (chunk.includes('"msg":"serving"')) wake?.()
    })
    spawned.stderr?.on('data', (chunk: Buffer) => {
      log.write(chunk)
      lastOutput = chunk.toString().slice(-maxOutputChars)
    })
    spawned.on('exit', (code, signal) => {
      if (child === spawned) child = undefined
      if (!isWanted) return
      crashes += 1
      process.stdout.write(`${name} exited unexpectedly, code ${code}, signal ${signal}: ${lastOutput}\n`)
      setTimeout(() => isWanted && !child && spawnOnce(), restartAfterMs)
    })
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    isWanted = false
    const ending = child
    if (!ending) return null
    ending.kill('SIGCONT')
    ending.kill(signal)
    if (ending.exitCode === null && ending.signalCode === null) await once(ending, 'exit')
    return ending.exitCode
  }

  return {
    name,
    async start() {
      isWanted = true
      if (child) return
      const serving = new Promise<void>((resolve) => {
        wake = resolve
      })
      spawnOnce()
      const isUp = await Promise.race([serving.then(() => true), sleep(90_000, false, { ref: false })])
      if (!isUp)
        throw new Error(`${name} was not ready within 90 s:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`)
    },
    kill: async () => {
      await end('SIGKILL')
    },
    pause: async () => {
      child?.kill('SIGSTOP')
    },
    resume: async () => {
      child?.kill('SIGCONT')
    },
    stop: () => end('SIGTERM'),
    pid: () => child?.pid,
    crashes: () => crashes,
    memoryMb: () => {
      const status = readFileSync(`/proc/${child?.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    },
    openFiles: () => readdirSync(`/proc/${child?.pid}/fd`).length,
  }
}
