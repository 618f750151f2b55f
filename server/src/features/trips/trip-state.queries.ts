// The states of the detector, which devices are due, and the marks of late rows.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import { decodeState, encodeState, newState } from './detection/state.ts'
import type { SettingsPeriod } from './effective-settings.ts'
import { toEpochSeconds } from './epoch.ts'
import type { LockedDevice, SavedState } from './trip-state.types.ts'

export interface DueDevices {
  accountId: number
  deviceNumbers: number[]
}

/**
 * Devices of all accounts with a decision to make, late rows, or rows that wait for longer than the pace. Not more than
 * `perAccount` of each account, so that a large one does not delay the others.
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
    select account_id, array_agg(device_number) as device_numbers
    from (
      select n.account_id, n.device_number, row_number() over (partition by n.account_id order by n.device_number) as turn
      from newest_locations n left join trip_states s using (account_id, device_number)
      where coalesce(s.not_before <= ${now}, true) and (
        s.account_id is null or s.late_count <> n.late_count or s.redo_from is not null
        or n.latest_at > coalesce(s.read_until, '-infinity') and (
          s.processed_at < ${pacedBefore} or n.latest_at >= s.decides_at or n.speed >= s.moves_at
          or (s.stands_at is not null and coalesce(n.speed <= s.stands_at, true))
          or n.latitude < s.south or n.latitude > s.north or n.longitude < s.west or n.longitude > s.east
          or n.more->'ignition' = to_jsonb(not s.ignition)))
        and not exists (select from moves m where m.account_id = n.account_id)) as due
    where turn <= ${perAccount}
    group by account_id order by account_id limit ${limit}`
}

/** The time zone of an account, and how many days of locations it keeps. */
export async function findAccount(db: AccountDb): Promise<{ timeZone: string; keepDays: number }> {
  const [row] = await db<{ timeZone: string; keepDays: number }>`
    select a.time_zone, least(a.history_days, r.keep_days) as keep_days
    from accounts a join retention_classes r on r.class = a.retention_class
    where a.account_id = ${db.accountId}`
  return row!
}

/** Locks the states of those devices that no other process has, and creates the missing ones. */
export async function lockDevices(
  db: AccountDb,
  deviceNumbers: number[],
  now: Date,
): Promise<LockedDevice[]> {
  await db`
    insert into trip_states (account_id, device_number, processed_at, state)
    select account_id, number, ${now}, ${encodeState(newState())} from devices
    where account_id = ${db.accountId} and number = any(${deviceNumbers}::int[]) order by number
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
    redoCause: string
    correctedEventMs: number | null
  }>`
    select s.device_number, d.id as device_id, s.state, s.settings, n.late_count, date_part('epoch', n.latest_at) * 1000 as latest_ms,
      date_part('epoch', n.late_from) * 1000 as late_from_ms, date_part('epoch', n.late_until) * 1000 as late_until_ms,
      date_part('epoch', s.redo_from) * 1000 as redo_from_ms, s.redo_cause,
      date_part('epoch', s.corrected_event_at) * 1000 as corrected_event_ms
    from trip_states s
    join newest_locations n using (account_id, device_number)
    join devices d on d.account_id = s.account_id and d.number = s.device_number
    where s.account_id = ${db.accountId} and s.device_number = any(${deviceNumbers}::int[])
    order by s.device_number for update of s skip locked`
  return rows.map((row) => ({
    deviceNumber: row.deviceNumber,
    deviceId: row.deviceId,
    state: decodeState(row.state),
    settings: row.settings,
    latestAtMs: row.latestMs,
    lateCount: row.lateCount,
    late: row.lateFromMs === null ? null : { fromMs: row.lateFromMs, untilMs: row.lateUntilMs },
    redo: row.redoFromMs === null ? null : { fromMs: row.redoFromMs, cause: row.redoCause },
    correctedEventAtMs: row.correctedEventMs,
  }))
}

export async function saveStates(db: AccountDb, saved: SavedState[], now: Date): Promise<void> {
  const column = (pick: (one: SavedState) => unknown) => saved.map(pick)
  await db`
    update trip_states s set read_until = to_timestamp(given.read_until_s), late_count = given.late_count,
      processed_at = ${now}, not_before = to_timestamp(given.not_before_s), redo_from = null, redo_cause = null,
      state = given.state, settings = given.settings, open = given.open, south = given.south, north = given.north, west = given.west, east = given.east,
      moves_at = given.moves_at, stands_at = given.stands_at, ignition = given.ignition,
      decides_at = to_timestamp(given.decides_at_s)
    from unnest(${column((one) => one.deviceNumber)}::int[], ${column((one) => toEpochSeconds(one.readUntilMs))}::float8[],
      ${column((one) => one.lateCount)}::int[], ${column((one) => toEpochSeconds(one.notBeforeMs))}::float8[],
      ${column((one) => encodeState(one.state))}::text[], ${column((one) => one.open && JSON.stringify(one.open))}::jsonb[],
      ${column((one) => one.settings && JSON.stringify(one.settings))}::jsonb[],
      ${column((one) => one.watch.box?.south)}::int[], ${column((one) => one.watch.box?.north)}::int[],
      ${column((one) => one.watch.box?.west)}::int[], ${column((one) => one.watch.box?.east)}::int[],
      ${column((one) => one.watch.movesAtTenthKmh)}::smallint[], ${column((one) => one.watch.standsAtTenthKmh)}::smallint[],
      ${column((one) => one.watch.ignition)}::boolean[], ${column((one) => toEpochSeconds(one.watch.decidesAtMs))}::float8[])
      as given (device_number, read_until_s, late_count, not_before_s, state, open, settings, south, north, west, east, moves_at,
        stands_at, ignition, decides_at_s)
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
