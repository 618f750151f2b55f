// The state of devices and plans, computed from what is counted now. One statement for any number of devices.

import type { AccountDb } from '../../platform/db/db.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { Pair, StateCounts, StateFilter } from './state.types.ts'

/** Of device `d` and plan `p`. */
interface Which {
  devices: Fragment
  plans?: Fragment
}

const cmPerKm = 100_000
const secondsPerHour = 3_600
const forecastDays = 28
/** Later ones are no forecast. */
const maxForecastDays = 36_500

/** The last reading of a meter of the device `x`, and what had been counted then. */
const lastReading = (db: AccountDb, meter: 'odometer' | 'engine', counted: Fragment) => sql`
  select r.at, r.value, ${counted} as counted
  from meter_readings r
  left join meter_points q on q.account_id = r.account_id and q.device_number = r.device_number and q.at = r.at
  where r.account_id = ${db.accountId} and r.device_number = x.device_number and r.meter = ${meter}
  order by r.at desc, r.number desc limit 1`

/**
 * What a meter of `n` has counted since the cycle `c` began at point `b`. A reading that was set since then counts: it
 * is the difference of what the meter shows now and showed then. The first reading of all only states what it showed.
 */
const usedOf = (
  db: AccountDb,
  meter: 'odometer' | 'engine',
  { now, last, before, counted }: Record<'now' | 'last' | 'before' | 'counted', Fragment>,
) => {
  const shownThen = (which: Fragment) => sql`
    select r.value + ${before} - (${counted})
    from meter_readings r
    left join meter_points q on q.account_id = r.account_id and q.device_number = r.device_number and q.at = r.at
    where r.account_id = ${db.accountId} and r.device_number = c.device_number and r.meter = ${meter} and ${which} limit 1`
  const lastBefore = sql`r.at <= c.began_at order by r.at desc, r.number desc`
  const firstAfter = sql`r.at > c.began_at order by r.at, r.number desc`
  return sql`
    case when c.began_at is null then 0
      when ${last}_at > c.began_at and ${last}_counted is not null then greatest(0,
        ${last}_value + ${now} - ${last}_counted
          - coalesce((${shownThen(lastBefore)}), (${shownThen(firstAfter)}), ${before}))
      else greatest(0, ${now} - ${before}) end`
}

const levelOf = (left: Fragment, warn: Fragment) => sql`
  case when ${left} is null then null when ${left} < -${warn} then 3 when ${left} <= 0 then 2
    when ${left} <= ${warn} then 1 else 0 end`

/**
 * CTEs, the last of which is `evaluated`: per device and plan what is used and what is left of each interval, the level (0
 * ok, 1 soon, 2 due, 3 overdue, null unknown), and the urgency: the used part of the interval in millionths.
 */
