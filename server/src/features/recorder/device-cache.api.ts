// Caches which device an identifier belongs to. Every process drops entries within seconds of a change in the
// directory.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import type { DeviceRef } from './location-row.types.ts'
import type { KnownDevice } from './recorder.queries.ts'
import * as queries from './recorder.queries.ts'

const maxDevices = 500_000
const forgetAfterMs = 600_000
/** Changes must take effect within 5 s. */
const pollEveryMs = 2_000
/** Longer than a transaction can last, so that none is missed. */
const lookBackSeconds = 30

export interface DeviceCache {
  /** The devices by `keyOf` their reference; unknown ones are absent. */
  resolve(refs: Iterable<DeviceRef>): Promise<Map<string, KnownDevice>>
  /** Whether it is cached as a device of this cell. Does not query the database. */
  isKnown(identifier: string): boolean
  forget(refs: Iterable<DeviceRef>): void
  stop(): void
}

/** Identifiers of trackers contain no NUL, so none can collide with a device of the API. */
export function keyOf(deviceRef: DeviceRef): string {
  return typeof deviceRef === 'string' ? deviceRef : `\u0000${deviceRef[0]}/${deviceRef[1]}`
}

export function createDeviceCache(ctx: Pick<Context, 'db' | 'log'>): DeviceCache {
  const known = new LRUCache<string, KnownDevice>({ max: maxDevices, ttl: forgetAfterMs })

  let lookedAtMs = performance.now()

  const timer = setInterval(async () => {
    const nowMs = performance.now()
    // Failed polls have missed changes: look back further.
    const seconds = lookBackSeconds + (nowMs - lookedAtMs) / 1_000
    try {
      for (const identifier of await queries.listChangedIdentifiers(ctx.db.directory, seconds)) {
        known.delete(identifier)
      }
      lookedAtMs = nowMs
    } catch {
      // The database is unavailable; the next poll looks back further.
    }
  }, pollEveryMs)
  timer.unref()

  return {
    async resolve(refs) {
      const found = new Map<string, KnownDevice>()
      const asked = new Map<string, DeviceRef>()
      for (const deviceRef of refs) {
        const key = keyOf(deviceRef)
        const device = known.get(key)
        if (device) found.set(key, device)
        else asked.set(key, deviceRef)
      }
      const keep = (deviceRef: DeviceRef, device: KnownDevice) => {
        // Its account may arrive at any moment, and must then be recorded here at once.
        if (!device.isElsewhere) known.set(keyOf(deviceRef), device)
        found.set(keyOf(deviceRef), device)
      }
      const identifiers = [...asked.values()].filter((deviceRef) => typeof deviceRef === 'string')
      if (identifiers.length > 0) {
        const trackers = await queries.listTrackers(ctx.db.recorder, identifiers)
        for (const tracker of trackers) keep(tracker.identifier, tracker)
      }
      const named = [...asked.values()].filter((deviceRef) => typeof deviceRef !== 'string')
      if (named.length > 0) {
        const accountIds = named.map(([accountId]) => accountId)
        const deviceIds = named.map(([, deviceId]) => deviceId)
        const devices = await queries.listDevices(ctx.db.recorder, accountIds, deviceIds)
        for (const device of devices) keep([device.accountId, device.deviceId], device)
      }
      return found
    },
    isKnown: (identifier) => known.has(identifier),
    forget(refs) {
      for (const deviceRef of refs) known.delete(keyOf(deviceRef))
    },
    stop: () => clearInterval(timer),
  }
}
