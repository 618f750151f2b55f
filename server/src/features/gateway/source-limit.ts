// Limits how often an address may do what registered trackers do not, without a limit for those behind it.

import { LRUCache } from 'lru-cache'
import { networkOf } from '../../platform/http/network.ts'
import { createRateLimit } from '../../platform/http/rate-limit.ts'
import { upTo } from '../../platform/lru.ts'

const maxSources = 100_000

export interface SourceLimit {
  isExceeded(address: string): boolean
  count(address: string): void
}

export function createSourceLimit(name: string, perMinute: number): SourceLimit {
  const rate = createRateLimit(name, perMinute)
  const exceeded = new LRUCache<string, true>({ ...upTo(maxSources), ttl: 1_000 })
  return {
    isExceeded: (address) => exceeded.has(networkOf(address)),
    count(address) {
      const source = networkOf(address)
      const { retryAfterSeconds } = rate.take(source)
      if (retryAfterSeconds !== undefined) exceeded.set(source, true, { ttl: retryAfterSeconds * 1_000 })
    },
  }
}
