// Remembers which device an identifier is. What changes in the directory is forgotten within seconds, everywhere.

import { LRUCache } from 'lru-cache'
import type { Context } from '../../platform/context.ts'
import type { KnownDevice } from './recorder.queries.ts'
import * as queries from './recorder.queries.ts'

const mostDevices = 500_000
const forgetAfterMs = 600_000
/** The promise is 5 s. */
const lookEveryMs = 2_000
/** Reaches back further than a transaction can last, so that none is missed. */
const lookBackSeconds = 30

export interface DeviceMemory {
  /** The devices behind these names, by name; strangers are absent. */
  resolve(names: Set<string | number>): Promise<Map<string | number, KnownDevice>>
  /** Without asking anybody. */
  isKnown(name: string | number): boolean
  forget(names: Iterable<string | number>): void
  stop(): void
}

export function createDeviceMemory(ctx: Pick<Context, 'db' | 'log'>): DeviceMemory {
  const known = new LRUCache<string | number, KnownDevice>({ max: mostDevices, ttl: forgetAfterMs })

  const timer = setInterval(async () => {
    try {
      for (const identifier of await queries.listChangedIdentifiers(ctx.db.directory, lookBackSeconds)) {
        known.delete(identifier)
      }
    } catch {
      // The database is away: so is whatever could have changed there.
    }
  }, lookEveryMs)
  timer.unref()

  return {
    async resolve(names) {
      const found = new Map<string | number, KnownDevice>()
      const asked: (string | number)[] = []
      for (const name of names) {
        const device = known.get(name)
        if (device) found.set(name, device)
        else asked.push(name)
      }
      if (asked.length === 0) return found
      const identifiers = asked.filter((name) => typeof name === 'string')
      const numbers = asked.filter((name) => typeof name === 'number')
      for (const device of await queries.listDevices(ctx.db.recorder, identifiers, numbers)) {
        const name = device.identifier ?? device.deviceNumber
        known.set(name, device)
        found.set(name, device)
      }
      return found
    },
    isKnown: (name) => known.has(name),
    forget(names) {
      for (const name of names) known.delete(name)
    },
    stop: () => clearInterval(timer),
  }
}
