// Fills the table of locations with a week that can be archived.

import type pg from 'pg'

const dayMs = 86_400_000
export const rowsPerDay = 2_880

/** A location every 30 s for a week three weeks ago, and every 5 minutes from then on. Returns the Monday of that week. */
export async function fillWeek(superuser: pg.Client): Promise<number> {
  await superuser.query('set synchronous_commit = off')
  const { rows } = await superuser.query(
    "select date_trunc('week', now(), 'UTC') - interval '21 days' as monday",
  )
  const [{ monday }] = rows
  for (const [from, seconds, count] of [
    [monday, 30, 7 * rowsPerDay],
    [new Date(monday.getTime() + 7 * dayMs), 300, 14 * 288],
  ] as const) {
    await superuser.query(
      `insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint, altitude_m,
         speed, course, accuracy_m, satellites, class, more)
       select at, at + (1000 + random() * 4000)::int * interval '1 millisecond', d.number, d.account_id,
         (404000000 + d.number * 1000 + sin(n / 500.0) * 2000000 + is_moving * random() * 200)::int,
         (-37000000 + cos(n / 500.0) * 2000000 + is_moving * random() * 200)::int,
         (random() * 4000000000 - 2000000000)::int, (650 + sin(n / 90.0) * 80 + random() * 2)::int,
         (is_moving * (400 + random() * 300))::int, (is_moving * ((n * 7) % 3600))::int, (3 + random() * 6)::int,
         (7 + random() * 5)::int, 2,
         case n % 5 when 0 then null else jsonb_build_object('battery', 80 + n / 300 % 20, 'attributes', jsonb_build_object(
           'ignition', is_moving = 1, 'odometer', n * 13, 'rssi', (random() * 31)::int)) end
       from devices d, generate_series(0, $3::int - 1) n,
         lateral (select $1::timestamptz + n * make_interval(secs => $2::int) as at, (n / 960 % 3 = 1)::int as is_moving) as step`,
      [from, seconds, count],
    )
  }
  await superuser.query('vacuum (analyze) locations')
  return monday.getTime()
}
