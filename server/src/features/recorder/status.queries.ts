// Statements about statuses: reports without a position.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import { jsonOf } from './array-literal.ts'
import { fingerprintOf, fixedAtMsOf, receivedAtMsOf, statusOf } from './location-row.api.ts'
import type { StorableRow } from './storable-row.types.ts'

/** Statuses as arrays for `unnest`: device, account, time, reception, fingerprint. */
const keysOf = (statuses: StorableRow[]) => sql`
  ${statuses.map(({ device }) => device.deviceNumber)}::int[], ${statuses.map(({ device }) => device.accountId)}::int[],
  ${statuses.map(({ row }) => fixedAtMsOf(row))}::float8[], ${statuses.map(({ row }) => receivedAtMsOf(row))}::float8[],
  ${statuses.map(({ row }) => fingerprintOf(row))}::int[]`

/** The newest value of the statuses of a device in the batch, and its time. */
const newestOf = (value: Fragment) => sql`
  (array_agg(${value} order by seen_at desc) filter (where ${value} is not null))[1],
  max(seen_at) filter (where ${value} is not null)`

const isNewer = (at: Fragment) => sql`coalesce(excluded.${at} > coalesce(n.${at}, '-infinity'), false)`
const keepNewer = (value: Fragment, at: Fragment) => sql`
  ${value} = case when ${isNewer(at)} then excluded.${value} else n.${value} end, ${at} = greatest(n.${at}, excluded.${at})`

const battery = sql`battery`
const ignition = sql`ignition`
const charging = sql`charging`
const batteryAt = sql`battery_at`
const ignitionAt = sql`ignition_at`
const chargingAt = sql`charging_at`

/**
 * Parts of the statement that stores a batch: inserts new statuses, and advances the newest value of each kind. A value
 * that is dated ahead counts from its reception.
 */
export const storedStatuses = (statuses: StorableRow[]) => sql`
  given_statuses as materialized (
    select ordinal, device_number, account_id, to_timestamp(at_ms / 1000.0) as at,
      to_timestamp(received_ms / 1000.0) as received_at, fingerprint, status,
      to_timestamp(least(at_ms, received_ms) / 1000.0) as seen_at,
      case when jsonb_typeof(status->'battery') = 'number' then (status->'battery')::real end as battery,
      case when jsonb_typeof(status->'ignition') = 'boolean' then (status->'ignition')::boolean end as ignition,
      case when jsonb_typeof(status->'attributes'->'charging') = 'boolean' then (status->'attributes'->'charging')::boolean
        end as charging
    from unnest(${keysOf(statuses)}, ${`{${statuses.map(({ row }) => jsonOf(statusOf(row))).join(',')}}`}::jsonb[])
      with ordinality as listed (device_number, account_id, at_ms, received_ms, fingerprint, status, ordinal)),
  stored_statuses as (
    insert into device_statuses (account_id, device_number, at, received_at, fingerprint, status)
    select account_id, device_number, at, received_at, fingerprint, status from given_statuses
    on conflict do nothing
    returning device_number, at, fingerprint),
  newest_values as (
    insert into newest_statuses as n (account_id, device_number, battery, battery_at, ignition, ignition_at, charging,
      charging_at)
    select account_id, device_number, ${newestOf(battery)}, ${newestOf(ignition)}, ${newestOf(charging)}
    from given_statuses
    group by account_id, device_number order by account_id, device_number
    on conflict (account_id, device_number) do update set ${keepNewer(battery, batteryAt)},
      ${keepNewer(ignition, ignitionAt)}, ${keepNewer(charging, chargingAt)}
    where ${isNewer(batteryAt)} or ${isNewer(ignitionAt)} or ${isNewer(chargingAt)})`

/** The same status twice in a batch is stored once, and counts once. */
export const newStatusOrdinals = sql`
  (select array_agg(ordinal order by ordinal) from (
    select min(g.ordinal) as ordinal from stored_statuses join given_statuses g using (device_number, at, fingerprint)
    group by device_number, at, fingerprint) as added)`

/** The ordinals (from 1) of statuses that are stored with the same time of reception: the log redelivers them. */
export async function listRedeliveredStatuses(db: Db, statuses: StorableRow[]): Promise<number[]> {
  // Converted first: under row-level security, a condition that contains the conversion cannot use the index.
  const redelivered = await db<{ ordinal: number }>`
    with given as materialized (
      select account_id, device_number, to_timestamp(at_ms / 1000.0) as at,
        to_timestamp(received_ms / 1000.0) as received_at, fingerprint, ordinal
      from unnest(${keysOf(statuses)}) with ordinality
        as listed (device_number, account_id, at_ms, received_ms, fingerprint, ordinal))
    select given.ordinal::int
    from given join device_statuses s using (account_id, device_number, at, fingerprint)
    where s.received_at = given.received_at`
  return redelivered.map(({ ordinal }) => ordinal)
}

/** At most `limit` rows of these devices, so that no statement takes long. Reads by the primary key. */
export async function deleteStatuses(
  db: AccountDb,
  deviceNumbers: number[],
  before: Date | undefined,
  limit: number,
): Promise<number> {
  const rows = await db`
    delete from device_statuses s using (
      select old.device_number, old.at, old.fingerprint
      from unnest(${deviceNumbers}::int[]) as given (number)
      cross join lateral (
        select device_number, at, fingerprint from device_statuses
        where account_id = ${db.accountId} and device_number = given.number
          and at < ${before ?? 'infinity'}::timestamptz
        limit ${limit}) as old
      limit ${limit}) as gone
    where s.account_id = ${db.accountId} and s.device_number = gone.device_number and s.at = gone.at
      and s.fingerprint = gone.fingerprint
    returning s.device_number`
  return rows.length
}
