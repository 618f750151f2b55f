// Controls of a running service, based on nothing but the state.json of its directory.
import { readState, writeState } from './files.ts'
import type { ProcessId } from './processes.ts'
import { areGone, freeze, isAlive, signal, thaw } from './processes.ts'

export type Controls = {
  /** Undefined while it is stopped. */
  pid(): number | undefined
  /** Shuts it down cleanly and waits until it has exited. */
  stop(): Promise<void>
  /** Kills it and its children (SIGKILL) and waits until they have exited. */
  kill(): Promise<void>
  /** Suspends it and its children (SIGSTOP) until `resume`. Its connections stay open. */
  pause(): Promise<void>
  resume(): Promise<void>
}

const stopWithinMs = 120_000
const dieWithinMs = 10_000

export function controlsOf(dir: string, stopSignal: NodeJS.Signals): Controls {
  return {
    pid: () => findRunning(dir)?.pid,

    async stop() {
      const running = findRunning(dir)
      if (running) {
        thaw(running)
        signal(running, stopSignal)
        await expectGone([running], stopWithinMs)
      }
      forget(dir)
    },

    async kill() {
      const running = findRunning(dir)
      if (running) {
        const family = await freeze(running)
        for (const member of family) signal(member, 'SIGKILL')
        await expectGone(family, dieWithinMs)
      }
      forget(dir)
    },

    async pause() {
      const running = findRunning(dir)
      if (running) await freeze(running)
    },

    async resume() {
      const running = findRunning(dir)
      if (running) thaw(running)
    },
  }
}

/** The process in state.json, if it is still the same one. */
export function findRunning(dir: string): ProcessId | undefined {
  const { process } = readState(dir)
  return process && isAlive(process) ? process : undefined
}

function forget(dir: string): void {
  const { ports, process } = readState(dir)
  if (process) writeState(dir, { ports })
}

async function expectGone(ids: ProcessId[], withinMs: number): Promise<void> {
  if (await areGone(ids, withinMs)) return
  const pids = ids.filter(isAlive).map(({ pid }) => pid)
  throw new Error(`still running ${withinMs / 1000} s after it was signalled: pid ${pids.join(', ')}`)
}
