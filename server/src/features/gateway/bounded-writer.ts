// Writes to the log what it has room for, so that one account or device cannot fill it for the others.

import type { Context } from '../../platform/context.ts'
import type { LocationWriter } from '../recorder/location-log.api.ts'
import { createLocationWriter } from '../recorder/location-log.api.ts'
import { deviceRefOf, moreOf, rowBytesOf } from '../recorder/location-row.api.ts'
import type { LocationRow } from '../recorder/location-row.types.ts'
import type { RegisteredTrackers } from './registered-trackers.ts'

/** Trackers registered a moment ago share a budget until their account is loaded. */
const unknownAccount = 0

export function createBoundedWriter(
  ctx: Pick<Context, 'bus' | 'config'>,
  registered: Pick<RegisteredTrackers, 'findAccount'>,
): LocationWriter {
  const writer = createLocationWriter(ctx)
  return {
    async write(rows, frame) {
      const [first] = rows
      if (!first) return
      const ref = deviceRefOf(first)
      const accountId = typeof ref === 'string' ? registered.findAccount(ref) : ref[0]
      const sender = {
        accountId: accountId ?? unknownAccount,
        device: String(ref),
        kind: rows.some(isSos) ? ('alarm' as const) : ('tracker' as const),
      }
      const bytes = rows.reduce((sum, row) => sum + rowBytesOf(row), 0)
      await ctx.bus.locations.requireRoom(sender, bytes)
      await writer.write(rows, frame)
    },
  }
}

function isSos(row: LocationRow): boolean {
  const alerts = moreOf(row)?.alerts
  return Array.isArray(alerts) && alerts.includes('sos')
}
