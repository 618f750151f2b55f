// The statements of the judge. All run in the transaction of the recorder, over the accounts of its batch.

import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Explanation } from './rules/explain.ts'
import type { FixRow } from './rules/fix.ts'
import { fixOf } from './rules/fix.ts'
import type { Coordinates, Fix } from './rules/kind.types.ts'
import type { Severity } from './rules/rulebook.types.ts'
import type { Remembered } from './rules/track.ts'

/** Keeps this lock apart from other advisory locks. */
const lockSpace = 7_301

export async function lockPartition(db: Db, partition: number): Promise<void> {
  await db`select pg_advisory_xact_lock(${lockSpace}, ${partition})`
}

/**
 * Who judged the partition last, and which of the accounts are judged later. A separate statement after the lock: otherwise it would
 * read the snapshot from before the wait.
 */
export async function findHolder(
  db: Db,
  partition: number,
  accountIds: number[],
): Promise<{ holder: string | null; delayed: number[] }> {
  const [row] = await db<{ holder: string | null; delayed: number[] }>`
    select (select holder from rule_partitions where partition = ${partition}) as holder,
      array(select account_id from judging_delays where account_id = any(${accountIds}::int[])) as delayed`
  return row!
}

export async function setHolder(db: Db, partition: number, holder: string): Promise<void> {
  await db`
    insert into rule_partitions (partition, holder) values (${partition}, ${holder})
    on conflict (partition) do update set holder = excluded.holder`
}

/** Columns of the location `l`, as fixOf() reads them. */
export const fixColumns = sql`extract(epoch from l.fixed_at)::float8 * 1000 as fixed_ms,
  extract(epoch from l.received_at)::float8 * 1000 as received_ms,
  l.latitude, l.longitude, l.speed, l.accuracy_m, l.more, false as is_status`

/** The same of the status `s`. */
export const statusColumns = sql`extract(epoch from s.at)::float8 * 1000 as fixed_ms,
  extract(epoch from s.received_at)::float8 * 1000 as received_ms,
  null::int as latitude, null::int as longitude, null::smallint as speed, null::smallint as accuracy_m, s.status as more,
  true as is_status`

export interface Recalled {
  accountId: number
  deviceNumber: number
  memories: Remembered | null
  newestMs: number | null
  newestStatusMs: number | null
  /** How many locations are stored from the first new row on. Counting stops above the number of new ones. */
  stored: number
  storedStatuses: number
  before: Fix | undefined
}

/** The rule memory of these devices, and what is stored around the new locations. */
export async function recall(
  db: Db,
  tracks: { accountId: number; deviceNumber: number; fixes: Fix[] }[],
): Promise<Recalled[]> {
  type Row = Omit<Recalled, 'before'> & (FixRow | { fixedMs: null })
  const maxFixes = tracks.reduce((max, { fixes }) => Math.max(max, fixes.length), 0)
  // Under row-level security a condition that converts the time itself could not use the index.
  const rows = await db<Row>`
    with given as materialized (
      select account_id, device_number, to_timestamp(first_ms / 1000) as first_at,
        to_timestamp(first_ms / 1000) - interval '1 day' as day_before
      from unnest(${tracks.map((track) => track.accountId)}::int[], ${tracks.map((track) => track.deviceNumber)}::int[],
        ${tracks.map((track) => track.fixes[0]!.atMs)}::float8[]) as listed (account_id, device_number, first_ms))
    select given.account_id, given.device_number, m.memories,
      extract(epoch from case
        when not exists (
          select from unjudged_locations u
          where u.account_id = given.account_id and u.device_number = given.device_number) then n.fixed_at
        else (select max(l.fixed_at) from locations l
          where l.account_id = given.account_id and l.device_number = given.device_number and ${isJudged}) end
        )::float8 * 1000 as newest_ms,
      extract(epoch from (select s.at from device_statuses s
          where s.account_id = given.account_id and s.device_number = given.device_number and ${isJudgedStatus}
          order by s.at desc limit 1))::float8 * 1000 as newest_status_ms,
      (select count(*) from (
        select from locations l
        where l.account_id = given.account_id and l.device_number = given.device_number
          and l.fixed_at >= given.first_at and ${isJudged}
        limit ${maxFixes + 1}) as counted) as stored,
      (select count(*) from (
        select from device_statuses s
        where s.account_id = given.account_id and s.device_number = given.device_number
          and s.at >= given.first_at and ${isJudgedStatus}
        limit ${maxFixes + 1}) as counted) as stored_statuses, before.*
    from given
    left join rule_memories m on m.account_id = given.account_id and m.device_number = given.device_number
    left join newest_locations n on n.account_id = given.account_id and n.device_number = given.device_number
    left join lateral (
      select ${fixColumns} from locations l
      where l.account_id = given.account_id and l.device_number = given.device_number
        and l.fixed_at < given.first_at and l.fixed_at > given.day_before
        and ${hasOwnCoordinates} and ${isJudged}
      order by l.fixed_at desc limit 1) as before on true`
  return rows.map((row) => ({ ...row, before: row.fixedMs === null ? undefined : fixOf(row) }))
}

