// Adds up days of many devices, in one statement and therefore as of one instant.

import type { AccountDb } from '../../../platform/db/db.ts'
import { devicesIn, devicesOfGroups } from '../../../platform/db/scope.queries.ts'
import { sql } from '../../../platform/db/sql.ts'
import { toTimestamp } from '../../../platform/db/timestamp.ts'
import type { DeviceScope } from '../../../platform/http/caller.ts'
import { includesGroup } from '../../../platform/http/caller.ts'
import type { OpenSegmentView } from '../detection/advance.ts'
import type { LocalDay } from '../detection/local-days.ts'

export interface ListedDevice {
  number: number
  id: string
}

/** In the order of their numbers. */
export function listDevices(
  db: AccountDb,
  scope: DeviceScope,
  { groupId, after, limit }: { groupId: string | undefined; after: number; limit: number },
): Promise<ListedDevice[]> {
  const isInGroup =
    groupId === undefined
      ? sql`true`
      : sql`${includesGroup(scope, groupId)}::boolean and exists (
          select from group_devices g
          where g.account_id = ${db.accountId} and g.group_id = ${groupId} and g.device_number = d.number)`
  const source =
    scope.kind === 'all' && groupId !== undefined ? devicesOfGroups(db, [groupId]) : devicesIn(db, scope)
  return db<ListedDevice>`
    select d.number, d.id
    from (select number from (${source}) as v (number) where number > ${after}::bigint) as v
    join devices d on d.account_id = ${db.accountId} and d.number = v.number
    where ${isInGroup} order by d.number limit ${limit}`
}

/** In the order of their numbers. */
export function listGroups(
  db: AccountDb,
  scope: DeviceScope,
  { groupId, after, limit }: { groupId: string | undefined; after: number; limit: number },
): Promise<ListedDevice[]> {
  const isVisible =
    scope.kind === 'groups'
      ? sql`g.id = any(${[...scope.groupIds]}::text[])`
      : sql`${scope.kind === 'all'}::boolean`
  const isWanted = groupId === undefined ? sql`true` : sql`g.id = ${groupId}`
  return db<ListedDevice>`
    select g.number, g.id from groups g
    where g.account_id = ${db.accountId} and g.number > ${after}::bigint and ${isVisible} and ${isWanted}
    order by g.number limit ${limit}`
}

export interface SummarySums {
  /** 0 unless the sums are by device. */
  deviceNumber: number
  /** Of the days. */
  bucket: number
  devices: number
  trips: number
  stops: number
  tripSeconds: number
  stopSeconds: number
  gapSeconds: number
  cm: number
  tripCm: number
  bridgedCm: number
  idleSeconds: number
  idlings: number
  engineSeconds: number | null
  topSpeed: number | null
  odometerBreaks: number
  firstStartMs: number | null
  lastEndMs: number | null
  locations: number
  /** Locations that count for nothing, by reason. */
  ahead: number
  coordinates: number
  accuracy: number
  jump: number
}

export interface OpenOfDevice {
  deviceNumber: number
  open: OpenSegmentView
}

/** Days with the sums that they are part of. */
export interface BucketDay extends LocalDay {
  bucket: number
}

/**
 * What ended segments contribute, and the open segments that begin before the end, whose part is not included. Between two
 * days with a location, the others belong to the segment that lasts over them.
 */
export function sumDays(
  db: AccountDb,
  deviceNumbers: number[],
  days: BucketDay[],
  { byDevice }: { byDevice: boolean },
): Promise<{ sums: SummarySums[]; opens: OpenOfDevice[] }> {
  return readSums<SummarySums>(db, deviceNumbers, days, byDevice ? ofDevice : ofFleet)
}

/** The sums of a device over all days of one bucket, and what reports count of single days. */
export interface DeviceSums extends SummarySums {
  /** By index of the day. */
  days: [index: number, tripSeconds: number, engineSeconds: number | null, locations: number][]
}

/** As `sumDays` of all days together, at a fraction of its cost: a row a device is read instead of a row a day. */
export function sumDevices(
  db: AccountDb,
  deviceNumbers: number[],
  days: LocalDay[],
): Promise<{ sums: DeviceSums[]; opens: OpenOfDevice[] }> {
  const oneBucket = days.map((date) => ({ ...date, bucket: 0 }))
  return readSums<DeviceSums>(db, deviceNumbers, oneBucket, {
    ...ofDevice,
    more: sql`, json_agg(json_build_array(ordinal - 1, trip_seconds, engine_seconds, locations)) as days`,
  })
}

const ofDevice = { key: sql`device_number`, devices: sql`(count(reporting) > 0)::int`, more: sql`` }
const ofFleet = { key: sql`0`, devices: sql`count(distinct reporting)`, more: sql`` }

