// The states of the detector, which devices are due, and the marks of late rows.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import { noMarks } from './detection/marks.ts'
import { algorithm, decodeState, encodeState, newState } from './detection/state.ts'
import type { DayDifference } from './device-day.queries.ts'
import type { SettingsPeriod } from './effective-settings.ts'
import { currentPrefix, isCurrent, isNewer, toCurrent, versionPattern } from './state-version.ts'
import type { LockedDevice, SavedState } from './trip-state.types.ts'
import type { ZonePeriod } from './zoned-days.ts'

export interface DueDevices {
  accountId: number
  deviceNumbers: number[]
  /** Those whose track must be recomputed: on request, in another time zone, or by a newer detector. */
  redoNumbers: number[]
}

const isOfThisVersion = sql`starts_with(s.state, ${currentPrefix})`

/** Of states `s` and accounts `a`. */
export const mustRedo = sql`(s.redo_from is not null or s.zone <> a.time_zone or not ${isOfThisVersion})`

/** Devices of all accounts with a decision to make, late rows, or rows that wait for longer than the pace. */
export const dueDevices = (now: Date, pacedBefore: Date) => sql`
  newest_locations n
  join accounts a on a.account_id = n.account_id
  left join trip_states s on s.account_id = n.account_id and s.device_number = n.device_number
  cross join lateral (
    select coalesce(${mustRedo}, false) as is_redo) as r
  where coalesce(s.not_before <= ${now}, true) and (
    s.account_id is null or s.late_count <> n.late_count or r.is_redo
    or n.latest_at > coalesce(s.read_until, '-infinity') and (
      s.processed_at < ${pacedBefore} or n.latest_at >= s.decides_at or n.speed >= s.moves_at
      or (s.stands_at is not null and coalesce(n.speed <= s.stands_at, true))
      or n.latitude < s.south or n.latitude > s.north or n.longitude < s.west or n.longitude > s.east
      or n.more->'ignition' = to_jsonb(not s.ignition)))
    -- A newer version of the processor continues with its own.
    and coalesce(${isOfThisVersion} or (regexp_match(s.state, ${versionPattern}::text))[1]::int < ${algorithm}::int, true)
    and not exists (select from moves m where m.account_id = n.account_id)`

/**
 * Not more than `perAccount` of each account and kind, so that a large one does not delay the others. Accounts that need
 * nothing but recomputations come last.
 */
export function listDue(
  db: Db,
  {
    now,
    pacedBefore,
    perAccount,
    limit,
  }: { now: Date; pacedBefore: Date; perAccount: number; limit: number },
): Promise<DueDevices[]> {
  return db<DueDevices>`
    select account_id, coalesce(array_agg(device_number) filter (where not is_redo), '{}') as device_numbers,
      coalesce(array_agg(device_number) filter (where is_redo), '{}') as redo_numbers
    from (
      select n.account_id, n.device_number, r.is_redo,
        row_number() over (partition by n.account_id, r.is_redo order by n.device_number) as turn
      from ${dueDevices(now, pacedBefore)}) as due
    where turn <= ${perAccount}
    group by account_id order by bool_and(is_redo), account_id limit ${limit}`
}

export interface TrackedAccount {
  timeZone: string
  /** How many days of locations it keeps. */
  keepDays: number
  /** Changes with its geofences. */
  areasVersion: number
  hasFuelSensors: boolean
}

export async function findAccount(db: AccountDb): Promise<TrackedAccount> {
  const [row] = await db<TrackedAccount>`
    select time_zone, least(history_days, keep_days_of(retention_class)) as keep_days, areas_version,
      exists (select from fuel_sensors f where f.account_id = ${db.accountId}) as has_fuel_sensors
    from accounts where account_id = ${db.accountId}`
  return row!
}

/** Locks the states of those devices that no other process and no newer version has, and creates the missing ones. */
export async function lockDevices(
  db: AccountDb,
  deviceNumbers: number[],
  now: Date,
): Promise<LockedDevice[]> {
  await db`
    insert into trip_states (account_id, device_number, processed_at, state)
    select account_id, number, ${now}, ${encodeState(newState())} from devices d
    where account_id = ${db.accountId} and number = any(${deviceNumbers}::int[])
      and not exists (select from trip_states s where s.account_id = d.account_id and s.device_number = d.number)
    order by number
    on conflict do nothing`
  const rows = await db<{
    deviceNumber: number
    deviceId: string
    state: string
    settings: SettingsPeriod[] | null
    latestMs: number
    lateCount: number
    lateFromMs: number | null
    lateUntilMs: number
    redoFromMs: number | null
    redoUntilMs: number | null
    redoCause: string | null
    processedMs: number
    settingsFromMs: number | null
    settingsAppliedMs: number
    lastReadingOn: string | null
    zone: string | null
    zones: ZonePeriod[] | null
    correctedEventMs: number | null
  }>`
    select s.device_number, d.id as device_id, s.state, s.settings, n.late_count, date_part('epoch', n.latest_at) * 1000 as latest_ms,
      date_part('epoch', n.late_from) * 1000 as late_from_ms, date_part('epoch', n.late_until) * 1000 as late_until_ms,
      date_part('epoch', s.redo_from) * 1000 as redo_from_ms, date_part('epoch', s.redo_until) * 1000 as redo_until_ms,
      s.redo_cause, date_part('epoch', s.processed_at) * 1000 as processed_ms,
      date_part('epoch', s.settings_from) * 1000 as settings_from_ms,
      date_part('epoch', s.settings_applied_at) * 1000 as settings_applied_ms, s.last_reading_on,
      s.zone, s.zones, date_part('epoch', s.corrected_event_at) * 1000 as corrected_event_ms
    from trip_states s
    join newest_locations n using (account_id, device_number)
    join devices d on d.account_id = s.account_id and d.number = s.device_number
    where s.account_id = ${db.accountId} and s.device_number = any(${deviceNumbers}::int[])
    order by s.device_number for update of s skip locked`
  return rows
    .filter(({ state }) => !isNewer(state))
    .map((row) => ({
      deviceNumber: row.deviceNumber,
      deviceId: row.deviceId,
      state: decodeState(toCurrent(row.state)),
      settings: row.settings,
      processedAtMs: row.processedMs,
      applied:
        row.settingsFromMs === null ? null : { fromMs: row.settingsFromMs, atMs: row.settingsAppliedMs },
      marks: noMarks,
      lastReadingOn: row.lastReadingOn ?? '',
      latestAtMs: row.latestMs,
      lateCount: row.lateCount,
      areasFromMs: null,
      late: row.lateFromMs === null ? null : { fromMs: row.lateFromMs, untilMs: row.lateUntilMs },
      redo: redoOf(row),
      zone: row.zone,
      zones: row.zones,
      correctedEventAtMs: row.correctedEventMs,
    }))
}

function redoOf({
  state,
  redoFromMs,
  redoUntilMs,
  redoCause,
}: {
  state: string
  redoFromMs: number | null
  redoUntilMs: number | null
  redoCause: string | null
}): LockedDevice['redo'] {
  if (!isCurrent(state)) {
    return { fromMs: Number.NEGATIVE_INFINITY, untilMs: null, cause: redoCause ?? 'algorithm' }
  }
  return redoFromMs === null ? null : { fromMs: redoFromMs, untilMs: redoUntilMs, cause: redoCause! }
}

export async function saveStates(db: AccountDb, saved: SavedState[], now: Date): Promise<void> {
  const column = (pick: (one: SavedState) => unknown) => saved.map(pick)
  await db`
    update trip_states s set read_until = given.read_until, late_count = given.late_count,
      processed_at = ${now}, not_before = given.not_before, redo_from = null, redo_until = null,
      redo_cause = null, settings_from = null, settings_applied_at = null, state = given.state, settings = given.settings, zone = given.zone, zones = given.zones, open = given.open, south = given.south, north = given.north, west = given.west, east = given.east,
      moves_at = given.moves_at, stands_at = given.stands_at, ignition = given.ignition,
      decides_at = given.decides_at
    from unnest(${column((one) => one.deviceNumber)}::int[], ${column((one) => toTimestamp(one.readUntilMs))}::timestamptz[],
      ${column((one) => one.lateCount)}::int[], ${column((one) => toTimestamp(one.notBeforeMs))}::timestamptz[],
      ${column((one) => encodeState(one.state))}::text[], ${column((one) => one.open && JSON.stringify(one.open))}::jsonb[],
      ${column((one) => one.settings && JSON.stringify(one.settings))}::jsonb[],
      ${column((one) => one.zone)}::text[], ${column((one) => one.zones && JSON.stringify(one.zones))}::jsonb[],
      ${column((one) => one.watch.box?.south)}::int[], ${column((one) => one.watch.box?.north)}::int[],
      ${column((one) => one.watch.box?.west)}::int[], ${column((one) => one.watch.box?.east)}::int[],
      ${column((one) => one.watch.movesAtTenthKmh)}::smallint[], ${column((one) => one.watch.standsAtTenthKmh)}::smallint[],
      ${column((one) => one.watch.ignition)}::boolean[], ${column((one) => toTimestamp(one.watch.decidesAtMs))}::timestamptz[])
      as given (device_number, read_until, late_count, not_before, state, open, settings, zone, zones, south, north, west, east, moves_at,
        stands_at, ignition, decides_at)
    where s.account_id = ${db.accountId} and s.device_number = given.device_number`
}

