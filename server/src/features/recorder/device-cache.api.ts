// Caches which device an identifier belongs to, and since when. Every process drops entries within seconds of a change
// in the directory.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import { upTo } from '../../platform/lru.ts'
import { deviceRefOf, receivedAtMsOf } from './location-row.api.ts'
import type { DeviceRef, LocationRow } from './location-row.types.ts'
import * as queries from './recorder.queries.ts'
import type { KnownDevice } from './storable-row.types.ts'

const maxDevices = 500_000
const forgetAfterMs = 600_000
/** Changes must take effect within 5 s. */
const pollEveryMs = 2_000
/** Longer than a transaction can last, so that none is missed. */
const lookBackSeconds = 30

/** A device, and the time for which it has or had the identifier that a row names. */
export interface Assignment {
  device: KnownDevice
  sinceMs: number
  untilMs: number
}

/** By `keyOf` the reference; unknown ones are absent. */
export type Assignments = ReadonlyMap<string, readonly Assignment[]>

export interface DeviceCache {
  /** The current devices by `keyOf` their reference; unknown ones are absent. */
  resolve(refs: Iterable<DeviceRef>): Promise<Map<string, KnownDevice>>
  /** The current and the former devices. Only rows need the former ones, see `deviceOf`. */
  resolveRows(rows: Iterable<LocationRow>): Promise<Assignments>
  /** Whether it is cached as a device of this cell. Does not query the database. */
  isKnown(identifier: string): boolean
  forget(refs: Iterable<DeviceRef>): void
  stop(): void
}

/** Identifiers of trackers contain no NUL, so none can collide with a device of the API. */
export function keyOf(deviceRef: DeviceRef): string {
  return typeof deviceRef === 'string' ? deviceRef : `\u0000${deviceRef[0]}/${deviceRef[1]}`
}

/** The device that had the identifier when the row was received. */
export function deviceOf(assignments: Assignments, row: LocationRow): KnownDevice | undefined {
  const receivedAtMs = receivedAtMsOf(row)
  return assignments
    .get(keyOf(deviceRefOf(row)))
    ?.find(({ sinceMs, untilMs }) => sinceMs <= receivedAtMs && receivedAtMs < untilMs)?.device
}

/** Whether a device has the identifier now, whatever it had when the row was received. */
export function isAssigned(assignments: Assignments, row: LocationRow): boolean {
  return assignments.get(keyOf(deviceRefOf(row)))?.some(isCurrent) ?? false
}

const isCurrent = ({ untilMs }: Assignment) => untilMs === Number.POSITIVE_INFINITY

export function createDeviceCache(ctx: Pick<Context, 'db' | 'log'>): DeviceCache {
  const known = new LRUCache<string, readonly Assignment[]>({ ...upTo(maxDevices), ttl: forgetAfterMs })

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

  async function findAssignments(refs: Iterable<DeviceRef>): Promise<Map<string, readonly Assignment[]>> {
    const found = new Map<string, readonly Assignment[]>()
    const asked = new Map<string, DeviceRef>()
    for (const deviceRef of refs) {
      const key = keyOf(deviceRef)
      const assignments = known.get(key)
      if (assignments) found.set(key, assignments)
      else asked.set(key, deviceRef)
    }
    const keep = (key: string, assignments: readonly Assignment[]) => {
      found.set(key, assignments)
      // An account that is elsewhere may arrive at any moment, and must then be recorded here at once. An identifier
      // without a device may be assigned at any moment.
      if (assignments.some(({ device }) => device.isElsewhere) || !assignments.some(isCurrent)) return
      known.set(key, assignments)
    }
    const identifiers = [...asked.values()].filter((deviceRef) => typeof deviceRef === 'string')
    if (identifiers.length > 0) {
      const trackers = await queries.listTrackers(ctx.db.recorder, identifiers)
      for (const [identifier, devices] of Map.groupBy(trackers, (tracker) => tracker.identifier)) {
        keep(
          identifier,
          devices.map(({ identifier: _, sinceMs, untilMs, ...device }) => ({ device, sinceMs, untilMs })),
        )
      }
    }
    const named = [...asked.values()].filter((deviceRef) => typeof deviceRef !== 'string')
    if (named.length > 0) {
      const accountIds = named.map(([accountId]) => accountId)
      const deviceIds = named.map(([, deviceId]) => deviceId)
      for (const device of await queries.listDevices(ctx.db.recorder, accountIds, deviceIds)) {
        keep(keyOf([device.accountId, device.deviceId]), [{ device, ...always }])
      }
    }
    return found
  }

  return {
    async resolve(refs) {
      const devices = new Map<string, KnownDevice>()
      for (const [key, assignments] of await findAssignments(refs)) {
        const current = assignments.find(isCurrent)
        if (current) devices.set(key, current.device)
      }
      return devices
    },
    resolveRows: (rows) => findAssignments(Iterator.from(rows).map(deviceRefOf)),
    isKnown: (identifier) => known.has(identifier),
    forget(refs) {
      for (const deviceRef of refs) known.delete(keyOf(deviceRef))
    },
    stop: () => clearInterval(timer),
  }
}

/** A public identifier is never given to another device. */
const always = { sinceMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY }
