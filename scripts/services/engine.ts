// One engine process of ours in its own directory: started, waited for, found again, started again on the same ports.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Controls } from './controls.ts'
import { controlsOf, findRunning } from './controls.ts'
import { EngineError } from './errors.ts'
import { readState, writeState } from './files.ts'
import { withLock } from './lock.ts'
import { arePortsFree, findFreePort } from './ports.ts'
import type { Command, ProcessId } from './processes.ts'
import { areGone, isAlive, launch, signal, thaw } from './processes.ts'

export type Ports<Name extends string> = Record<Name, number>

export type EngineSpec<Name extends string> = {
  name: string
  dir: string
  /** A port that must be this one, or undefined where any will do. */
  ports: Record<Name, number | undefined>
  prepare(ports: Ports<Name>): Command
  isReady(ports: Ports<Name>, pid: number): Promise<boolean> | boolean
  /** Whether what it wrote before it ended tells of something that passes by itself. */
  passesByItself?(log: string): boolean
  stopSignal: NodeJS.Signals
  /** Sent by the kernel when we end; undefined lets the engine outlive us. */
  onOurDeath: NodeJS.Signals | undefined
}

export type Engine<Name extends string> = Controls & {
  ports: Ports<Name>
  /** Again on the same ports, after `stop` or `kill`. Returns when it is ready. */
  start(): Promise<void>
}

const readyWithinMs = 300_000 // recovery after a crash may have gigabytes to read
const passesWithinMs = 30_000

/** Starts the engine, or finds the one that already runs in this directory. The caller holds the lock. */
export async function startEngine<Name extends string>(spec: EngineSpec<Name>): Promise<Engine<Name>> {
  const ports = (await findAgain(spec)) ?? (await runOnSomePorts(spec))
  return {
    ...controlsOf(spec.dir, spec.stopSignal),
    ports,
    start: () =>
      withLock(spec.dir, async () => {
        if (!findRunning(spec.dir)) await run(spec, ports)
      }),
  }
}

export function logFileOf(dir: string): string {
  return join(dir, 'engine.log')
}

async function findAgain<Name extends string>(spec: EngineSpec<Name>): Promise<Ports<Name> | undefined> {
  const running = findRunning(spec.dir)
  if (!running) return undefined
  const ports = readState(spec.dir).ports as Ports<Name>
  thaw(running) // whoever paused it may have died before resuming it
  return (await untilReady(spec, ports, running)) ? ports : undefined
}

async function runOnSomePorts<Name extends string>(spec: EngineSpec<Name>): Promise<Ports<Name>> {
  for (let triesLeft = 5; ; triesLeft--) {
    const ports = await choosePorts(spec)
    try {
      await run(spec, ports)
      return ports
    } catch (error) {
      // Somebody else may take a port between our look and the engine's.
      const wereOurs = await arePortsFree(Object.values(ports))
      if (wereOurs || triesLeft === 0) throw error
    }
  }
}

async function choosePorts<Name extends string>(spec: EngineSpec<Name>): Promise<Ports<Name>> {
  const remembered = readState(spec.dir).ports
  const chosen = new Map<string, number>()
  for (const [name, wanted] of Object.entries<number | undefined>(spec.ports)) {
    const before = remembered[name]
    const keepsIt = before !== undefined && (await arePortsFree([before]))
    chosen.set(name, wanted ?? (keepsIt ? before : await findFreePort([...chosen.values()])))
  }
  return Object.fromEntries(chosen) as Ports<Name>
}

async function run<Name extends string>(spec: EngineSpec<Name>, ports: Ports<Name>): Promise<void> {
  if (!(await arePortsFree(Object.values(ports)))) {
    const numbers = Object.values(ports).join(', ')
    throw new EngineError(
      `${spec.name} cannot start: another program listens on one of its ports (${numbers})`,
    )
  }
  const logFile = logFileOf(spec.dir)
  const deadline = performance.now() + passesWithinMs
  for (;;) {
    const logStart = existsSync(logFile) ? statSync(logFile).size : 0
    const command = spec.prepare(ports)
    const started = await launch(command, { logFile, onOurDeath: spec.onOurDeath })
    if (started) writeState(spec.dir, { ports, process: started })
    if (started && (await untilReady(spec, ports, started))) return

    const log = readFileSync(logFile).subarray(logStart).toString().trim()
    if (!spec.passesByItself?.(log) || performance.now() > deadline) {
      throw new EngineError(`${spec.name} ended right after its start. It wrote to ${logFile}:\n${log}`)
    }
    await sleep(200)
  }
}

/** Whether it became ready; false when it ended before. */
async function untilReady<Name extends string>(
  spec: EngineSpec<Name>,
  ports: Ports<Name>,
  started: ProcessId,
): Promise<boolean> {
  const deadline = performance.now() + readyWithinMs
  while (isAlive(started)) {
    if (await spec.isReady(ports, started.pid)) return true
    if (performance.now() > deadline) {
      signal(started, 'SIGKILL')
      await areGone([started], 10_000)
      throw new EngineError(
        `${spec.name} was not ready after ${readyWithinMs / 1000} s; see ${logFileOf(spec.dir)}`,
      )
    }
    await sleep(30)
  }
  return false
}
