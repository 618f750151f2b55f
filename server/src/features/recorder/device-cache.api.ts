// Remembers which device an identifier is. What changes in the directory is forgotten within seconds, everywhere.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import type { Who } from './location-row.types.ts'
import type { KnownDevice } from './recorder.queries.ts'
import * as queries from './recorder.queries.ts'

const maxDevices = 500_000
const forgetAfterMs = 600_000
/** The promise is 5 s. */
const lookEveryMs = 2_000
/** Reaches back further than a transaction can last, so that none is missed. */
const lookBackSeconds = 30

export interface DeviceMemory {
  /** The devices behind these names, by `keyOf` the name; strangers are absent. */
  resolve(names: Iterable<Who>): Promise<Map<string, KnownDevice>>
  /** As one of this cell, without asking anybody. */
  isKnown(identifier: string): boolean
  forget(names: Iterable<Who>): void
  stop(): void
}

/** Trackers' identifiers hold no NUL, so that none can pass for a device of the API. */
export function keyOf(who: Who): string {
  return typeof who === 'string' ? who : `\u0000${who[0]}/${who[1]}`
}

export function createDeviceMemory(ctx: Pick<Context, 'db' | 'log'>): DeviceMemory {
  const known = new LRUCache<string, KnownDevice>({ max: maxDevices, ttl: forgetAfterMs })

  let lookedAtMs = performance.now()

  const timer = setInterval(async () => {
    const nowMs = performance.now()
    // What changed while we could not look, others may have seen.
    const seconds = lookBackSeconds + (nowMs - lookedAtMs) / 1_000
    try {
      for (const identifier of await queries.listChangedIdentifiers(ctx.db.directory, seconds)) {
        known.delete(identifier)
      }
      lookedAtMs = nowMs
    } catch {
      // The database is away, from here at least.
    }
  }, lookEveryMs)
  timer.unref()

  return {
    async resolve(names) {
      const found = new Map<string, KnownDevice>()
      const asked = new Map<string, Who>()
      for (const who of names) {
        const key = keyOf(who)
        const device = known.get(key)
        if (device) found.set(key, device)
        else asked.set(key, who)
      }
      const keep = (who: Who, device: KnownDevice) => {
        // It may arrive at any moment, and then at once be at home.
        if (!device.isElsewhere) known.set(keyOf(who), device)
        found.set(keyOf(who), device)
      }
      const identifiers = [...asked.values()].filter((who) => typeof who === 'string')
      if (identifiers.length > 0) {
        const trackers = await queries.listTrackers(ctx.db.recorder, identifiers)
        for (const tracker of trackers) keep(tracker.identifier, tracker)
      }
      const named = [...asked.values()].filter((who) => typeof who !== 'string')
      if (named.length > 0) {
        const accountIds = named.map(([accountId]) => accountId)
        const deviceIds = named.map(([, deviceId]) => deviceId)
        const devices = await queries.listDevices(ctx.db.recorder, accountIds, deviceIds)
        for (const device of devices) keep([device.accountId, device.deviceId], device)
      }
      return found
    },
    isKnown: (identifier) => known.has(identifier),
    forget(names) {
      for (const who of names) known.delete(keyOf(who))
    },
    stop: () => clearInterval(timer),
  }
}
