// A byte rate per key with a burst, as a token bucket: one number per key, no timers, bounded memory.

import { LRUCache } from 'lru-cache'
import { upTo } from '../lru.ts'

export interface ByteRate {
  /** Counts the bytes and returns 0, or returns the seconds until they fit. */
  take(key: string | number, bytes: number): number
}

const maxKeys = 100_000

export function createByteRate(bytesPerSecond: number, burstBytes: number): ByteRate {
  const fullAtMs = new LRUCache<string | number, number>(upTo(maxKeys))
  const burstMs = (burstBytes / bytesPerSecond) * 1_000
  return {
    take(key, bytes) {
      const nowMs = performance.now()
      const next = Math.max(nowMs, fullAtMs.get(key) ?? nowMs) + (bytes / bytesPerSecond) * 1_000
      const waitMs = next - nowMs - burstMs
      if (waitMs > 0) return Math.ceil(waitMs / 1_000)
      fullAtMs.set(key, next)
      return 0
    },
  }
}