/** The same condition as in fixOf(). */
const hasOwnCoordinates = sql`l.latitude is not null and l.longitude is not null
  and coalesce(l.more ->> 'valid', 'true') <> 'false'
  and coalesce(l.more -> 'attributes' ->> 'approximate', 'false') <> 'true'`

/** Locations and statuses that are still waiting to be judged do not exist for the rules. */
const isJudged = sql`not exists (
  select from unjudged_locations u
  where u.account_id = l.account_id and u.device_number = l.device_number
    and u.fixed_at = l.fixed_at and u.fingerprint = l.fingerprint)`
const isJudgedStatus = sql`not exists (
  select from unjudged_locations u
  where u.account_id = s.account_id and u.device_number = s.device_number
    and u.fixed_at = s.at and u.fingerprint = s.fingerprint)`

/** The stored locations and statuses of a device from a time on, and the last fix before it. */
export async function readTrack(
  db: Db,
  { accountId, deviceNumber }: { accountId: number; deviceNumber: number },
  fromMs: number,
  limit: number,
): Promise<{ track: Fix[]; before: Fix | undefined }> {
  const from = new Date(fromMs)
  const rows = await db<FixRow>`
    select * from (
      (select ${fixColumns}, l.fingerprint from locations l
        where l.account_id = ${accountId} and l.device_number = ${deviceNumber} and l.fixed_at >= ${from}
          and ${isJudged}
        order by l.fixed_at, l.fingerprint limit ${limit})
      union all
      (select ${statusColumns}, s.fingerprint from device_statuses s
        where s.account_id = ${accountId} and s.device_number = ${deviceNumber} and s.at >= ${from}
          and ${isJudgedStatus}
        order by s.at, s.fingerprint limit ${limit})) as track
    order by fixed_ms, fingerprint limit ${limit}`
  const [before] = await db<FixRow>`
    select ${fixColumns} from locations l
    where l.account_id = ${accountId} and l.device_number = ${deviceNumber} and l.fixed_at < ${from}
      and l.fixed_at > ${from}::timestamptz - interval '1 day' and ${hasOwnCoordinates}
      and ${isJudged}
    order by l.fixed_at desc limit 1`
  return { track: rows.map(fixOf), before: before && fixOf(before) }
}

export async function keepMemories(
  db: Db,
  devices: { accountId: number; deviceNumber: number; remembered: Remembered }[],
): Promise<void> {
  await db`
    insert into rule_memories (account_id, device_number, memories)
    select * from unnest(${devices.map((one) => one.accountId)}::int[], ${devices.map((one) => one.deviceNumber)}::int[],
      ${devices.map((one) => JSON.stringify(one.remembered))}::jsonb[])
    on conflict (account_id, device_number) do update set memories = excluded.memories`
}

export interface NewAlert {
  accountId: number
  deviceNumber: number
  id: string
  ruleNumber: number
  name: string
  severity: Severity
  text: string
  atMs: number
  coordinates: Coordinates | undefined
  cause: string
  late: boolean
  /** From the reception of the location, if judging was delayed. */
  delayedSeconds: number | null
  /** Whether contacts are notified. */
  shouldNotify: boolean
  explanation: Explanation
}

export interface InsertedAlert {
  accountId: number
  alertNumber: number
  deviceNumber: number
  ruleNumber: number
  cause: string
}