export function evaluation(db: AccountDb, now: Date, { devices, plans = sql`true` }: Which): Fragment {
  const countedCm = sql`q.base_cm + q.part_cm`
  const countedSeconds = sql`q.base_engine_seconds + q.part_engine_seconds`
  return sql`
    today as materialized (
      select l.day, l.day - ${forecastDays}::int as mean_from, a.time_zone
      from accounts a
      cross join lateral (select (${now}::timestamptz at time zone a.time_zone)::date as day) as l
      where a.account_id = ${db.accountId}),
    targets as materialized (
      select t.plan_number, t.device_number from maintenance_targets t
      where t.account_id = ${db.accountId} and t.device_number is not null
      union
      select t.plan_number, g.device_number
      from maintenance_targets t join group_devices g on g.account_id = t.account_id and g.group_id = t.group_id
      where t.account_id = ${db.accountId}),
    pairs as materialized (
      select p.number as plan_number, d.number as device_number
      from maintenance_plans p join devices d on d.account_id = p.account_id
      where p.account_id = ${db.accountId} and p.applies_to = 'all' and ${plans} and ${devices}
      union all
      select p.number, d.number
      from maintenance_plans p
      join targets t on t.plan_number = p.number
      join devices d on d.account_id = p.account_id and d.number = t.device_number
      where p.account_id = ${db.accountId} and p.applies_to <> 'all' and ${plans} and ${devices}),
    counted as materialized (
      select x.device_number, coalesce(s.total_cm, 0) + coalesce(o.cm, 0) as cm,
        coalesce(s.total_engine_seconds, 0) + coalesce(o.engine_seconds, 0) as engine_seconds,
        num_nonnulls(s.total_engine_seconds, o.engine_seconds, e.at) > 0 as has_engine,
        k.at as odometer_at, k.value as odometer_value, k.counted as odometer_counted,
        e.at as engine_at, e.value as engine_value, e.counted as engine_counted
      from (select distinct device_number from pairs) as x
      left join trip_states s on s.account_id = ${db.accountId} and s.device_number = x.device_number
      left join lateral (
        select sum((one ->> 'cm')::bigint)::bigint as cm, sum((one ->> 'engineSeconds')::bigint)::bigint as engine_seconds
        from jsonb_array_elements(s.open -> 'segmentDays') as one) as o on true
      left join lateral (${lastReading(db, 'odometer', countedCm)}) as k on true
      left join lateral (${lastReading(db, 'engine', countedSeconds)}) as e on true),
    cycles as materialized (
      select q.plan_number, q.device_number, w.done_at, coalesce(w.done_at, f.began_at) as began_at
      from pairs q
      left join lateral (
        select max(w.done_at) as done_at from maintenance_work w
        where w.account_id = ${db.accountId} and w.plan_number = q.plan_number and w.device_number = q.device_number)
        as w on true
      left join maintenance_starts f on f.account_id = ${db.accountId} and f.plan_number = q.plan_number
        and f.device_number = q.device_number),
    used as materialized (
      select c.*, n.cm, n.engine_seconds, n.has_engine, n.odometer_value, n.odometer_counted, n.engine_value,
        n.engine_counted,
        ${usedOf(db, 'odometer', {
          now: sql`n.cm`,
          last: sql`n.odometer`,
          before: sql`(b.base_cm + b.part_cm)`,
          counted: countedCm,
        })} as used_cm,
        case when n.has_engine then ${usedOf(db, 'engine', {
          now: sql`n.engine_seconds`,
          last: sql`n.engine`,
          before: sql`(b.base_engine_seconds + b.part_engine_seconds)`,
          counted: countedSeconds,
        })} end as used_seconds,
        coalesce(t.day - (c.began_at at time zone t.time_zone)::date, 0) as used_days
      from cycles c
      join counted n on n.device_number = c.device_number
      cross join today t
      left join meter_points b on b.account_id = ${db.accountId} and b.device_number = c.device_number
        and b.at = c.began_at),
    remaining as materialized (
      select u.*, p.every_km::bigint * ${cmPerKm}::bigint - u.used_cm as left_cm,
        p.every_hours::bigint * ${secondsPerHour}::bigint - u.used_seconds as left_seconds,
        p.every_days - u.used_days as left_days, p.warn_km::bigint * ${cmPerKm}::bigint as warn_cm,
        p.warn_hours::bigint * ${secondsPerHour}::bigint as warn_seconds, p.warn_days,
        coalesce(greatest(u.used_cm * 1000000 / (p.every_km::bigint * ${cmPerKm}::bigint),
          u.used_seconds * 1000000 / (p.every_hours::bigint * ${secondsPerHour}::bigint),
          u.used_days::bigint * 1000000 / p.every_days), 0) as urgency
      from used u join maintenance_plans p on p.account_id = ${db.accountId} and p.number = u.plan_number),
    evaluated as materialized (
      select r.*, greatest(${levelOf(sql`r.left_cm`, sql`r.warn_cm`)},
        ${levelOf(sql`r.left_seconds`, sql`r.warn_seconds`)}, ${levelOf(sql`r.left_days`, sql`r.warn_days`)}) as level
      from remaining r)`
}

const stateName = sql`(array['ok', 'soon', 'due', 'overdue', 'unknown'])[coalesce(e.level, 4) + 1]`

