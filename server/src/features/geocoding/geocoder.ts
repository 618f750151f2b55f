// Lookups of street addresses for readers that cannot wait: cached, paced, and never longer than a bound. A lookup that
// takes longer goes on, so that the next reader finds it in the cache.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Breaker } from './breaker.ts'
import { createBreaker } from './breaker.ts'
import type { Lookup, LookupOutcome } from './client.ts'
import { createClient } from './client.ts'
import type { FoundAddress } from './geocoding.types.ts'
import { createPace } from './pace.ts'

/** People wait for a search, but not for a name beside a position. */
export const maxWaitMs = { reverse: 800, search: 1_500 } as const

/** Of an account at once. Who waits occupies a slot of the account, and its other requests need some. */
const maxWaiting = 2

/** Addresses, not lookups: a search has up to five. Each has less than 2 kB. */
const maxCached = 20_000

export interface Geocoder {
  /** Null if there is no answer in time. */
  lookUp(accountId: number, lookup: Lookup): Promise<readonly FoundAddress[] | null>
}

interface Cached {
  found: readonly FoundAddress[]
  expiresAtMs: number
}

type GeocoderContext = Pick<Context, 'config' | 'log' | 'now'>

/** Undefined if no geocoder is configured. `nowMs` never goes back, unlike the clock. */
export function createGeocoder(ctx: GeocoderContext, nowMs = () => performance.now()): Geocoder | undefined {
  const ask = createClient(ctx.config)
  if (!ask) return undefined
  const { requestsPerSecond, cacheHours } = ctx.config.geocoding
  const pace = createPace(requestsPerSecond, nowMs)
  // Separate, so that no text that the provider chokes on stops the lookups of positions.
  const breakers: Record<Lookup['operation'], Breaker> = {
    reverse: createBreaker(nowMs),
    search: createBreaker(nowMs),
  }
  const cache = new LRUCache<string, Cached>({
    maxSize: maxCached,
    sizeCalculation: ({ found }) => Math.max(1, found.length),
  })
  const inFlight = new Map<string, Promise<readonly FoundAddress[] | null>>()
  /** By account. */
  const waiting = new Map<number, number>()

  function findCached(key: string): readonly FoundAddress[] | undefined {
    const cached = cache.get(key)
    if (cached && cached.expiresAtMs > ctx.now().getTime()) return cached.found
    cache.delete(key)
    return undefined
  }

  /** Why no request is made now. Otherwise it is taken. */
  function refusal(accountId: number, { operation }: Lookup): 'paused' | 'pace' | 'share' | undefined {
    if (!breakers[operation].isReady()) return 'paused'
    const reason = pace.take(accountId)
    if (!reason) breakers[operation].begin()
    return reason
  }

  async function request(accountId: number, lookup: Lookup, key: string) {
    const beganAtMs = nowMs()
    const { operation } = lookup
    let isLate = false
    // Not only when it fails at last: meanwhile others would wait in vain.
    const timer = setTimeout(() => {
      isLate = true
      judge(operation, 'bad', 'the answers are late')
    }, maxWaitMs[operation])
    try {
      const outcome = await ask!(lookup).catch(unexpected)
      settle(lookup, outcome, nowMs() - beganAtMs, isLate)
      if (outcome.kind !== 'answered') return null
      const expiresAtMs = ctx.now().getTime() + cacheHours * 3_600_000
      if (cacheHours > 0) cache.set(key, { found: outcome.found, expiresAtMs })
      return outcome.found
    } finally {
      clearTimeout(timer)
      pace.release(accountId)
      inFlight.delete(key)
    }
  }

  /** A probe that never ends would pause lookups for ever. */
  function unexpected(error: unknown): LookupOutcome {
    ctx.log.error({ err: error }, 'geocoder lookup failed')
    return { kind: 'failed', why: 'an unexpected error' }
  }

  function settle({ operation }: Lookup, outcome: LookupOutcome, tookMs: number, isLate: boolean): void {
    metrics.geocoderAnswer.observe(tookMs / 1_000)
    const answered =
      outcome.kind === 'answered' && (isLate ? 'late' : outcome.found.length > 0 ? 'found' : 'empty')
    metrics.geocoderLookups.inc({ operation, outcome: answered || outcome.kind })
    const pauseMs = outcome.kind === 'failed' ? outcome.retryAfterMs : undefined
    if (isLate && pauseMs === undefined) return
    if (outcome.kind === 'answered') judge(operation, 'good')
    else judge(operation, outcome.kind === 'refused' ? 'neutral' : 'bad', outcome.why, pauseMs)
  }

  function judge(
    operation: Lookup['operation'],
    verdict: 'good' | 'bad' | 'neutral',
    why?: string,
    pauseMs?: number,
  ): void {
    const hasOpened = breakers[operation].end(verdict, pauseMs)
    metrics.geocoderPaused.set({ operation }, breakers[operation].isOpen() ? 1 : 0)
    if (hasOpened) ctx.log.warn({ operation, why }, 'geocoder fails, lookups paused')
  }

  async function wait(
    accountId: number,
    { operation }: Lookup,
    running: Promise<readonly FoundAddress[] | null>,
  ) {
    waiting.set(accountId, (waiting.get(accountId) ?? 0) + 1)
    try {
      return await within(maxWaitMs[operation], running)
    } finally {
      const others = waiting.get(accountId)! - 1
      if (others > 0) waiting.set(accountId, others)
      else waiting.delete(accountId)
    }
  }

  return {
    async lookUp(accountId, lookup) {
      // Of the account: whether a position is cached reveals that somebody has looked there.
      const key = JSON.stringify([accountId, lookup])
      const { operation } = lookup
      const cached = findCached(key)
      if (cached) {
        metrics.geocoderLookups.inc({ operation, outcome: 'cached' })
        return cached
      }
      const mayWait = (waiting.get(accountId) ?? 0) < maxWaiting
      let running = inFlight.get(key)
      if (!running || !mayWait) {
        const reason = mayWait ? refusal(accountId, lookup) : 'share'
        if (reason) {
          metrics.geocoderLookups.inc({ operation, outcome: reason })
          return null
        }
        running = request(accountId, lookup, key)
        inFlight.set(key, running)
      }
      return wait(accountId, lookup, running)
    },
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