export async function saveCorrectedEvents(db: AccountDb, deviceNumbers: number[], now: Date): Promise<void> {
  await db`
    update trip_states set corrected_event_at = ${now}
    where account_id = ${db.accountId} and device_number = any(${deviceNumbers}::int[])`
}

/** Only where no further rows came late since the devices were locked. In the order in which the recorder locks. */
export async function clearMarks(
  db: AccountDb,
  devices: { deviceNumber: number; lateCount: number }[],
): Promise<void> {
  await db`
    with unchanged as (
      select n.account_id, n.device_number
      from unnest(${devices.map((one) => one.deviceNumber)}::int[], ${devices.map((one) => one.lateCount)}::int[])
        as given (device_number, late_count)
      join newest_locations n on n.account_id = ${db.accountId} and n.device_number = given.device_number
        and n.late_count = given.late_count
      order by n.device_number for update of n)
    update newest_locations n set late_from = null, late_until = null
    from unchanged u where n.account_id = u.account_id and n.device_number = u.device_number`
}

/** A device that was never processed gets a state, so that it waits too. */
export async function postpone(
  db: AccountDb,
  deviceNumber: number,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await db`
    insert into trip_states (account_id, device_number, processed_at, state, not_before)
    values (${db.accountId}, ${deviceNumber}, ${now}, ${encodeState(newState())}, ${until})
    on conflict (account_id, device_number) do update set not_before = excluded.not_before`
}

export async function addToTotals(db: AccountDb, differences: DayDifference[]): Promise<void> {
  await db`
    update trip_states s set total_cm = s.total_cm + sums.cm,
      total_engine_seconds = case when sums.engine_seconds is null then s.total_engine_seconds
        else coalesce(s.total_engine_seconds, 0) + sums.engine_seconds end
    from (
      select device_number, sum(cm)::bigint as cm, sum(engine_seconds)::bigint as engine_seconds
      from unnest(${differences.map((one) => one.deviceNumber)}::int[], ${differences.map((one) => one.cm)}::bigint[],
        ${differences.map((one) => one.engineSeconds)}::int[]) as given (device_number, cm, engine_seconds)
      group by device_number) as sums
    where s.account_id = ${db.accountId} and s.device_number = sums.device_number`
}

/** The zones of the days of each device. Until a change of the account's zone is processed, the days are of the former one. */
export async function readZones(db: AccountDb, deviceNumbers: number[]): Promise<Map<number, ZonePeriod[]>> {
  const rows = await db<{ deviceNumber: number; zone: string; zones: ZonePeriod[] | null }>`
    select d.number as device_number, coalesce(s.zone, a.time_zone) as zone, s.zones
    from devices d
    join accounts a on a.account_id = d.account_id
    left join trip_states s on s.account_id = d.account_id and s.device_number = d.number
    where d.account_id = ${db.accountId} and d.number = any(${deviceNumbers}::int[])`
  return new Map(rows.map(({ deviceNumber, zone, zones }) => [deviceNumber, zones ?? [[null, zone]]]))
}

export async function findZones(db: AccountDb, deviceNumber: number): Promise<ZonePeriod[]> {
  return (await readZones(db, [deviceNumber])).get(deviceNumber)!
}

/** Since when which settings count, of devices that have others than the defaults. */
export async function readPeriods(
  db: AccountDb,
  deviceNumbers: number[],
): Promise<Map<number, SettingsPeriod[]>> {
  const rows = await db<{ deviceNumber: number; settings: SettingsPeriod[] }>`
    select device_number, settings from trip_states
    where account_id = ${db.accountId} and device_number = any(${deviceNumbers}::int[]) and settings is not null`
  return new Map(rows.map(({ deviceNumber, settings }) => [deviceNumber, settings]))
}

/** Devices that were never processed have nothing to compute again. Returns how many have. */
export async function applySettings(
  db: AccountDb,
  deviceNumbers: number[],
  from: Date,
  now: Date,
): Promise<number> {
  const rows = await db`
    update trip_states set redo_from = least(redo_from, ${from}::timestamptz), redo_until = null, redo_cause = 'settings',
      settings_from = least(settings_from, ${from}::timestamptz), settings_applied_at = ${now}
    where account_id = ${db.accountId} and device_number = any(${deviceNumbers}::int[])
    returning device_number`
  return rows.length
}

/** After a mark was added or removed. A recomputation to the end of the track that is requested already stays. */
export async function requestMarked(
  db: AccountDb,
  deviceNumber: number,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  await db`
    update trip_states set redo_from = least(redo_from, ${from}::timestamptz),
      redo_until = case when redo_from is null or redo_until is not null then greatest(redo_until, ${until}::timestamptz) end,
      redo_cause = coalesce(redo_cause, 'mark')
    where account_id = ${db.accountId} and device_number = ${deviceNumber}`
}
