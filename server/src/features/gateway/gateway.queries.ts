import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { UnknownTracker } from './gateway.types.ts'

export async function quarantineTracker(
  db: Db,
  { identifier, protocol, address }: UnknownTracker,
  now: Date,
): Promise<void> {
  await db`
    insert into quarantine as q (identifier, protocol, address, first_seen_at, last_seen_at)
    values (${identifier.slice(0, 64)}, ${protocol}, ${address}, ${now}, ${now})
    on conflict (identifier) do update
    set protocol = excluded.protocol, address = excluded.address, last_seen_at = excluded.last_seen_at,
      reports = q.reports + 1`
}

export interface OwnedDevice {
  identifier: string
  deviceId: string
  model: string | null
}

/** Of these identifiers, those of devices of the account. */
export function listOwned(db: AccountDb, identifiers: string[]): Promise<OwnedDevice[]> {
  return db<OwnedDevice>`
    select i.identifier, d.id as device_id, d.model
    from directory_identifiers i
    join devices d on d.account_id = i.account_id and d.number = i.device_number
    where i.account_id = ${db.accountId} and i.identifier = any(${identifiers}::text[])`
}
