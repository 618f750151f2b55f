// Who may speak to a gateway, and what its connections share.

import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { ConfigError } from '../../config/config.ts'
import type { Context } from '../../platform/context.ts'
import { isUnavailable, UnavailableError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { createActivityLog } from '../activity/activity-log.api.ts'
import { createLocator } from '../cells/locator.api.ts'
import { createDeviceMemory } from '../recorder/device-cache.api.ts'
import { createLocationWriter } from '../recorder/location-log.api.ts'
import { createPassageLines } from './cell-forwarding.ts'
import * as queries from './gateway.queries.ts'
import type { Admission, Gateway } from './gateway.types.ts'

const askForMs = 1_500
/** After the database did not answer, nobody waits for it again for this long. */
const awayForMs = 2_000
const noteAgainAfterMs = 60_000
/** Who is registered meanwhile is let in within 5 s. */
const strangersRememberedMs = 3_000

export function createGateway(ctx: Context): Gateway & { stop(): void } {
  const memory = createDeviceMemory(ctx)
  const activity = createActivityLog(ctx, memory)
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: noteAgainAfterMs })
  // A stranger that reconnects in a tight loop must not become a loop of queries.
  const strangers = new LRUCache<string, true>({ max: 10_000, ttl: strangersRememberedMs })
  const networks = networksOf(ctx.config.gateway.directipNetworks)
  const locator = createLocator(ctx)
  let awayUntil = 0

  async function ask(identifier: string): Promise<Admission> {
    const late = new Promise<'late'>((resolve) => setTimeout(resolve, askForMs, 'late').unref())
    try {
      const devices = await Promise.race([memory.resolve([identifier]), late])
      if (devices === 'late') throw new UnavailableError()
      return devices.get(identifier)?.isElsewhere === false ? 'known' : 'stranger'
    } catch (error) {
      // A name that the database refuses to look for is nobody's; that it is away is another matter.
      if (!isUnavailable(error)) return 'stranger'
      awayUntil = performance.now() + awayForMs
      return 'unsettled'
    }
  }

  async function look(identifier: string): Promise<Admission> {
    if (strangers.has(identifier)) return 'stranger'
    if (memory.isKnown(identifier)) return 'known'
    if (performance.now() < awayUntil) return 'unsettled'
    const admission = await ask(identifier)
    if (admission === 'stranger') strangers.set(identifier, true)
    return admission
  }

  return {
    ctx,
    lines: createPassageLines(ctx),
    memory,
    writer: createLocationWriter(ctx),
    async admit(identifier) {
      const admission = await look(identifier)
      if (!locator || admission === 'known') return admission
      // Not even while our database is away may it be stored here where it lives elsewhere: nobody would find it again.
      const where = await locator.ask({ kind: 'identifier', name: identifier })
      if (typeof where === 'object') return where
      if (where !== 'here') return 'stranger'
      // The directory knew it before we did: its account is just arriving, and the tracker comes again.
      if (admission === 'stranger') throw new UnavailableError('lives here, but is not here yet')
      return admission
    },
    async admitHere(identifier) {
      const admission = await look(identifier)
      // The other cell knew it from the directory a moment ago: it is on its way, and comes again.
      if (admission === 'stranger') throw new UnavailableError('handed on to us, but does not live here')
      return admission
    },
    isOfNetwork(address) {
      const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
      const family = isIP(plain)
      return family !== 0 && networks.check(plain, family === 4 ? 'ipv4' : 'ipv6')
    },
    noteStranger(stranger) {
      metrics.refused.inc({ reason: 'stranger' })
      if (noted.has(stranger.identifier)) return
      noted.set(stranger.identifier, true)
      queries.keepStranger(ctx.db.recorder, stranger, ctx.now()).catch((error) => {
        ctx.log.warn({ err: error }, 'a stranger could not be noted')
      })
    },
    noteActivity: activity.note,
    stop: () => memory.stop(),
  }
}

/** `192.0.2.0/24`, `2001:db8::/32`, or single addresses. */
function networksOf(texts: readonly string[]): BlockList {
  const networks = new BlockList()
  for (const text of texts) {
    const [address = '', bits] = text.split('/')
    const family = isIP(address)
    const most = family === 4 ? 32 : 128
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (family === 0 || !(length <= most)) {
      throw new ConfigError([`RASTRO_DIRECTIP_NETWORKS has "${text}", which is no network`])
    }
    networks.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  }
  return networks
}