/** Those that the caller sees and asks for. */
function whichOf(scope: DeviceScope, { planId, groupId }: StateFilter): Which {
  const ofGroup = sql`exists (
    select from group_devices g
    where g.account_id = d.account_id and g.group_id = ${groupId ?? ''} and g.device_number = d.number)`
  return {
    devices: sql`${isDeviceSeen(scope)} and ${groupId === undefined ? sql`true` : ofGroup}`,
    ...(planId !== undefined && { plans: sql`p.id = ${planId}` }),
  }
}

/** Where a pair is in the list: unknown is last. */
export interface StateKey extends Pair {
  level: number
  urgency: number
}

/** The worst first. All that follow, unless there is a limit. */
export function listKeys(
  db: AccountDb,
  scope: DeviceScope,
  filter: StateFilter,
  { now, after, limit }: { now: Date; after: StateKey | undefined; limit: number | null },
): Promise<StateKey[]> {
  const isAfter = after
    ? sql`(-coalesce(e.level, -1), -e.urgency, e.device_number, e.plan_number)
        > (${-after.level}::int, ${-after.urgency}::bigint, ${after.deviceNumber}::int, ${after.planNumber}::int)`
    : sql`true`
  return db<StateKey>`
    with ${evaluation(db, now, whichOf(scope, filter))}
    select e.plan_number, e.device_number, coalesce(e.level, -1) as level, e.urgency from evaluated e
    where ${isAfter} and (${filter.state ?? null}::text is null or ${stateName} = ${filter.state ?? null}::text)
    order by coalesce(e.level, -1) desc, e.urgency desc, e.device_number, e.plan_number
    limit ${limit}`
}

/** Days from today on until something is used up at the mean of the last days. Null if it is not known, or is used up. */
const forecastOf = (left: Fragment, sum: Fragment) => sql`
  case when ${left} > 0 and ${sum} > 0 and ${left} * m.days::float8 / ${sum} < ${maxForecastDays}::int
    then ceil(${left} * m.days::float8 / ${sum})::int end`

const forecastJoin = (db: AccountDb) => sql`
  cross join today t
  left join lateral (
    select sum(n.cm)::bigint as cm, sum(n.engine_seconds)::bigint as engine_seconds,
      t.day - greatest(t.mean_from, least(min(n.day), (d.created_at at time zone t.time_zone)::date))
        as days
    from device_days n
    where n.account_id = ${db.accountId} and n.device_number = e.device_number and n.day >= t.mean_from
      and n.day < t.day) as m on true`

const forecastOn = sql`case when e.level in (0, 1) then t.day + least(
  ${forecastOf(sql`e.left_cm`, sql`m.cm`)}, ${forecastOf(sql`e.left_seconds`, sql`m.engine_seconds`)}, e.left_days) end`

/** What a meter shows now. */
const shownMeter = (meter: Fragment, counted: Fragment) =>
  sql`(coalesce(${meter}_value - ${meter}_counted, 0) + ${counted})`

const stateJson = sql`json_build_object(
  'deviceId', d.id, 'deviceName', d.name, 'planId', p.id, 'planName', p.name, 'state', ${stateName},
  'everyKm', p.every_km, 'everyHours', p.every_hours, 'everyDays', p.every_days,
  'lastDoneAt', iso_time(e.done_at), 'countedSince', iso_time(e.began_at),
  'remainingKm', e.left_cm / ${cmPerKm}::float8, 'remainingHours', e.left_seconds / ${secondsPerHour}::float8,
  'remainingDays', e.left_days,
  'odometer', ${shownMeter(sql`e.odometer`, sql`e.cm`)} / ${cmPerKm}::float8,
  'engineHours', case when e.has_engine
    then ${shownMeter(sql`e.engine`, sql`e.engine_seconds`)} / ${secondsPerHour}::float8 end,
  'forecastOn', ${forecastOn})`

