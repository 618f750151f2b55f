// Adds up the fleet from the running totals of its devices: one row of each device, whatever the number of days.

import type { AccountDb } from '../../platform/db/db.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import { defaultGapSeconds } from '../trips/measures.api.ts'
import type { Wanted } from './dashboard.queries.ts'
import { devicesOf, listedDays } from './dashboard.queries.ts'
import { maxGroups, maxRanked, periodDays } from './dashboard.schema.ts'

/** The lists of recent_days also have the day before the first. */
const elements = listedDays + 1
/** As the live map decides whether a device moves. */
const movingTenthKmh = 30
const dayMs = 86_400_000

export interface Use {
  devices: number
  cm: number
  tripSeconds: number
  idleSeconds: number
  engineSeconds: number | null
  engineTripSeconds: number
  engineIdleSeconds: number
  usedDays: number
}

export interface Ranked {
  deviceId: string
  name: string
  cm: number
  idleSeconds: number
  engineSeconds: number | null
}

export interface FleetSums {
  now: Record<'devices' | 'driving' | 'idling' | 'standing' | 'silent' | 'expired', number>
  total: Use & { knownSeconds: number; gapSeconds: number; locations: number; unusable: number }
  /** Centimetres up to the end of each day of the period, the day before it first. Without open segments. */
  totals: number[]
  /** Centimetres of open segments, of each day. */
  opens: number[]
  groups: (Use & { groupId: string; name: string })[]
  groupCount: number
  farthest: Ranked[]
  nearest: Ranked[]
  mostIdle: Ranked[]
  leastIdle: Ranked[]
}

/** The position of a day in the lists of `r`. Its last element counts for all days after it. */
const positionOf = (day: string) =>
  sql`least(greatest(${day}::date - r.last_day + ${elements}::int, 1), ${elements}::int)`

/** Of a list of `r` in the period, whose ends are at the positions of `i`. */
const within = (list: Fragment) => sql`coalesce(${list}[i.until] - ${list}[i.before], 0)`

/** As of its last location, in milliseconds. Needs `s`, the state. */
const gapMs = sql`case when s.settings is null then ${defaultGapSeconds * 1_000}::float8 else (
  select 1000 * greatest(coalesce((found.settings->>'gapSeconds')::float8, ${defaultGapSeconds}::float8),
    3 * coalesce((found.settings->>'expectedSeconds')::float8, 0))
  from (
    select period->1 as settings from jsonb_array_elements(s.settings) with ordinality as listed (period, ordinal)
    order by coalesce((period->>0)::float8, '-infinity') <= s.last_ms desc,
      case when coalesce((period->>0)::float8, '-infinity') <= s.last_ms then -ordinal else ordinal end
    limit 1) as found) end`

const statusAt = (now: Date) => sql`case
  when s.is_expired then 'expired'
  when s.kind is null or s.seen_at is null then 'silent'
  when s.kind = 'trip' and ${+now}::float8 > s.last_ms + ${gapMs} then 'silent'
  when s.seen_at < ${toTimestamp(+now - dayMs)}::timestamptz then 'silent'
  when (s.more->'ignition')::boolean
    and not coalesce((s.more->'moving')::boolean, s.speed > ${movingTenthKmh}::int, false) then 'idling'
  when s.kind = 'trip' then 'driving'
  else 'standing' end`

/** `seen`, and `state`: the open segment and the newest location of each. */
const states = (db: AccountDb, wanted: Wanted) => sql`
  seen as materialized (
    select d.number, d.id, d.name, coalesce(d.expires_at <= ${wanted.now}, false) as is_expired
    from (${devicesOf(db, wanted)}) as v (number)
    join devices d on d.account_id = ${db.accountId} and d.number = v.number),
  state as materialized (
    select seen.*, t.segment_days, t.day_counts, t.settings, t.kind, t.began_ms, t.until_ms, n.seen_at, n.speed,
      case when v.ignition is not null
        and (v.ignition_at > least(n.fixed_at, n.received_at) or not coalesce(n.more ? 'ignition', false)) then coalesce(n.more, '{}') || jsonb_build_object('ignition', v.ignition)
        else n.more end as more,
      greatest(t.until_ms, date_part('epoch', n.latest_at) * 1000) as last_ms
    from seen
    left join lateral (
      select open->'segmentDays' as segment_days, open->'days' as day_counts, settings, open->'segment'->>'kind' as kind,
        (open->'segment'->>'beganAtMs')::float8 as began_ms, (open->>'untilMs')::float8 as until_ms
      from trip_states where account_id = ${db.accountId} and device_number = seen.number and open is not null) as t on true
    left join newest_locations n on n.account_id = ${db.accountId} and n.device_number = seen.number
    left join newest_statuses v on v.account_id = ${db.accountId} and v.device_number = seen.number)`

