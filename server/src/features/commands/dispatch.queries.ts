// Statements for sending. Only the gateway that marks a command `sent` may write it to the tracker, once.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CommandType } from './command.types.ts'

const isFree = sql`not exists (
  select from commands s
  where s.account_id = c.account_id and s.device_number = c.device_number and s.state = 'sent')`

export interface Waiting {
  accountId: number
  deviceNumber: number
  identifier: string
}

/** Those of the trackers that have a queued command, and none that is sent and not answered. */
export function listWaiting(directory: Db, identifiers: readonly string[], now: Date): Promise<Waiting[]> {
  return directory<Waiting>`
    select i.account_id, i.device_number, i.identifier from directory_identifiers i
    where i.identifier = any(${identifiers}::text[]) and exists (
      select from commands c
      where c.account_id = i.account_id and c.device_number = i.device_number and c.state = 'queued'
        and c.expires_at > ${now} and ${isFree})`
}

/** All queued commands of all devices, a page at a time. */
export function listQueued(
  directory: Db,
  after: number,
  limit: number,
): Promise<{ number: number; identifier: string | null }[]> {
  return directory<{ number: number; identifier: string | null }>`
    select c.number, (
      select i.identifier from directory_identifiers i
      where i.account_id = c.account_id and i.device_number = c.device_number) as identifier
    from commands c where c.state = 'queued' and c.number > ${after}::bigint
    order by c.number limit ${limit}`
}

export interface NextCommand {
  number: number
  id: string
  requestNumber: number
  type: CommandType
  settings: object
  deviceId: string
  model: string | null
}

/** The oldest queued command, locked; none while another is sent, or once the device has another identifier. */
export async function lockNext(
  db: AccountDb,
  deviceNumber: number,
  identifier: string,
  now: Date,
): Promise<NextCommand | undefined> {
  const [row] = await db<NextCommand>`
    select c.number, c.id, c.request_number, c.type, c.settings, d.id as device_id, d.model
    from commands c join devices d on d.account_id = c.account_id and d.number = c.device_number
    where c.account_id = ${db.accountId} and c.device_number = ${deviceNumber} and c.state = 'queued'
      and c.expires_at > ${now} and d.identifier = ${identifier} and ${isFree}
    order by c.number limit 1
    for no key update of c`
  return row
}

/** Not if it expired while waiting for the lock. */
export async function markSent(db: AccountDb, number: number, now: Date): Promise<boolean> {
  const rows = await db`
    update commands set state = 'sent', reason = null, sent_at = ${now}
    where account_id = ${db.accountId} and number = ${number} and state = 'queued' and expires_at > ${now}
    returning number`
  return rows.length > 0
}

export async function markUnsupported(db: AccountDb, number: number, now: Date): Promise<void> {
  await db`
    update commands set state = 'failed', reason = 'not_supported', ended_at = ${now}
    where account_id = ${db.accountId} and number = ${number} and state = 'queued'`
}

/** Only by the gateway that marked it `sent`, and only if nothing was written. */
export async function requeue(db: AccountDb, number: number, reason: string | null): Promise<boolean> {
  const rows = await db`
    update commands set state = 'queued', reason = ${reason}, sent_at = null
    where account_id = ${db.accountId} and number = ${number} and state = 'sent'
    returning number`
  return rows.length > 0
}

/** Sets the reason why queued commands of a connected tracker are not sent. */
export async function markWaiting(db: AccountDb, deviceNumber: number, reason: string): Promise<void> {
  await db`
    update commands set reason = ${reason}
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and state = 'queued'
      and reason is distinct from ${reason}`
}