/** In the order of the keys. */
export async function renderStates(
  db: AccountDb,
  pairs: Pair[],
  now: Date,
): Promise<{ json: string; count: number }> {
  const deviceNumbers = pairs.map((one) => one.deviceNumber)
  const planNumbers = pairs.map((one) => one.planNumber)
  const [row] = await db<{ json: string | null; count: number }>`
    with ${evaluation(db, now, {
      devices: sql`d.number = any(${deviceNumbers}::int[])`,
      plans: sql`p.number = any(${planNumbers}::int[])`,
    })}
    select string_agg(${stateJson}::text, ',' order by given.ordinal) as json, count(*) as count
    from unnest(${deviceNumbers}::int[], ${planNumbers}::int[]) with ordinality
      as given (device_number, plan_number, ordinal)
    join evaluated e on e.device_number = given.device_number and e.plan_number = given.plan_number
    join devices d on d.account_id = ${db.accountId} and d.number = e.device_number
    join maintenance_plans p on p.account_id = ${db.accountId} and p.number = e.plan_number
    ${forecastJoin(db)}`
  return { json: row!.json ?? '', count: row!.count }
}

export async function countStates(
  db: AccountDb,
  scope: DeviceScope,
  filter: StateFilter,
  now: Date,
): Promise<StateCounts> {
  const rows = await db<{ state: keyof StateCounts; count: number }>`
    with ${evaluation(db, now, whichOf(scope, filter))}
    select ${stateName} as state, count(*) as count from evaluated e group by 1`
  const counts: StateCounts = { ok: 0, soon: 0, due: 0, overdue: 0, unknown: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

export interface ReportedState extends StateKey {
  deviceId: string
  device: string
  licensePlate: string | null
  plan: string
  doneMs: number | null
  leftCm: number | null
  leftSeconds: number | null
  leftDays: number | null
  forecastOn: string | null
  /** Of the work of a period, in the smallest unit of each currency. */
  costs: Record<string, number> | null
}

export interface Period {
  fromMs: number
  toMs: number
}

/** For reports, in the order of the keys. */
export function readStates(
  db: AccountDb,
  pairs: StateKey[],
  now: Date,
  { fromMs, toMs }: Period,
): Promise<ReportedState[]> {
  const deviceNumbers = pairs.map((one) => one.deviceNumber)
  const planNumbers = pairs.map((one) => one.planNumber)
  return db<ReportedState>`
    with ${evaluation(db, now, {
      devices: sql`d.number = any(${deviceNumbers}::int[])`,
      plans: sql`p.number = any(${planNumbers}::int[])`,
    })}
    select e.plan_number, e.device_number, coalesce(e.level, -1) as level, e.urgency, d.id as device_id, d.name as device,
      d.license_plate, p.name as plan, date_part('epoch', e.done_at) * 1000 as done_ms, e.left_cm, e.left_seconds,
      e.left_days, ${forecastOn} as forecast_on, w.costs
    from unnest(${deviceNumbers}::int[], ${planNumbers}::int[]) with ordinality
      as given (device_number, plan_number, ordinal)
    join evaluated e on e.device_number = given.device_number and e.plan_number = given.plan_number
    join devices d on d.account_id = ${db.accountId} and d.number = e.device_number
    join maintenance_plans p on p.account_id = ${db.accountId} and p.number = e.plan_number
    left join lateral (
      select json_object_agg(one.currency, one.minor order by one.currency) as costs from (
        select w.currency, sum(w.cost_minor) as minor from maintenance_work w
        where w.account_id = ${db.accountId} and w.plan_number = e.plan_number and w.device_number = e.device_number
          and w.done_at >= ${new Date(fromMs)} and w.done_at < ${new Date(toMs)} and w.currency is not null
        group by w.currency) as one) as w on true
    ${forecastJoin(db)}
    order by given.ordinal`
}

/** For reports: of the devices `d` that are wanted. */
export function listWantedKeys(db: AccountDb, isWanted: Fragment, now: Date): Promise<StateKey[]> {
  return db<StateKey>`
    with ${evaluation(db, now, { devices: isWanted })}
    select e.plan_number, e.device_number, coalesce(e.level, -1) as level, e.urgency from evaluated e
    order by coalesce(e.level, -1) desc, e.urgency desc, e.device_number, e.plan_number`
}
