// For worker threads with long computations: the event loops of all processes come first.

import { readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** On a contended core, Linux gives such a thread about a tenth of the time: slow, but never starved. */
const niceness = 10
/** For each millisecond that the thread has waited for a processor, so many more. */
const restPerWait = 2
const usualMaxRestMs = 500
const neverNotified = new Int32Array(new SharedArrayBuffer(4))

/** Call it before loading modules, which takes computing time too. */
export function lowerThreadPriority(): void {
  // Only Linux has per-thread priorities; elsewhere this would slow down the whole process.
  if (process.platform === 'linux') lower(0)
}

/** With the threads that collect garbage and compile, which have begun before. */
export function lowerProcessPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads) lower(thread)
}

/** What the operator started with an even lower priority keeps it: raising it is not permitted. */
function lower(thread: number): void {
  if (getPriority(thread) < niceness) setPriority(thread, niceness)
}

interface RestOptions {
  maxRestMs?: number
  /** Where other processes work for this one, as PostgreSQL does for a report, their waiting counts too. */
  waited?: () => number
}

/**
 * Returns a function to call between parts of the work, which blocks the thread while the processors are busy. The
 * priority of a thread counts within its control group only: towards other services, a thread of low priority that is
 * alone in its group takes the whole share of the group. A thread of usual priority does not rest.
 */
export function createRest({
  maxRestMs = usualMaxRestMs,
  waited = threadWaitedMs,
}: RestOptions = {}): () => void {
  if (getPriority() < niceness) return () => {}
  let waitedMs = waited()
  return () => {
    const restMs = Math.min(maxRestMs, restPerWait * (waited() - waitedMs))
    if (restMs >= 1) Atomics.wait(neverNotified, 0, 0, restMs)
    waitedMs = waited()
  }
}

/** How long the thread could have computed but had no processor. 0 where the system does not count it. */
function threadWaitedMs(): number {
  const [, waitedNs] = readText('/proc/thread-self/schedstat').split(' ')
  return Number(waitedNs ?? 0) / 1e6
}

/** How long anything on the machine could have computed but had no processor. */
export function machineWaitedMs(): number {
  const [, waitedMicros] = /^some .*total=(\d+)/.exec(readText('/proc/pressure/cpu')) ?? []
  return waitedMicros === undefined ? threadWaitedMs() : Number(waitedMicros) / 1e3
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
