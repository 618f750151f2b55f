// The threads of dry runs. Starting one costs half a second of computing time, more than most dry runs; so a thread that
// is done waits a while for the next one.

import { Worker } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import { UnavailableError, UnprocessableError } from '../../platform/http/errors.ts'
import type { DryRunJob, DryRunResult } from './dry-run-history.ts'

const maxSeconds = 30
const maxIdleMs = 60_000

export interface DryRunRequest {
  db: Config['db']
  logLevel: string
  job: DryRunJob
}

export interface ResultMessage {
  result: DryRunResult
}

interface IdleThread {
  worker: Worker
  /** Ends it. */
  timer: NodeJS.Timeout
}

const idle: IdleThread[] = []

/** A thread can be ended at any time, whatever it computes. The signal is aborted when the result is not needed. */
export async function runInThread(request: DryRunRequest, signal: AbortSignal): Promise<DryRunResult> {
  if (signal.aborted) throw new UnavailableError('the client is gone')
  const worker = takeIdle() ?? new Worker(new URL('./dry-run.worker.ts', import.meta.url))
  const { promise, resolve, reject } = Promise.withResolvers<DryRunResult>()
  const timer = setTimeout(() => reject(tookTooLong()), maxSeconds * 1_000)
  const onAbort = () => reject(new UnavailableError('the client is gone'))
  signal.addEventListener('abort', onAbort, { once: true })
  worker.on('message', ({ result }: Partial<ResultMessage>) => result && resolve(result))
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

/** By name: Node has listeners of its own, without which no message is received. */
function forget(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

function tookTooLong(): UnprocessableError {
  return new UnprocessableError(
    'alertRules.dry_run_too_long',
    `The dry run took longer than ${maxSeconds} s. Choose a shorter period, or simpler geofences.`,
  )
}