/** What open segments add, by day: `opened` to the sums, `counted` to the numbers of locations. */
const opens = ({ period: { days } }: Wanted) => sql`
  opened as materialized (
    select s.number, x.day, x.cm, x."idleSeconds" as idle_seconds, x."engineSeconds" as engine_seconds
    from state s cross join lateral jsonb_to_recordset(s.segment_days)
      as x (day date, cm bigint, "idleSeconds" int, "engineSeconds" int)
    where x.day between ${days[0]}::date and ${days.at(-1)}::date),
  opened_sum as (
    select number, sum(cm)::bigint as cm, sum(idle_seconds)::int as idle_seconds, sum(engine_seconds)::int as engine_seconds
    from opened where day between ${days[periodDays]}::date and ${days.at(-2)}::date group by number),
  counted as (
    select s.number, sum(x.locations)::int as locations, sum(x.ahead + x.coordinates + x.accuracy + x.jump)::int as unusable
    from state s cross join lateral jsonb_to_recordset(s.day_counts)
      as x (day date, locations int, ahead int, coordinates int, accuracy int, jump int)
    where x.day between ${days[periodDays]}::date and ${days.at(-2)}::date group by s.number)`

/** `device`: the sums of each device in the period. */
const devices = (db: AccountDb, { now, period }: Wanted) => sql`
  device as materialized (
    select s.number, s.id, s.name, s.is_expired, ${statusAt(now)} as status,
      ${within(sql`r.cm`)} + coalesce(o.cm, 0) as cm,
      ${within(sql`r.trip_seconds`)} + case s.kind when 'trip' then i.open_seconds else 0 end as trip_seconds,
      ${within(sql`r.gap_seconds`)} as gap_seconds,
      ${within(sql`r.trip_seconds`)} + ${within(sql`r.stop_seconds`)} + ${within(sql`r.gap_seconds`)} + i.open_seconds
        as known_seconds,
      ${within(sql`r.idle_seconds`)} + coalesce(o.idle_seconds, 0) as idle_seconds,
      case when ${within(sql`r.engine_days`)} > 0 or o.engine_seconds is not null
        then ${within(sql`r.engine_seconds`)} + coalesce(o.engine_seconds, 0) end as engine_seconds,
      ${within(sql`r.used_days`)} + case when s.kind = 'trip' and i.open_seconds > 0 then (
        select count(*) from generate_series(i.before + 1, i.before + ${periodDays}::int) as n
        cross join lateral (select r.last_day - ${elements}::int + n as day) as listed
        where r.used_days[n] = r.used_days[n - 1]
          and day between (to_timestamp(s.began_ms / 1000) at time zone ${period.timeZone}::text)::date
            and (to_timestamp(s.until_ms / 1000) at time zone ${period.timeZone}::text)::date) else 0 end as used_days,
      ${within(sql`r.locations`)} + coalesce(c.locations, 0) as locations,
      ${within(sql`r.unusable`)} + coalesce(c.unusable, 0) as unusable
    from state s
    left join recent_days r on r.account_id = ${db.accountId} and r.device_number = s.number
    left join opened_sum o on o.number = s.number
    left join counted c on c.number = s.number
    cross join lateral (
      select ${positionOf(period.days[periodDays - 1]!)} as before, ${positionOf(period.days.at(-2)!)} as until,
        case when s.kind is null then 0 else greatest(floor(least(s.until_ms, ${period.toMs}::float8) / 1000)
          - floor(greatest(s.began_ms, ${period.fromMs}::float8) / 1000), 0) end::int as open_seconds) as i)`

