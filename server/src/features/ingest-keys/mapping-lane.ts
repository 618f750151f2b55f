// One thread for mappings. A payload that takes too long, or too much memory, ends the thread, and the next one gets a
// new thread.

import { Worker } from 'node:worker_threads'
import { UnavailableError } from '../../platform/http/errors.ts'
import type { Mapping, MappingInput, MappingResult } from './mapping.types.ts'
import type { MappingMessage, MappingRequest } from './mapping.worker.ts'

const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }
/** Starting a thread costs about this much computing time. */
const startMs = 300
const maxIdleMs = 60_000

/** The payload took more time or memory than the lane allows. */
export class OverLimitError extends Error {
  override name = 'OverLimitError'
}

export interface Lane {
  /** In order. `onSpent` receives the time that it took, also after a failure. */
  evaluate(mapping: Mapping, input: MappingInput, onSpent: (ms: number) => void): Promise<MappingResult>
  stop(): void
}

interface Task {
  mapping: Mapping
  input: MappingInput
  onSpent: (ms: number) => void
  resolve(result: MappingResult): void
  reject(error: Error): void
}

interface Thread {
  worker: Worker
  isReady: boolean
}

export function createLane(maxMs: number): Lane {
  const waiting: Task[] = []
  let thread: Thread | undefined
  let running: { task: Task; beganMs: number; timer: NodeJS.Timeout } | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Thread {
    const worker = new Worker(new URL('./mapping.worker.ts', import.meta.url), { resourceLimits })
    const started: Thread = { worker, isReady: false }
    worker.on('message', (message: MappingMessage) => {
      if (started !== thread) return
      if ('ready' in message) started.isReady = true
      else end((task) => task.resolve(message.result))
      next()
    })
    worker.on('error', () => replace(started))
    worker.on('exit', () => replace(started))
    worker.unref()
    return started
  }

  /** The thread ended, or is ended. What it was computing fails; without anything to compute, loading failed. */
  function replace(ended: Thread): void {
    if (ended !== thread) return
    thread = undefined
    ended.worker.terminate().catch(() => {})
    if (running) end((task) => task.reject(new OverLimitError()), startMs)
    else if (!ended.isReady) waiting.shift()?.reject(new OverLimitError())
    next()
  }

  function end(settle: (task: Task) => void, moreMs = 0): void {
    if (!running) return
    const { task, beganMs, timer } = running
    clearTimeout(timer)
    running = undefined
    task.onSpent(performance.now() - beganMs + moreMs)
    settle(task)
  }

  function next(): void {
    if (running) return
    clearTimeout(idle)
    if (waiting.length === 0) {
      idle = setTimeout(() => thread && replace(thread), maxIdleMs).unref()
      return
    }
    thread ??= start()
    if (!thread.isReady) return
    const task = waiting.shift()!
    const current = thread
    // A result that arrived while this process was paused counts: it is received before the immediate.
    const timer = setTimeout(() => setImmediate(() => running?.task === task && replace(current)), maxMs)
    running = { task, beganMs: performance.now(), timer }
    current.worker.postMessage({ mapping: task.mapping, input: task.input } satisfies MappingRequest)
  }

  return {
    evaluate(mapping, input, onSpent) {
      const { promise, resolve, reject } = Promise.withResolvers<MappingResult>()
      waiting.push({ mapping, input, onSpent, resolve, reject })
      next()
      return promise
    },
    stop() {
      clearTimeout(idle)
      const ended = thread
      thread = undefined
      const stopped = new UnavailableError('the process is stopping')
      for (const task of waiting.splice(0)) task.reject(stopped)
      end((task) => task.reject(stopped))
      ended?.worker.terminate().catch(() => {})
    },
  }
}
