// One service process in its own directory: start it, wait for it, find it again, restart it on the same ports.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Controls } from './controls.ts'
import { controlsOf, findRunning } from './controls.ts'
import { ServiceError } from './errors.ts'
import { readState, writeState } from './files.ts'
import { withLock } from './lock.ts'
import { arePortsFree, findFreePort } from './ports.ts'
import type { Command, ProcessId } from './processes.ts'
import { areGone, isAlive, launch, signal, thaw } from './processes.ts'

export type Ports<Name extends string> = Record<Name, number>

export type ServiceSpec<Name extends string> = {
  name: string
  dir: string
  /** A fixed port, or undefined for any free one. */
  ports: Record<Name, number | undefined>
  prepare(ports: Ports<Name>): Command
  isReady(ports: Ports<Name>, pid: number): Promise<boolean> | boolean
  /** Whether its log shows a cause that passes by itself. */
  passesByItself?(log: string): boolean
  stopSignal: NodeJS.Signals
  /** Sent by the kernel when the parent dies; undefined lets the service outlive it. */
  onOurDeath: NodeJS.Signals | undefined
}

export type Service<Name extends string> = Controls & {
  ports: Ports<Name>
  /** Starts again on the same ports, after `stop` or `kill`. Returns when it is ready. */
  start(): Promise<void>
}

const readyWithinMs = 300_000 // crash recovery may read gigabytes
const passesWithinMs = 30_000

/** Starts the service, or finds the one already running in this directory. The caller holds the lock. */
export async function startService<Name extends string>(spec: ServiceSpec<Name>): Promise<Service<Name>> {
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
  return join(dir, 'service.log')
}

async function findAgain<Name extends string>(spec: ServiceSpec<Name>): Promise<Ports<Name> | undefined> {
  const running = findRunning(spec.dir)
  if (!running) return undefined
  const ports = readState(spec.dir).ports as Ports<Name>
  thaw(running) // a paused service stays paused if its test died
  return (await untilReady(spec, ports, running)) ? ports : undefined
}

async function runOnSomePorts<Name extends string>(spec: ServiceSpec<Name>): Promise<Ports<Name>> {
  for (let triesLeft = 5; ; triesLeft--) {
    const ports = await choosePorts(spec)
    try {
      await run(spec, ports)
      return ports
    } catch (error) {
      // Another program may take a port between the check and the start.
      const wereOurs = await arePortsFree(Object.values(ports))
      if (wereOurs || triesLeft === 0) throw error
    }
  }
}

async function choosePorts<Name extends string>(spec: ServiceSpec<Name>): Promise<Ports<Name>> {
  const remembered = readState(spec.dir).ports
  const chosen = new Map<string, number>()
  for (const [name, wanted] of Object.entries<number | undefined>(spec.ports)) {
    const before = remembered[name]
    const keepsIt = before !== undefined && (await arePortsFree([before]))
    chosen.set(name, wanted ?? (keepsIt ? before : await findFreePort([...chosen.values()])))
  }
  return Object.fromEntries(chosen) as Ports<Name>
}

async function run<Name extends string>(spec: ServiceSpec<Name>, ports: Ports<Name>): Promise<void> {
  if (!(await arePortsFree(Object.values(ports)))) {
    const numbers = Object.values(ports).join(', ')
    throw new ServiceError(
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
      throw new ServiceError(`${spec.name} exited right after its start. Log (${logFile}):\n${log}`)
    }
    await sleep(200)
  }
}

/** Whether it became ready; false if it exited before. */
async function untilReady<Name extends string>(
  spec: ServiceSpec<Name>,
  ports: Ports<Name>,
  started: ProcessId,
): Promise<boolean> {
  const deadline = performance.now() + readyWithinMs
  while (isAlive(started)) {
    if (await spec.isReady(ports, started.pid)) return true
    if (performance.now() > deadline) {
      signal(started, 'SIGKILL')
      await areGone([started], 10_000)
      throw new ServiceError(
        `${spec.name} was not ready after ${readyWithinMs / 1000} s; see ${logFileOf(spec.dir)}`,
      )
    }
    await sleep(30)
  }
  return false
}
