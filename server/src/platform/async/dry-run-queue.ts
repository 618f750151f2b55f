// Which dry runs compute at the same time. Accounts whose dry runs take long share some of the threads, so that others
// find a free one.

import { createFairQueue } from './fair-queue.ts'

const waiting = { maxQueueLength: 50, maxWaitMs: 20_000 }
/** A dry run that takes longer makes its account slow for a while. */
const slowAfterMs = 5_000
const slowForMs = 10 * 60_000

export interface DryRunThreads {
  /** Each takes a thread and a database connection. */
  maxThreads: number
  /** So many of them may be taken by slow accounts. */
  maxSlowThreads: number
}

/** Dry runs of one account wait for each other before they come here. */
export function createDryRunQueue({ maxThreads, maxSlowThreads }: DryRunThreads) {
  const threads = createFairQueue({ concurrency: maxThreads, ...waiting })
  const slowThreads = createFairQueue({ concurrency: maxSlowThreads, ...waiting })
  const slow = createSlowAccounts()

  return <T>(accountId: number, work: () => Promise<T>): Promise<T> => {
    const run = () =>
      threads(0, async () => {
        const beganAt = performance.now()
        try {
          return await work()
        } finally {
          if (performance.now() - beganAt > slowAfterMs) slow.add(accountId)
        }
      })
    return slow.has(accountId) ? slowThreads(0, run) : run()
  }
}

/** Accounts with a slow dry run in the last minutes. */
export function createSlowAccounts() {
  /** Ordered by time. */
  const until = new Map<number, number>()
  function forgetOld(): void {
    const nowMs = performance.now()
    for (const [accountId, untilMs] of until) {
      if (untilMs > nowMs) return
      until.delete(accountId)
    }
  }
  return {
    add(accountId: number): void {
      until.delete(accountId)
      until.set(accountId, performance.now() + slowForMs)
      forgetOld()
    },
    has(accountId: number): boolean {
      forgetOld()
      return until.has(accountId)
    },
    count: () => until.size,
  }
}
