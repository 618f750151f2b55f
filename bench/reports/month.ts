// A month of a large fleet, written to the tables of trips: 31 days, eight trips and eight stops a day. In statements of
// some devices each, so that progress shows and nothing has to be begun again.

import type pg from 'pg'

const days = 31
const tripsPerDay = 8
const devicesAtOnce = 1_000
const dayMs = 86_400_000

export interface Month {
  from: string
  to: string
  days: number
}

/** The 31 days before today. */
export function monthBefore(now: Date): Month {
  const dayBefore = (count: number) => new Date(now.getTime() - count * dayMs).toISOString().slice(0, 10)
  return { from: dayBefore(days), to: dayBefore(1), days }
}

const insertDays = `
  insert into device_days (account_id, device_number, day, zone, trips, stops, trip_seconds, stop_seconds, gap_seconds, cm,
    trip_cm, bridged_cm, idle_seconds, idlings, engine_seconds, top_speed, first_start_at, last_end_at, locations)
  select account_id, number, day, 'UTC', ${tripsPerDay}, ${tripsPerDay}, 20000, 60000, 6400, cm, cm - 1000, 500, 1800, 6, 22000,
    800 + number % 300, day + interval '6 hours', day + interval '20 hours', 900
  from devices cross join (select $1::date + n as day from generate_series(0, ${days} - 1) as n) as days
  cross join lateral (select 10000000 + (hashint4(number + (day - '2000-01-01'::date)) & 1048575) * 20::bigint as cm) as way
  where number between $2 and $3`

/** Ninety minutes of driving and ninety of standing, in turns. */
const insertSegments = `
  insert into segments (account_id, device_number, began_at, ended_at, id, kind, algorithm, day, from_latitude,
    from_longitude, to_latitude, to_longitude, cm, bridged_cm, drift_cm, odometer_breaks, idle_seconds, idlings,
    engine_seconds, top_speed, locations, began, ended)
  select account_id, number, began_at, began_at + interval '90 minutes', gen_random_uuid(),
    case when part % 2 = 0 then 'trip' else 'stop' end, 1, began_at::date,
    400000000 + (hashint4(number) & 1048575) * 20, -50000000 + (hashint4(number + part) & 1048575) * 40,
    400000000 + (hashint4(number + 1) & 1048575) * 20, -50000000 + (hashint4(number + part + 1) & 1048575) * 40,
    1250000, 0, 0, 0, 200, 1, 5000, 900, 100, 'moved 0 200 60', 'stayed 0 10 300'
  from devices cross join generate_series(0, ${days * tripsPerDay * 2} - 1) as part
  cross join lateral (select $1::timestamptz + part * interval '90 minutes' as began_at) as start
  where number between $2 and $3`

export async function fillMonth(superuser: pg.Client, { from }: Month): Promise<void> {
  // Foreign keys of 5 million rows would be checked one by one.
  await superuser.query(
    "set session_replication_role = replica; set synchronous_commit = off; set timezone = 'UTC'",
  )
  const { rows } = await superuser.query<{ lowest: number; highest: number }>(
    'select min(number) as lowest, max(number) as highest from devices',
  )
  const { lowest, highest } = rows[0]!
  for (let first = lowest; first <= highest; first += devicesAtOnce) {
    const range = [from, first, Math.min(highest, first + devicesAtOnce - 1)]
    await superuser.query(insertDays, range)
    await superuser.query(insertSegments, range)
    process.stderr.write(`\rfilled ${first - lowest + devicesAtOnce} devices`)
  }
  await superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
     select account_id, number, now(), now(), now(), 404168000, -37038000 from devices on conflict do nothing`,
  )
  process.stderr.write('\n')
  await superuser.query('vacuum (analyze) device_days, segments, devices, newest_locations')
  await superuser.query('checkpoint')
}
