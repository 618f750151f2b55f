// Shares a channel whose servers customers choose between accounts, so that the slow server of one delays nobody else: few
// messages of an account are in flight, and accounts whose last message was slow have half of the channel together.

import { LRUCache } from 'lru-cache'

const slowMs = 500
const maxAccounts = 10_000

export interface AccountShares {
  mayBegin(accountId: number): boolean
  /** Returns a function to call when the message is no longer in flight. */
  begin(accountId: number): () => void
}

export function createAccountShares(concurrency: number, maxPerAccount = 2): AccountShares {
  const inFlight = new Map<number, number>()
  const slow = new LRUCache<number, true>({ max: maxAccounts })
  const maxSlow = Math.max(1, Math.floor(concurrency / 2))
  let slowInFlight = 0
  return {
    mayBegin(accountId) {
      if ((inFlight.get(accountId) ?? 0) >= maxPerAccount) return false
      return !slow.has(accountId) || slowInFlight < maxSlow
    },
    begin(accountId) {
      inFlight.set(accountId, (inFlight.get(accountId) ?? 0) + 1)
      const isSlow = slow.has(accountId)
      if (isSlow) slowInFlight += 1
      const beganAt = performance.now()
      return () => {
        const left = inFlight.get(accountId)! - 1
        if (left > 0) inFlight.set(accountId, left)
        else inFlight.delete(accountId)
        if (isSlow) slowInFlight -= 1
        if (performance.now() - beganAt >= slowMs) slow.set(accountId, true)
        else slow.delete(accountId)
      }
    },
  }
}
