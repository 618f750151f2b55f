// Decides which trackers a gateway admits, and holds what its connections share.

import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { ConfigError } from '../../config/config.ts'
import type { Context } from '../../platform/context.ts'
import { isUnavailable, UnavailableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { createActivityLog } from '../activity/activity-log.api.ts'
import { createLocator } from '../cells/locator.api.ts'
import { createDeviceCache } from '../recorder/device-cache.api.ts'
import { createLocationWriter } from '../recorder/location-log.api.ts'
import { createCellForwarding } from './cell-forwarding.ts'
import * as queries from './gateway.queries.ts'
import type { Admission, Gateway } from './gateway.types.ts'

const lookUpWithinMs = 1_500
/** After a look-up failed, the database is not asked again for this long. */
const awayForMs = 2_000
const notedForMs = 60_000
/** A device that is registered meanwhile must be admitted within 5 s. */
const unknownForMs = 3_000

export function createGateway(ctx: Context): Gateway & { stop(): void } {
  const deviceCache = createDeviceCache(ctx)
  const activity = createActivityLog(ctx, deviceCache)
  const notedLately = new LRUCache<string, true>({ max: 10_000, ttl: notedForMs })
  // An unknown tracker that reconnects in a tight loop must not cause a loop of queries.
  const unknown = new LRUCache<string, true>({ max: 10_000, ttl: unknownForMs })
  const networks = networksOf(ctx.config.gateway.directipNetworks)
  const locator = createLocator(ctx)
  let awayUntil = 0

  async function lookUp(identifier: string): Promise<Admission> {
    const late = new Promise<'late'>((resolve) => setTimeout(resolve, lookUpWithinMs, 'late').unref())
    try {
      const devices = await Promise.race([deviceCache.resolve([identifier]), late])
      if (devices === 'late') throw new UnavailableError()
      return devices.get(identifier)?.isElsewhere === false ? 'known' : 'unknown'
    } catch (error) {
      // An identifier that the database rejects belongs to no device; an unavailable database decides nothing.
      if (!isUnavailable(error)) return 'unknown'
      awayUntil = performance.now() + awayForMs
      return 'undecided'
    }
  }

  async function admitLocally(identifier: string): Promise<Admission> {
    if (unknown.has(identifier)) return 'unknown'
    if (deviceCache.isKnown(identifier)) return 'known'
    if (performance.now() < awayUntil) return 'undecided'
    const admission = await lookUp(identifier)
    if (admission === 'unknown') unknown.set(identifier, true)
    return admission
  }

  return {
    ctx,
    cellForwarding: createCellForwarding(ctx),
    deviceCache,
    writer: createLocationWriter(ctx),
    async admit(identifier) {
      const admission = await admitLocally(identifier)
      if (!locator || admission === 'known') return admission
      // Even while the database is unavailable: locations of another cell's tracker must not be stored in this one.
      const where = await locator.askDirectory({ kind: 'identifier', name: identifier })
      if (typeof where === 'object') return where
      if (where !== 'here') return 'unknown'
      // The account is just arriving: the directory knows it already, and the tracker will retry.
      if (admission === 'unknown') throw new UnavailableError('the account is still arriving in this cell')
      return admission
    },
    async admitHere(identifier) {
      const admission = await admitLocally(identifier)
      // The account is being moved: the other cell had it from the directory a moment ago, and the tracker will
      // retry.
      if (admission === 'unknown') throw new UnavailableError('forwarded to this cell, which is not its home')
      return admission
    },
    isAllowedNetwork(address) {
      const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
      const family = isIP(plain)
      return family !== 0 && networks.check(plain, family === 4 ? 'ipv4' : 'ipv6')
    },
    noteUnknownTracker(tracker) {
      metrics.refused.inc({ reason: 'unknown_device' })
      if (notedLately.has(tracker.identifier)) return
      notedLately.set(tracker.identifier, true)
      queries.quarantineTracker(ctx.db.recorder, tracker, ctx.now()).catch((error) => {
        ctx.log.warn({ err: error }, 'unknown tracker not recorded')
      })
    },
    noteActivity: activity.note,
    stop: () => deviceCache.stop(),
  }
}

/** `192.0.2.0/24`, `2001:db8::/32`, or single addresses. */
function networksOf(texts: readonly string[]): BlockList {
  const networks = new BlockList()
  for (const text of texts) {
    const [address = '', bits] = text.split('/')
    const family = isIP(address)
    const maxBits = family === 4 ? 32 : 128
    const length = bits === undefined ? maxBits : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (family === 0 || !(length <= maxBits)) {
      throw new ConfigError([`RASTRO_DIRECTIP_NETWORKS has "${text}", which is not a network`])
    }
    networks.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  }
  return networks
}