const use = sql`count(*) as devices, coalesce(sum(cm), 0) as cm, coalesce(sum(trip_seconds), 0) as "tripSeconds",
  coalesce(sum(idle_seconds), 0) as "idleSeconds", sum(engine_seconds) as "engineSeconds",
  coalesce(sum(trip_seconds) filter (where engine_seconds is not null), 0) as "engineTripSeconds",
  coalesce(sum(idle_seconds) filter (where engine_seconds is not null), 0) as "engineIdleSeconds",
  coalesce(sum(used_days), 0) as "usedDays"`

/** Which groups are listed. Needs `g`. */
function isListed({ scope, groupId }: Wanted): Fragment {
  const isSeen =
    scope.kind === 'groups'
      ? sql`g.id = any(${[...scope.groupIds]}::text[])`
      : sql`${scope.kind === 'all'}::boolean`
  return groupId === undefined ? isSeen : sql`${isSeen} and g.id = ${groupId}`
}

const ranked = (isWanted: Fragment, order: Fragment) => sql`(
  select coalesce(json_agg(one), '[]') from (
    select id as "deviceId", name, cm, idle_seconds as "idleSeconds", engine_seconds as "engineSeconds"
    from device where ${isWanted} order by ${order}, number limit ${maxRanked}) as one)`
const idleShare = sql`idle_seconds::float8 / engine_seconds`
const hasEngineTime = sql`not is_expired and engine_seconds > 0`

/** One statement reads each device once. */
export async function readSums(db: AccountDb, wanted: Wanted): Promise<FleetSums> {
  const { days } = wanted.period
  const totals = Array.from({ length: elements }, (_, index) => {
    const position = sql`least(greatest(${index + 1}::int + days_ago, 1), ${elements}::int)`
    return sql`coalesce(sum(cm[${position}]), 0)`
  }).reduce((before, one) => sql`${before}, ${one}`)
  const [row] = await db<{ sums: FleetSums }>`
    with ${states(db, wanted)}, ${opens(wanted)}, ${devices(db, wanted)},
    of_group as (
      select g.id as "groupId", g.name, ${use}
      from groups g
      join group_devices m on m.account_id = g.account_id and m.group_id = g.id
      join device on device.number = m.device_number
      where g.account_id = ${db.accountId} and ${isListed(wanted)}
      group by g.id, g.name order by count(*) desc, g.name, g.id limit ${maxGroups})
    select json_build_object(
      'now', (
        select json_build_object('devices', count(*), 'driving', count(*) filter (where status = 'driving'),
          'idling', count(*) filter (where status = 'idling'), 'standing', count(*) filter (where status = 'standing'),
          'silent', count(*) filter (where status = 'silent'), 'expired', count(*) filter (where status = 'expired'))
        from device),
      'total', (
        select row_to_json(total) from (
          select ${use}, coalesce(sum(known_seconds), 0) as "knownSeconds", coalesce(sum(gap_seconds), 0) as "gapSeconds",
            coalesce(sum(locations), 0) as locations, coalesce(sum(unusable), 0) as unusable
          from device) as total),
      'totals', (
        select array_to_json(array[${totals}]) from (
          select r.cm, ${days.at(-1)}::date - r.last_day as days_ago
          from seen join recent_days r on r.account_id = ${db.accountId} and r.device_number = seen.number) as recent),
      'opens', (
        select json_agg(coalesce(opened_day.cm, 0) order by listed.day)
        from unnest(${days}::date[]) as listed (day)
        left join (select day, sum(cm) as cm from opened group by day) as opened_day on opened_day.day = listed.day),
      'groups', (select coalesce(json_agg(of_group), '[]') from of_group),
      'groupCount', (select count(*) from groups g where g.account_id = ${db.accountId} and ${isListed(wanted)}),
      'farthest', ${ranked(sql`not is_expired and cm > 0`, sql`cm desc`)},
      'nearest', ${ranked(sql`not is_expired`, sql`cm`)},
      'mostIdle', ${ranked(hasEngineTime, sql`${idleShare} desc`)},
      'leastIdle', ${ranked(hasEngineTime, idleShare)}) as sums`
  return row!.sums
}
