// Decides whether an identifier belongs to a registered tracker. A slow or unavailable database never lets an
// unregistered one in: then only those are admitted that were registered before.

import { LRUCache } from 'lru-cache'
import { inBackground } from '../../platform/async/in-background.ts'
import type { Context } from '../../platform/context.ts'
import { isUnavailable, UnavailableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import type { DeviceCache } from '../recorder/device-cache.api.ts'
import type { RegisteredTrackers } from './registered-trackers.ts'
import { createSourceLimit } from './source-limit.ts'

/**
 * `registered`: the database does not respond in time, and the tracker was registered before. `refused`: its address
 * sends too many unregistered identifiers, so it was not looked up.
 */
export type LocalAdmission = 'known' | 'unknown' | 'registered' | 'refused'

export interface LocalAdmissions {
  admit(identifier: string, address: string | undefined): Promise<LocalAdmission>
  /** Counts an identifier that no cell knows. */
  countUnknown(address: string | undefined): void
}

const lookUpWithinMs = 1_500
/** After a look-up failed, the database is not asked again for this long. */
const awayForMs = 2_000
/** A device that is registered meanwhile must be admitted within 5 s. */
const unknownForMs = 3_000
const maxPerLookUp = 500
/** One is waiting while the other is answered. */
const maxLookUps = 2
const maxWaiting = 5_000
const maxIdentifierLength = 64

interface Waiting {
  promise: Promise<boolean>
  resolve(isKnown: boolean): void
  reject(error: unknown): void
}

export function createLocalAdmissions(
  ctx: Pick<Context, 'config' | 'log'>,
  deviceCache: DeviceCache,
  registered: RegisteredTrackers,
): LocalAdmissions {
  // An unknown tracker that reconnects in a tight loop must not cause a loop of queries.
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: unknownForMs })
  const unknownOfSource = createSourceLimit('unknown', ctx.config.gateway.unknownPerMinute)
  const waiting = new Map<string, Waiting>()
  let lookUps = 0
  let awayUntil = 0

  /** Identifiers that are asked for at the same time share a statement. */
  function lookUp(identifier: string): Promise<boolean> {
    const before = waiting.get(identifier)
    if (before) return before.promise
    if (waiting.size >= maxWaiting) throw new UnavailableError('too many identifiers are being looked up')
    const asked = Promise.withResolvers<boolean>()
    waiting.set(identifier, asked)
    if (lookUps < maxLookUps) inBackground(ctx, lookUpWaiting())
    return asked.promise
  }

  async function lookUpWaiting(): Promise<void> {
    lookUps += 1
    // Lets identifiers of the same moment join.
    await Promise.resolve()
    while (waiting.size > 0) {
      const batch = [...waiting.entries()].slice(0, maxPerLookUp)
      for (const [identifier] of batch) waiting.delete(identifier)
      await settle(batch)
    }
    lookUps -= 1
  }

  async function settle(batch: [identifier: string, asked: Waiting][]): Promise<void> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new UnavailableError('the look-up is late')), lookUpWithinMs)
    try {
      const resolving = deviceCache.resolve(batch.map(([identifier]) => identifier))
      resolving.catch(() => {})
      const devices = await Promise.race([resolving, late.promise])
      for (const [identifier, asked] of batch) asked.resolve(devices.get(identifier)?.isElsewhere === false)
    } catch (error) {
      if (isUnavailable(error)) awayUntil = performance.now() + awayForMs
      for (const [, asked] of batch) asked.reject(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async admit(identifier, address) {
      if (deviceCache.isKnown(identifier)) return 'known'
      if (!isPossible(identifier)) return 'unknown'
      await registered.loaded
      const isRegistered = registered.findAccount(identifier) !== undefined
      if (!isRegistered) {
        if (unknown.has(identifier)) return 'unknown'
        if (address !== undefined && unknownOfSource.isExceeded(address)) {
          metrics.refused.inc({ reason: 'too_many_unknown' })
          return 'refused'
        }
      }
      try {
        if (performance.now() < awayUntil) throw new UnavailableError('the database did not respond')
        if (await lookUp(identifier)) return 'known'
      } catch (error) {
        if (!isUnavailable(error)) throw error
        if (isRegistered) return 'registered'
        metrics.refused.inc({ reason: 'not_looked_up' })
        throw error
      }
      unknown.set(identifier, true)
      return 'unknown'
    },
    countUnknown(address) {
      if (address !== undefined) unknownOfSource.count(address)
    },
  }
}

/** What the database would reject must not fail the look-up of others. */
function isPossible(identifier: string): boolean {
  return (
    identifier.length <= maxIdentifierLength && identifier.isWellFormed() && !identifier.includes('\u0000')
  )
}