async function readSums<Sums>(
  db: AccountDb,
  deviceNumbers: number[],
  days: BucketDay[],
  { key, devices, more }: typeof ofDevice,
): Promise<{ sums: Sums[]; opens: OpenOfDevice[] }> {
  const [first, last] = [days[0]!, days.at(-1)!]
  const [row] = await db<{ sums: Sums[] | null; opens: OpenOfDevice[] | null }>`
    with given as materialized (
      select * from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ startMs }) => toTimestamp(startMs))}::timestamptz[],
        ${days.map(({ endMs }) => toTimestamp(endMs))}::timestamptz[], ${days.map(({ bucket }) => bucket)}::int[])
        with ordinality as listed (day, starts_at, ends_at, bucket, ordinal)),
    device as materialized (select * from unnest(${deviceNumbers}::int[]) as listed (number)),
    stored as materialized (
      select g.ordinal, g.bucket, d.device_number, d.trips, d.stops, d.trip_seconds, d.stop_seconds, d.gap_seconds, d.cm,
        d.trip_cm, d.bridged_cm, d.idle_seconds, d.idlings, d.engine_seconds, d.top_speed, d.odometer_breaks,
        d.first_start_at, d.last_end_at, d.locations, d.ahead, d.coordinates, d.accuracy, d.jump
      from device cross join lateral (
        select * from device_days
        where account_id = ${db.accountId} and device_number = device.number
          and day between ${first.day}::date and ${last.day}::date) as d
      join given g on g.day = d.day),
    silence as (
      select device_number, ordinal + 1 as first, next - 1 as last
      from (
        select device_number, ordinal,
          lead(ordinal, 1, ${days.length + 1}::bigint) over (partition by device_number order by ordinal) as next
        from (select device_number, ordinal from stored union all select number, 0 from device) as known) as pair
      where next > ordinal + 1),
    lasting as (
      select i.device_number, i.first, i.last, s.kind
      from silence i join given g on g.ordinal = i.first
      cross join lateral (
        select kind, ended_at from segments
        where account_id = ${db.accountId} and device_number = i.device_number and began_at <= g.starts_at
        order by began_at desc limit 1) as s
      where s.ended_at > g.starts_at),
    part as (
      select device_number, ordinal, bucket, device_number as reporting, trips, stops, trip_seconds, stop_seconds, gap_seconds, cm,
        trip_cm, bridged_cm, idle_seconds, idlings, engine_seconds, top_speed, odometer_breaks, first_start_at,
        last_end_at, locations, ahead, coordinates, accuracy, jump
      from stored
      union all
      select l.device_number, g.ordinal, g.bucket, null, 0, 0, case l.kind when 'trip' then seconds else 0 end,
        case l.kind when 'stop' then seconds else 0 end, case l.kind when 'gap' then seconds else 0 end,
        0, 0, 0, 0, 0, null, null, 0, null, null, 0, 0, 0, 0, 0
      from lasting l join given g on g.ordinal between l.first and l.last
      cross join lateral (select (floor(date_part('epoch', g.ends_at)) - floor(date_part('epoch', g.starts_at)))::int as seconds) as length),
    total as (
      select ${key} as "deviceNumber", bucket, ${devices} as devices, sum(trips) as trips,
        sum(stops) as stops, sum(trip_seconds) as "tripSeconds", sum(stop_seconds) as "stopSeconds",
        sum(gap_seconds) as "gapSeconds", sum(cm) as cm, sum(trip_cm) as "tripCm", sum(bridged_cm) as "bridgedCm",
        sum(idle_seconds) as "idleSeconds", sum(idlings) as idlings, sum(engine_seconds) as "engineSeconds",
        max(top_speed) as "topSpeed", sum(odometer_breaks) as "odometerBreaks",
        date_part('epoch', min(first_start_at)) * 1000 as "firstStartMs",
        date_part('epoch', max(last_end_at)) * 1000 as "lastEndMs", sum(locations) as locations, sum(ahead) as ahead,
        sum(coordinates) as coordinates, sum(accuracy) as accuracy, sum(jump) as jump${more}
      from part group by 1, 2),
    opens as (
      select t.device_number as "deviceNumber", t.open
      from device join trip_states t on t.account_id = ${db.accountId} and t.device_number = device.number
      where (t.open->'segment'->>'beganAtMs')::float8 < ${last.endMs}::float8)
    select (select json_agg(total) from total) as sums, (select json_agg(opens) from opens) as opens`
  return { sums: row!.sums ?? [], opens: row!.opens ?? [] }
}
