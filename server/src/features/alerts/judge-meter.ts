// Measures how much computing time the rules of each account take, and interrupts long work, so that no account holds up
// the event loop or the transaction of a batch.

import { LRUCache } from 'lru-cache'

/** How long the event loop is not available to other work. */
const sliceMs = 10
/** What an account may use at once, and per second on average: a tenth of a core. */
const burstMs = 100
const msPerSecond = 100
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

/** A budget for each account, refilled by time. */
export function createBudgets(): { meter(accountId: number): Meter } {
  const budgets = new LRUCache<number, { leftMs: number; atMs: number }>({ max: maxAccounts })
  return {
    meter(accountId) {
      const nowMs = performance.now()
      const known = budgets.get(accountId) ?? { leftMs: burstMs, atMs: nowMs }
      const refilledMs = known.leftMs + ((nowMs - known.atMs) / 1_000) * msPerSecond
      const budget = { leftMs: Math.min(burstMs, refilledMs), atMs: nowMs }
      budgets.set(accountId, budget)
      return createMeter((usedMs) => {
        budget.leftMs -= usedMs
        return budget.leftMs
      })
    },
  }
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
