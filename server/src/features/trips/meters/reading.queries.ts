// Readings of meters, and what they are counted on from.

import type { AccountDb } from '../../../platform/db/db.ts'
import type { Page, PageCursor } from '../../../platform/db/paging.queries.ts'
import { readNewest } from '../../../platform/db/paging.queries.ts'
import type { Fragment } from '../../../platform/db/sql.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { OpenSegmentView } from '../detection/advance.ts'
import type { LocalDay } from '../detection/local-days.ts'
import { encodeState, newState } from '../detection/state.ts'
import type { DayDifference } from '../device-day.queries.ts'
import type { SettingsPeriod } from '../effective-settings.ts'
import type { Anchor } from './counted.ts'
import type { Counted, Meter } from './meter.ts'
import { unitsOf } from './meter.ts'

export interface CountedState extends Counted {
  open: OpenSegmentView | null
  settings: SettingsPeriod[] | null
}

interface StateColumns {
  totalCm: number
  totalEngineSeconds: number | null
  open: OpenSegmentView | null
  settings: SettingsPeriod[] | null
}

/** What all days have counted, and the open segment, which is not part of it. Undefined if nothing was processed. */
export async function findCounted(db: AccountDb, deviceNumber: number): Promise<CountedState | undefined> {
  return toCounted(await db<StateColumns>`${stateOf(db, deviceNumber)}`)
}

/** The same, and nothing is counted until the transaction ends. A device that was never processed gets a state. */
export async function lockCounted(
  db: AccountDb,
  deviceNumber: number,
  day: string,
  now: Date,
): Promise<CountedState> {
  await db`
    insert into trip_states (account_id, device_number, processed_at, state, last_reading_on)
    values (${db.accountId}, ${deviceNumber}, ${now}, ${encodeState(newState())}, ${day}::date)
    on conflict (account_id, device_number)
    do update set last_reading_on = greatest(trip_states.last_reading_on, excluded.last_reading_on)`
  return toCounted(await db<StateColumns>`${stateOf(db, deviceNumber)}`)!
}

const stateOf = (db: AccountDb, deviceNumber: number): Fragment => sql`
  select total_cm, total_engine_seconds, open, settings from trip_states
  where account_id = ${db.accountId} and device_number = ${deviceNumber}`

function toCounted([row]: StateColumns[]): CountedState | undefined {
  if (!row) return undefined
  const { totalCm, totalEngineSeconds, open, settings } = row
  return { cm: totalCm, engineSeconds: totalEngineSeconds, open, settings }
}

/** What was counted from a day on. */
export async function sumDaysFrom(db: AccountDb, deviceNumber: number, day: string): Promise<Counted> {
  const [row] = await db<Counted>`
    select coalesce(sum(cm), 0)::bigint as cm, sum(engine_seconds)::bigint as engine_seconds from device_days
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and day >= ${day}::date`
  return row!
}

export interface StoredPart extends Counted {
  beganMs: number
  /** Null if it is open. */
  endedMs: number | null
}

/** Each segment's part of a day, without those of the open segment that are not certain. */
export function listDayParts(
  db: AccountDb,
  deviceNumber: number,
  { day, startMs, endMs }: LocalDay,
): Promise<StoredPart[]> {
  return db<StoredPart>`
    select date_part('epoch', s.began_at) * 1000 as began_ms, date_part('epoch', s.ended_at) * 1000 as ended_ms, s.cm,
      s.engine_seconds
    from segments s
    where s.account_id = ${db.accountId} and s.device_number = ${deviceNumber} and s.day = ${day}::date
      and s.began_at >= to_timestamp(${startMs / 1_000}::float8) and s.began_at < to_timestamp(${endMs / 1_000}::float8)
    union all
    select date_part('epoch', p.began_at) * 1000, (
        select date_part('epoch', s.ended_at) * 1000 from segments s
        where s.account_id = p.account_id and s.device_number = p.device_number and s.began_at = p.began_at),
      p.cm, p.engine_seconds
    from segment_days p
    where p.account_id = ${db.accountId} and p.device_number = ${deviceNumber} and p.day = ${day}::date`
}