/** Skips alerts that exist already. Returns the new ones. Without coordinates, an alert has the last known ones. */
export function insertAlerts(db: Db, alerts: NewAlert[], now: Date): Promise<InsertedAlert[]> {
  return db<InsertedAlert>`
    insert into alerts (account_id, device_number, id, rule_number, name, severity, text, at, raised_at, latitude,
      longitude, cause, late, delayed_seconds, explanation)
    select given.account_id, given.device_number, id, rule_number, name, severity, text, to_timestamp(at_ms / 1000), ${now},
      coalesce(given.latitude, n.latitude), coalesce(given.longitude, n.longitude), cause, late, delayed_seconds,
      case when n.fixed_at is null then explanation
        else explanation || jsonb_build_object('locatedAt', iso_time(n.fixed_at)) end
    from unnest(
      ${alerts.map((one) => one.accountId)}::int[], ${alerts.map((one) => one.deviceNumber)}::int[],
      ${alerts.map((one) => one.id)}::text[], ${alerts.map((one) => one.ruleNumber)}::int[],
      ${alerts.map((one) => one.name)}::text[], ${alerts.map((one) => one.severity)}::text[],
      ${alerts.map((one) => one.text)}::text[], ${alerts.map((one) => one.atMs)}::float8[],
      ${alerts.map((one) => scaled(one.coordinates?.latitude))}::int[],
      ${alerts.map((one) => scaled(one.coordinates?.longitude))}::int[], ${alerts.map((one) => one.cause)}::text[],
      ${alerts.map((one) => one.late)}::boolean[],
      ${alerts.map((one) => one.delayedSeconds)}::int[], ${alerts.map((one) => JSON.stringify(one.explanation))}::jsonb[])
      as given (account_id, device_number, id, rule_number, name, severity, text, at_ms, latitude, longitude, cause, late,
        delayed_seconds, explanation)
    left join newest_locations n on given.latitude is null and n.account_id = given.account_id
      and n.device_number = given.device_number and n.fixed_at <= to_timestamp(given.at_ms / 1000)
    on conflict (account_id, device_number, cause) do nothing
    returning account_id, number as alert_number, device_number, rule_number, cause`
}

/** The same alerts, found to have happened at another time or position. */
export async function moveAlerts(db: Db, moved: { from: string; to: NewAlert }[]): Promise<void> {
  await db`
    update alerts a set at = to_timestamp(given.at_ms / 1000), latitude = coalesce(given.latitude, a.latitude),
      longitude = coalesce(given.longitude, a.longitude), cause = given.cause, version = a.version + 1,
      explanation = case when given.latitude is null and a.explanation ? 'locatedAt'
        then given.explanation || jsonb_build_object('locatedAt', a.explanation->'locatedAt') else given.explanation end
    from unnest(${moved.map(({ to }) => to.accountId)}::int[], ${moved.map(({ to }) => to.deviceNumber)}::int[],
      ${moved.map(({ from }) => from)}::text[], ${moved.map(({ to }) => to.cause)}::text[],
      ${moved.map(({ to }) => to.atMs)}::float8[], ${moved.map(({ to }) => scaled(to.coordinates?.latitude))}::int[],
      ${moved.map(({ to }) => scaled(to.coordinates?.longitude))}::int[],
      ${moved.map(({ to }) => JSON.stringify(to.explanation))}::jsonb[])
      as given (account_id, device_number, old_cause, cause, at_ms, latitude, longitude, explanation)
    where a.account_id = given.account_id and a.device_number = given.device_number and a.cause = given.old_cause`
}

/** Releases the cause too: if it happens after all, it is raised again. */
export async function withdrawAlerts(
  db: Db,
  withdrawn: { accountId: number; deviceNumber: number; cause: string }[],
  now: Date,
): Promise<void> {
  await db`
    update alerts a set withdrawn_at = ${now}, cause = a.cause || ':withdrawn:' || a.id, version = a.version + 1
    from unnest(${withdrawn.map((one) => one.accountId)}::int[], ${withdrawn.map((one) => one.deviceNumber)}::int[],
      ${withdrawn.map((one) => one.cause)}::text[]) as given (account_id, device_number, cause)
    where a.account_id = given.account_id and a.device_number = given.device_number and a.cause = given.cause`
}

function scaled(degrees: number | undefined): number | null {
  return degrees === undefined ? null : Math.round(degrees * 1e7)
}
