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
    // Without a promise of its own: every location passes here.
    write(rows, frame) {
      const [first] = rows
      if (!first) return Promise.resolve()
      const ref = deviceRefOf(first)
      const accountId = typeof ref === 'string' ? registered.findAccount(ref) : ref[0]
      const sender = {
        accountId: accountId ?? unknownAccount,
        device: String(ref),
        kind: rows.some(isSos) ? ('alarm' as const) : ('tracker' as const),
      }
      const bytes = rows.reduce((sum, row) => sum + rowBytesOf(row), 0)
      try {
        const isAsking = ctx.bus.locations.requireRoom(sender, bytes)
        return isAsking ? isAsking.then(() => writer.write(rows, frame)) : writer.write(rows, frame)
      } catch (error) {
        return Promise.reject(error)
      }
    },
  }
}

function isSos(row: LocationRow): boolean {
  const alerts = moreOf(row)?.alerts
  return Array.isArray(alerts) && alerts.includes('sos')
}