export interface Reading {
  number: number
  atMs: number
  value: number
  note: string | null
  createdAt: Date
  createdBy: string
  day: string
  zone: string
  base: number
  anchors: Anchor[]
  computed: number | null
  factor: number | null
}

/** The last one up to an instant; of one instant, the one that was set last. */
export async function findReading(
  db: AccountDb,
  deviceNumber: number,
  meter: Meter,
  atMs: number,
): Promise<Reading | undefined> {
  const [row] = await db<Reading>`
    select number, date_part('epoch', at) * 1000 as at_ms, value, note, created_at, created_by, day, zone, base, anchors,
      computed, factor
    from meter_readings
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and meter = ${meter}
      and at <= to_timestamp(${atMs / 1_000}::float8)
    order by at desc, number desc limit 1`
  return row
}

/** The anchors of any reading of an instant: they are the same for both meters. */
export async function findReadingAnchors(
  db: AccountDb,
  deviceNumber: number,
  atMs: number,
): Promise<Anchor[]> {
  const [row] = await db<{ anchors: Anchor[] }>`
    select anchors from meter_readings
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and meter = any('{odometer,engine}')
      and at = to_timestamp(${atMs / 1_000}::float8)
    order by number desc limit 1`
  return row?.anchors ?? []
}

/** The number of the reading that was set last; 0 if there is none. */
export async function findNewest(db: AccountDb, deviceNumber: number, meter: Meter): Promise<number> {
  const [row] = await db<{ number: number }>`
    select number from meter_readings
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and meter = ${meter}
    order by number desc limit 1`
  return row?.number ?? 0
}

export type NewReading = Omit<Reading, 'number'> & { deviceNumber: number; meter: Meter }

export async function insertReading(db: AccountDb, reading: NewReading): Promise<void> {
  await db`
    insert into meter_readings (account_id, device_number, meter, at, value, note, created_at, created_by, day, zone, base,
      anchors, computed, factor)
    values (${db.accountId}, ${reading.deviceNumber}, ${reading.meter}, to_timestamp(${reading.atMs / 1_000}::float8),
      ${reading.value}, ${reading.note}, ${reading.createdAt}, ${reading.createdBy}, ${reading.day}::date, ${reading.zone},
      ${reading.base}, ${JSON.stringify(reading.anchors)}::jsonb, ${reading.computed}, ${reading.factor})`
}

export function listReadings(
  db: AccountDb,
  deviceNumber: number,
  meter: Meter,
  cursor: PageCursor,
): Promise<Page> {
  const shown = (value: Fragment) => sql`${value} / ${unitsOf[meter]}::float8`
  return readNewest(db, cursor, {
    table: sql`meter_readings`,
    alias: sql`r`,
    where: sql`r.device_number = ${deviceNumber} and r.meter = ${meter}`,
    json: sql`json_build_object('dateTime', iso_time(r.at), 'value', ${shown(sql`r.value`)}, 'note', r.note,
      'setBy', r.created_by, 'createdAt', iso_time(r.created_at), 'computed', ${shown(sql`r.computed`)},
      'drift', ${shown(sql`(r.value - r.computed)`)}, 'factor', r.factor)`,
  })
}

/** After days before a reading were corrected. */
export async function moveBases(db: AccountDb, differences: DayDifference[]): Promise<void> {
  await db`
    update meter_readings r set base = r.base + moved.difference
    from (
      select b.number, sum(case b.meter when 'odometer' then given.cm else coalesce(given.engine_seconds, 0) end)::bigint
        as difference
      from unnest(${differences.map((one) => one.deviceNumber)}::int[], ${differences.map((one) => one.day)}::date[],
        ${differences.map((one) => one.cm)}::bigint[], ${differences.map((one) => one.engineSeconds)}::int[])
        as given (device_number, day, cm, engine_seconds)
      join meter_readings b on b.account_id = ${db.accountId} and b.device_number = given.device_number
        and b.day > given.day
      group by b.number) as moved
    where r.account_id = ${db.accountId} and r.number = moved.number and moved.difference <> 0`
}
