// Threads for long computations. Starting one costs half a second of computing time, more than most jobs; so a thread
// that is done waits a while for the next one.

import { Worker } from 'node:worker_threads'
import { UnavailableError } from '../http/errors.ts'

const maxIdleMs = 60_000

/** What a worker posts when it is done. */
export interface ResultMessage<Result> {
  result: Result
}

export interface ThreadLimits {
  maxSeconds: number
  tookTooLong(): Error
}

interface IdleThread {
  worker: Worker
  /** Ends it. */
  timer: NodeJS.Timeout
}

/**
 * Returns a function that runs one request in a thread of the module. A thread can be ended at any time, whatever it
 * computes. The signal is aborted when the result is not needed.
 */
export function createThreads<Request, Result>(
  module: URL,
  { maxSeconds, tookTooLong }: ThreadLimits,
): (request: Request, signal: AbortSignal) => Promise<Result> {
  const idle: IdleThread[] = []

  function takeIdle(): Worker | undefined {
    const thread = idle.pop()
    if (!thread) return undefined
    const { worker, timer } = thread
    clearTimeout(timer)
    forget(worker)
    worker.ref()
    return worker
  }

  /** An idle thread does not keep the process alive. */
  function keepIdle(worker: Worker): void {
    const timer = setTimeout(() => worker.terminate(), maxIdleMs).unref()
    const thread = { worker, timer }
    forget(worker)
    worker.on('error', () => {})
    worker.on('exit', () => {
      clearTimeout(timer)
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    })
    worker.unref()
    idle.push(thread)
  }

  return async (request, signal) => {
    if (signal.aborted) throw new UnavailableError('the client is gone')
    const worker = takeIdle() ?? new Worker(module)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const timer = setTimeout(() => reject(tookTooLong()), maxSeconds * 1_000)
    const onAbort = () => reject(new UnavailableError('the client is gone'))
    signal.addEventListener('abort', onAbort, { once: true })
    worker.on('message', ({ result }: Partial<ResultMessage<Result>>) => result && resolve(result))
    worker.on('error', reject)
    worker.on('exit', () => reject(new UnavailableError('the thread ended')))
    worker.postMessage(request)
    try {
      const result = await promise
      keepIdle(worker)
      return result
    } catch (error) {
      await worker.terminate()
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }
}

/** By name: Node has listeners of its own, without which no message is received. */
function forget(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}
