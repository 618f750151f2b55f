import type { AccountDb } from '../../platform/db/db.ts'
import type { ActivityEntry } from './activity.types.ts'

export interface StoredActivity {
  at: Date
  kind: ActivityEntry['kind']
  protocol: string
  reason: string | null
  excerpt: string | null
}

/** Where the identifier is still the device's. The oldest make room: there are never many more than `most`. */
export async function insertActivity(
  db: AccountDb,
  deviceNumber: number,
  { identifier, kind, protocol, reason, bytes }: ActivityEntry,
  { now, most, silentSince }: { now: Date; most: number; silentSince: Date },
): Promise<void> {
  await db`
    with device as (
      select i.device_number from directory_identifiers i
      where i.account_id = ${db.accountId} and i.identifier = ${identifier} and i.device_number = ${deviceNumber}
        -- Of a device that brings locations, that it connects says nothing new.
        and (${kind} <> 'connection' or not exists (
          select from newest_locations n
          where n.account_id = ${db.accountId} and n.device_number = i.device_number and n.seen_at > ${silentSince}))),
    kept as (
      insert into device_activity (account_id, device_number, at, kind, protocol, reason, excerpt)
      select ${db.accountId}, device_number, ${now}, ${kind}, ${protocol}, ${reason ?? null}, ${bytes ?? null}::bytea
      from device)
    delete from device_activity a using device
    where a.account_id = ${db.accountId} and a.device_number = device.device_number
      and a.number <= (
        select o.number from device_activity o
        where o.account_id = ${db.accountId} and o.device_number = ${deviceNumber}
        order by o.number desc offset ${most - 1} limit 1)`
}

export function listActivity(
  db: AccountDb,
  deviceNumber: number,
  { since, most }: { since: Date; most: number },
): Promise<StoredActivity[]> {
  return db<StoredActivity>`
    select a.at, a.kind, a.protocol, a.reason, encode(a.excerpt, 'hex') as excerpt from device_activity a
    where a.account_id = ${db.accountId} and a.device_number = ${deviceNumber} and a.at >= ${since}
    order by a.number desc limit ${most}`
}
