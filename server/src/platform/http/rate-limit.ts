// Rate limit per minute with steady refill (GCRA): one number per caller, no timers, bounded memory.

import { LRUCache } from 'lru-cache'
import { upTo } from '../lru.ts'
import { TooManyError } from './errors.ts'

const maxCallers = 100_000
const windowSeconds = 60

export interface RateLimitResult {
  /** Requests left now. */
  remaining: number
  /** Seconds until the limit is fully refilled. */
  resetSeconds: number
  /** Set if this request exceeds the limit. Differs between requests refused together, so that they return apart. */
  retryAfterSeconds: number | undefined
}

export interface RateLimit {
  readonly policy: string
  take(key: string): RateLimitResult
}

export function createRateLimit(name: string, perMinute: number): RateLimit {
  const emissionMs = (windowSeconds * 1_000) / perMinute
  const windowMs = windowSeconds * 1_000
  const dueBy = new LRUCache<string, number>(upTo(maxCallers))
  /** When the next refused request of a caller may return. */
  const returnBy = new LRUCache<string, number>(upTo(maxCallers))
  return {
    policy: `"${name}";q=${perMinute};w=${windowSeconds}`,
    take(key) {
      const now = performance.now()
      const due = Math.max(now, dueBy.get(key) ?? now)
      const next = due + emissionMs
      const waitMs = next - now - windowMs
      if (waitMs > 0) {
        const returnAt = Math.min(Math.max(now + waitMs, returnBy.get(key) ?? now), now + windowMs)
        returnBy.set(key, returnAt + emissionMs)
        const retryAfterSeconds = Math.ceil((returnAt - now) / 1_000)
        return { remaining: 0, resetSeconds: Math.ceil((due - now) / 1_000), retryAfterSeconds }
      }
      dueBy.set(key, next)
      return {
        remaining: Math.floor((windowMs - (next - now)) / emissionMs),
        resetSeconds: Math.ceil((next - now) / 1_000),
        retryAfterSeconds: undefined,
      }
    },
  }
}

export function requireRate({ retryAfterSeconds }: RateLimitResult): void {
  if (retryAfterSeconds === undefined) return
  throw new TooManyError('rate.exceeded', `Too many requests per minute. Retry in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}
