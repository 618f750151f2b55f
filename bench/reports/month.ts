// A month of a large fleet, written to the tables of trips: 10,000 devices, 31 days, eight trips a day.

import type pg from 'pg'

export const month = { from: '2026-10-01', to: '2026-10-31', days: 31, tripsPerDay: 8 }

export async function fillMonth(superuser: pg.Client): Promise<void> {
  const { from, days, tripsPerDay } = month
  await superuser.query(
    `insert into device_days (account_id, device_number, day, zone, trips, stops, trip_seconds, stop_seconds, gap_seconds, cm,
       trip_cm, bridged_cm, idle_seconds, idlings, engine_seconds, top_speed, first_start_at, last_end_at, locations)
     select account_id, number, day, 'UTC', $3, $3, 20000, 60000, 6400, cm, cm - 1000, 500, 1800, 6, 22000,
       800 + number % 300, day + interval '6 hours', day + interval '20 hours', 900
     from devices cross join (select $1::date + n as day from generate_series(0, $2 - 1) as n) as days
     cross join lateral (select 10000000 + (hashint4(number + (day - '2000-01-01'::date)) & 1048575) * 20::bigint as cm) as way`,
    [from, days, tripsPerDay],
  )
  // Ninety minutes of driving and ninety of standing, in turns.
  await superuser.query(
    `insert into segments (account_id, device_number, began_at, ended_at, id, kind, algorithm, day, from_latitude,
       from_longitude, to_latitude, to_longitude, cm, bridged_cm, drift_cm, odometer_breaks, idle_seconds, idlings,
       engine_seconds, top_speed, locations, began, ended)
     select account_id, number, began_at, began_at + interval '90 minutes', gen_random_uuid(),
       case when part % 2 = 0 then 'trip' else 'stop' end, 1, began_at::date,
       400000000 + (hashint4(number) & 1048575) * 20, -50000000 + (hashint4(number + part) & 1048575) * 40,
       400000000 + (hashint4(number + 1) & 1048575) * 20, -50000000 + (hashint4(number + part + 1) & 1048575) * 40,
       1250000, 0, 0, 0, 200, 1, 5000, 900, 100, 'moved 0 200 60', 'stayed 0 10 300'
     from devices cross join generate_series(0, $2::int * $3::int * 2 - 1) as part
     cross join lateral (select $1::timestamptz + part * interval '90 minutes' as began_at) as start`,
    [from, days, tripsPerDay],
  )
  await superuser.query('vacuum (analyze) device_days, segments, devices')
}
