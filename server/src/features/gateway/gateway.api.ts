// Decides which trackers a gateway admits, and holds what its connections share.

import type { Context } from '../../platform/context.ts'
import { UnavailableError } from '../../platform/http/errors.ts'
import { isInNetworks, toBlockList } from '../../platform/http/network.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { createActivityLog } from '../activity/activity-log.api.ts'
import { createLocator } from '../cells/locator.api.ts'
import { createDeviceCache } from '../recorder/device-cache.api.ts'
import { createLocalAdmissions } from './admission.ts'
import { createBoundedWriter } from './bounded-writer.ts'
import { createCellForwarding } from './cell-forwarding.ts'
import type { Gateway } from './gateway.types.ts'
import { createQuarantine } from './quarantine.ts'
import { createRegisteredTrackers } from './registered-trackers.ts'
import { createStatusFilter } from './status-filter.ts'

export function createGateway(ctx: Context): Gateway & { stop(): void } {
  const deviceCache = createDeviceCache(ctx)
  const activity = createActivityLog(ctx, deviceCache)
  const quarantine = createQuarantine(ctx)
  const networks = toBlockList(ctx.config.gateway.directipNetworks)
  const locator = createLocator(ctx)
  const registered = createRegisteredTrackers(ctx)
  const local = createLocalAdmissions(ctx, deviceCache, registered)

  return {
    ctx,
    cellForwarding: createCellForwarding(ctx),
    deviceCache,
    writer: createBoundedWriter(ctx, registered),
    statuses: createStatusFilter(),
    async admit(identifier, address) {
      const admission = await local.admit(identifier, address)
      if (admission === 'refused') return 'unknown'
      if (!locator || admission === 'known') {
        if (admission === 'unknown') local.countUnknown(address)
        return admission
      }
      // Even while the database is unavailable: locations of another cell's tracker must not be stored in this one.
      const where = await locator.askDirectory({ kind: 'identifier', name: identifier })
      if (typeof where === 'object') return where
      if (where !== 'here') {
        local.countUnknown(address)
        return 'unknown'
      }
      // The account is just arriving: the directory knows it already, and the tracker will retry.
      if (admission === 'unknown') throw new UnavailableError('the account is still arriving in this cell')
      return admission
    },
    async admitHere(identifier) {
      const admission = await local.admit(identifier, undefined)
      // The account is being moved: the other cell had it from the directory a moment ago, and the tracker will
      // retry.
      if (admission === 'unknown' || admission === 'refused')
        throw new UnavailableError('forwarded to this cell, which is not its home')
      return admission
    },
    async homeOfKey(keyId) {
      const where = await locator?.askDirectory({ kind: 'ingest_key', name: keyId })
      if (where === 'here') throw new UnavailableError('the account is still arriving in this cell')
      return typeof where === 'object' ? where : undefined
    },
    isAllowedNetwork(address) {
      return isInNetworks(networks, address)
    },
    noteUnknownTracker(tracker) {
      metrics.refused.inc({ reason: 'unknown_device' })
      quarantine.note(tracker)
    },
    noteActivity: activity.note,
    stop() {
      deviceCache.stop()
      registered.stop()
      quarantine.stop()
    },
  }
}
