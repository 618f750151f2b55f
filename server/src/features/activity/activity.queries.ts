import type { AccountDb } from '../../platform/db/db.ts'
import type { ActivityEntry } from './activity.types.ts'

export interface StoredActivity {
  receivedAt: Date
  type: ActivityEntry['type']
  protocol: string
  reason: string | null
  excerpt: string | null
}

/** Only if the identifier still belongs to the device. Deletes the oldest entries beyond about `limit`. */
export async function insertActivity(
  db: AccountDb,
  deviceNumber: number,
  { identifier, type, protocol, reason, bytes }: ActivityEntry,
  { now, limit, silentSince }: { now: Date; limit: number; silentSince: Date },
): Promise<void> {
  await db`
    with device as (
      select i.device_number from directory_identifiers i
      where i.account_id = ${db.accountId} and i.identifier = ${identifier} and i.device_number = ${deviceNumber}
        -- The connections of a device that reports locations are of no interest.
        and (${type} <> 'connection' or not exists (
          select from newest_locations n
          where n.account_id = ${db.accountId} and n.device_number = i.device_number and n.seen_at > ${silentSince}))),
    kept as (
      insert into device_activity (account_id, device_number, at, kind, protocol, reason, excerpt)
      select ${db.accountId}, device_number, ${now}, ${type}, ${protocol}, ${reason ?? null}, ${bytes ?? null}::bytea
      from device)
    delete from device_activity a using device
    where a.account_id = ${db.accountId} and a.device_number = device.device_number
      and a.number <= (
        select o.number from device_activity o
        where o.account_id = ${db.accountId} and o.device_number = ${deviceNumber}
        order by o.number desc offset ${limit - 1} limit 1)`
}

export function listActivity(
  db: AccountDb,
  deviceNumber: number,
  { since, limit }: { since: Date; limit: number },
): Promise<StoredActivity[]> {
  return db<StoredActivity>`
    select a.at as received_at, a.kind as type, a.protocol, a.reason, encode(a.excerpt, 'hex') as excerpt from device_activity a
    where a.account_id = ${db.accountId} and a.device_number = ${deviceNumber} and a.at >= ${since}
    order by a.number desc limit ${limit}`
}
