// Telling people of alerts. Rows are written with the alert itself; the notifiers take them from there.

import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Place } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { getDevice } from '../devices/device.api.ts'
import * as queries from './notification.queries.ts'
import type { AlertToTell, NotificationState } from './notification.types.ts'

/**
 * To be called in the transaction that keeps the alerts, in the account's scope or the recorder's: whoever must be told
 * stands written when the alert does. Calling it again for the same alerts changes nothing.
 */
export async function notifyOf(ctx: { db: Db; now: () => Date }, alerts: AlertToTell[]): Promise<void> {
  if (alerts.length > 0) await queries.insertNotifications(ctx.db, alerts, ctx.now())
}

/** Reads any stretch of what was told, and not told, of a device; the newest first. */
export async function listOfDevice(
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Caller,
  deviceId: string,
  state: NotificationState | undefined,
) {
  const device = await getDevice(ctx, caller, deviceId)
  const db = ctx.db.forAccount(caller.accountId)
  return (place: Place) => queries.listOfDevice(db, device.number, state, place)
}
