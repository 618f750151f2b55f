// Reads locations out of any JSON by the mapping of an ingest key. Expressions run in threads, so that none of them
// holds up the event loop, and each account has a budget of computing time.

import { LRUCache } from 'lru-cache'
import { createFairQueue } from '../../platform/async/fair-queue.ts'
import { TooManyError, UnavailableError, UnprocessableError } from '../../platform/http/errors.ts'
import { upTo } from '../../platform/lru.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { Mapping, MappingInput, MappingResult } from './mapping.types.ts'
import { createLane, OverLimitError } from './mapping-lane.ts'

interface Limits {
  /** An account whose payloads take longer than this has them evaluated apart, where they delay only their like. */
  quickMs: number
  maxMs: number
  /** What an account may use at once. */
  burstMs: number
}

const usual: Limits = { quickMs: 250, maxMs: 1_000, burstMs: 5_000 }
const apartForMs = 60_000
/** What an account may use on average: a tenth of a thread. */
const msPerSecond = 100
const maxAccounts = 20_000
/** One payload of an account at a time, so that accounts take turns. */
const perAccount = { concurrency: 1, maxQueueLength: 100, maxWaitMs: 15_000 }
const maxWaitingBytes = 33_554_432

export interface Mappings {
  /** Throws if the account has used up its time, or the payload needs too much of it. */
  evaluate(accountId: number, mapping: Mapping, input: MappingInput): Promise<MappingResult>
  stop(): void
}

interface Bucket {
  leftMs: number
  atMs: number
}

export function createMappings(limits: Partial<Limits> = {}): Mappings {
  const { quickMs, maxMs, burstMs } = { ...usual, ...limits }
  const [quick, slow] = [createLane(quickMs), createLane(maxMs)]
  const apart = new LRUCache<number, true>({ ...upTo(maxAccounts), ttl: apartForMs })
  const buckets = new LRUCache<number, Bucket>(upTo(maxAccounts))
  const inTurn = createFairQueue(perAccount)
  let waitingBytes = 0

  function bucketOf(accountId: number): Bucket {
    const now = performance.now()
    const { leftMs, atMs } = buckets.get(accountId) ?? { leftMs: burstMs, atMs: now }
    const bucket = { leftMs: Math.min(burstMs, leftMs + ((now - atMs) / 1_000) * msPerSecond), atMs: now }
    buckets.set(accountId, bucket)
    return bucket
  }

  function requireBudget(accountId: number): void {
    const { leftMs } = bucketOf(accountId)
    if (leftMs > 0) return
    const retryAfterSeconds = Math.max(1, Math.ceil(-leftMs / msPerSecond))
    throw new TooManyError(
      'mappings.over_budget',
      `The mappings of this account take too much computing time. Retry in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    )
  }

  async function evaluate(accountId: number, mapping: Mapping, input: MappingInput): Promise<MappingResult> {
    const onSpent = (ms: number) => {
      bucketOf(accountId).leftMs -= ms
      metrics.mappingSeconds.inc(ms / 1_000)
    }
    requireBudget(accountId)
    if (!apart.has(accountId)) {
      try {
        return await quick.evaluate(mapping, input, onSpent)
      } catch (error) {
        if (!(error instanceof OverLimitError)) throw error
        apart.set(accountId, true)
      }
    }
    return slow.evaluate(mapping, input, onSpent)
  }

  return {
    async evaluate(accountId, mapping, input) {
      if (waitingBytes > maxWaitingBytes) throw new UnavailableError('too many payloads are waiting')
      waitingBytes += input.body.length
      try {
        return await inTurn(accountId, () => evaluate(accountId, mapping, input))
      } catch (error) {
        if (!(error instanceof OverLimitError)) throw error
        throw new UnprocessableError(
          'mappings.too_long',
          `The mapping took longer than ${maxMs} ms, or too much memory. Simplify its expressions, or send smaller payloads.`,
        )
      } finally {
        waitingBytes -= input.body.length
      }
    },
    stop() {
      quick.stop()
      slow.stop()
    },
  }
}
