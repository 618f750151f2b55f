// Notifies contacts of alerts. Rows are written with the alert; the notifiers send them.

import type { Context } from '../../platform/context.ts'
import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { mayReadAddresses } from '../../platform/http/caller.ts'
import { getDevice } from '../devices/device.api.ts'
import * as queries from './notification.queries.ts'
import type { AlertToNotify, ContactsToNotify, NotificationState } from './notification.types.ts'

/**
 * Call it in the transaction that stores the alerts, in the scope of the account or the recorder, so that no
 * notification is lost. Idempotent per alert.
 */
export async function notifyOf(ctx: { db: Db; now: () => Date }, alerts: AlertToNotify[]): Promise<void> {
  if (alerts.length > 0) await queries.insertNotifications(ctx.db, alerts, ctx.now())
}

/**
 * For escalations, in the transaction that decides it. A contact whose notification is still on its way gets no second
 * one. Returns the notifications; their outcome ends at the latest with the alert.
 */
export function notifyContacts(ctx: { db: AccountDb; now: () => Date }, given: ContactsToNotify) {
  return queries.notifyContacts(ctx.db, given, ctx.now())
}

/** Returns a reader of pages of the notifications of a device, whatever their state, newest first. */
export async function listOfDevice(
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Caller,
  deviceId: string,
  state: NotificationState | undefined,
) {
  const device = await getDevice(ctx, caller, deviceId)
  const db = ctx.db.forAccount(caller.accountId)
  const showsAddress = mayReadAddresses(caller)
  return (cursor: PageCursor) => queries.listOfDevice(db, device.number, state, showsAddress, cursor)
}
