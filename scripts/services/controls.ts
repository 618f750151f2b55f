// What can be done to an engine that runs, known only by the state.json of its directory.
import { readState, writeState } from './files.ts'
import type { ProcessId } from './processes.ts'
import { areGone, freeze, isAlive, signal, thaw } from './processes.ts'

export type Controls = {
  /** Undefined while it does not run. */
  pid(): number | undefined
  /** Ends it in good order and waits until it is gone. */
  stop(): Promise<void>
  /** Ends it and its children at once (SIGKILL) and waits until they are gone. */
  kill(): Promise<void>
  /** It and its children stand still (SIGSTOP) until `resume`. Its connections stay open. */
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

/** The process in state.json, if it is still that one. */
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
  throw new Error(`still running ${withinMs / 1000} s after it was told to end: pid ${pids.join(', ')}`)
}
