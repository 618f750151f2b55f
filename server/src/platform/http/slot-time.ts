// A budget of time in slots. Slots bound how much of an account runs at once, not how much of the time: an account
// with a request in every slot all day would leave the others half of the machine at most. Beyond its budget, the
// requests of an account run one at a time, as time is earned, while other accounts have requests too.

import { LRUCache } from 'lru-cache'
import { createSlots } from '../async/slots.ts'
import { upTo } from '../lru.ts'

export interface SlotTime {
  /** Undefined if the account may proceed. Beyond its budget, a promise of its turn. */
  begin(key: string): Promise<void> | undefined
  /** Call it when the request is done. */
  end(key: string, elapsedMs: number, options: { isInTurn: boolean }): void
}

/** A second of time per second would be one slot that is always taken. */
const earnedPerMs = 0.5
const burstMs = 5_000
/** A response to a slow client occupies its slot for longer than it occupies the machine. */
const maxCountedMs = 1_000
const aloneAfterMs = 1_000
const maxAccounts = 100_000
/** The queues of the slots are shorter: what waits here occupies a slot. */
const oneAtATime = { concurrency: 1, maxQueueLength: 1_000, maxWaitMs: 30_000 }

export function createSlotTime(refusal: () => Error): SlotTime {
  /** When all spent time will have been earned. */
  const earnedAt = new LRUCache<string, number>(upTo(maxAccounts))
  const turns = createSlots<string>(oneAtATime, refusal)
  let last = { key: '', atMs: Number.NEGATIVE_INFINITY }
  let lastOther = last

  const missingMs = (key: string) => (earnedAt.get(key) ?? 0) - performance.now() - burstMs / earnedPerMs

  function isAlone(key: string): boolean {
    const { atMs } = last.key === key ? lastOther : last
    return performance.now() - atMs > aloneAfterMs
  }

  function note(key: string): void {
    if (last.key !== key) lastOther = last
    last = { key, atMs: performance.now() }
  }

  async function waitForTurn(key: string): Promise<void> {
    await turns.take(key)
    for (let ms = missingMs(key); ms > 0 && !isAlone(key); ms = missingMs(key))
      await new Promise((resolve) => setTimeout(resolve, Math.min(ms, aloneAfterMs)))
  }

  return {
    begin(key) {
      note(key)
      return missingMs(key) > 0 && !isAlone(key) ? waitForTurn(key) : undefined
    },
    end(key, elapsedMs, { isInTurn }) {
      const nowMs = performance.now()
      const costMs = Math.min(elapsedMs, maxCountedMs) / earnedPerMs
      earnedAt.set(key, Math.max(nowMs, earnedAt.get(key) ?? nowMs) + costMs)
      if (isInTurn) turns.release(key)
    },
  }
}
