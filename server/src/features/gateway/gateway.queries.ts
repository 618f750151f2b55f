import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { UnknownTracker } from './gateway.types.ts'

/** Keeps this lock apart from other advisory locks. */
const lockSpace = 7_318

/**
 * The oldest are deleted, so there are never more than `max`. Run it in a transaction: the advisory lock admits one
 * process at a time.
 */
export async function quarantineTrackers(
  db: Db,
  trackers: (UnknownTracker & { reports: number })[],
  now: Date,
  max: number,
): Promise<void> {
  await db`select pg_advisory_xact_lock(${lockSpace}, 0)`
  await db`
    insert into quarantine as q (identifier, protocol, address, reports, first_seen_at, last_seen_at)
    select identifier, protocol, address, reports, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${trackers.map(({ identifier }) => identifier)}::text[],
      ${trackers.map(({ protocol }) => protocol)}::text[], ${trackers.map(({ address }) => address)}::text[],
      ${trackers.map(({ reports }) => reports)}::int[]) as given (identifier, protocol, address, reports)
    order by identifier
    on conflict (identifier) do update
    set protocol = excluded.protocol, address = excluded.address, last_seen_at = excluded.last_seen_at,
      reports = q.reports + excluded.reports`
  await db`
    delete from quarantine where identifier in (
      select identifier from quarantine order by last_seen_at desc offset ${max})`
}

/** Registered identifiers in order, after one of them. */
export function listRegistered(
  db: Db,
  after: string,
  limit: number,
): Promise<{ identifier: string; accountId: number }[]> {
  return db<{ identifier: string; accountId: number }>`
    select identifier, account_id from directory_identifiers
    where identifier > ${after} order by identifier limit ${limit}`
}

/** Identifiers that were assigned or released within the last seconds, and the account that has them now. */
export function listChanges(
  db: Db,
  seconds: number,
): Promise<{ identifier: string; accountId: number | null }[]> {
  return db<{ identifier: string; accountId: number | null }>`
    select distinct c.identifier, (
      select i.account_id from directory_identifiers i where i.identifier = c.identifier) as account_id
    from directory_changes c
    where c.at > now() - make_interval(secs => ${seconds})`
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
