// Measures how much computing time the rules of each account take, and interrupts long work, so that no account holds up
// the event loop or the transaction of a batch.

import { LRUCache } from 'lru-cache'
import { upTo } from '../../platform/lru.ts'

/** How long the event loop is not available to other work. */
const sliceMs = 10
/** What every account may use at once, and per second on average: a tenth of a core. */
const burstMs = 100
const msPerSecond = 100
/** What all accounts together may use beyond it, so that a large account may use time that no other needs. */
const sharedBurstMs = 500
const sharedMsPerSecond = 500
/** For one account in one batch, however much is left: others of the batch wait for it. */
const maxBatchMs = 250
const maxAccounts = 20_000

/** The rules of the account need more computing time than a batch may take. */
export class OverBudgetError extends Error {
  constructor() {
    super('its rules take too much computing time')
  }
}

export interface Meter {
  /** Call it often during long work. Returns a promise if other work is due; throws if the budget is spent. */
  pace(): Promise<void> | undefined
  /** Work that is not counted, because it waits for the database. */
  uncounted<T>(work: () => Promise<T>): Promise<T>
  /** What is done is kept, whatever it took. */
  end(): void
}

/** A budget for each account and one that they share, refilled by time. */
export function createBudgets(): { meter(accountId: number): Meter } {
  const budgets = new LRUCache<number, Bucket>(upTo(maxAccounts))
  const shared: Bucket = { leftMs: sharedBurstMs, atMs: performance.now() }
  return {
    meter(accountId) {
      const own = budgets.get(accountId) ?? { leftMs: burstMs, atMs: performance.now() }
      budgets.set(accountId, own)
      refill(own, burstMs, msPerSecond)
      refill(shared, sharedBurstMs, sharedMsPerSecond)
      let leftInBatchMs = maxBatchMs
      return createMeter((usedMs) => {
        leftInBatchMs -= usedMs
        own.leftMs -= usedMs
        if (own.leftMs >= 0) return leftInBatchMs
        shared.leftMs += own.leftMs
        own.leftMs = 0
        return Math.min(leftInBatchMs, shared.leftMs)
      })
    },
  }
}

interface Bucket {
  leftMs: number
  atMs: number
}

function refill(bucket: Bucket, maxMs: number, msPerSecond: number): void {
  const nowMs = performance.now()
  bucket.leftMs = Math.min(maxMs, bucket.leftMs + ((nowMs - bucket.atMs) / 1_000) * msPerSecond)
  bucket.atMs = nowMs
}

/** One budget that is not refilled. */
export function createTurn(maxMs: number): Meter {
  let leftMs = maxMs
  return createMeter((usedMs) => {
    leftMs -= usedMs
    return leftMs
  })
}

/** `spend` returns what is left. */
function createMeter(spend: (usedMs: number) => number): Meter {
  let beganMs = performance.now()
  let beganCpuMs = cpuMs()

  function start() {
    beganMs = performance.now()
    beganCpuMs = cpuMs()
  }
  const stop = () => spend(cpuMs() - beganCpuMs)
  function stopInTime() {
    if (stop() < 0) throw new OverBudgetError()
  }

  return {
    pace() {
      if (performance.now() - beganMs < sliceMs) return undefined
      stopInTime()
      return new Promise<void>((resolve) => setImmediate(resolve)).then(start)
    },
    async uncounted(work) {
      stopInTime()
      try {
        return await work()
      } finally {
        start()
      }
    },
    end() {
      stop()
    },
  }
}

/** Of this thread, so that a busy machine does not count against an account. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
