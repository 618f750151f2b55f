// Fills a growing store with history: days of locations of a fleet.

import type pg from 'pg'

export const dayMs = 86_400_000
const daysOfHistory = 3
const rowsPerDay = 333
/** Slightly less: one device per thousand locations. */
export const rowsPerDevice = 1_000
const rowsOfOldDay = 20
/**
 * So many trackers report in turn: a device's next row is 16 pages further, so that a day is as scattered as in a
 * fleet of any size, and filling is not bound by the disk.
 */
const devicesInTurn = 1_000

/** A row per device of a range and step; `$1` is the start of the day, `$2` and `$3` the range, `$5` the steps. */
const insertDay = `
  insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint,
    altitude_m, speed, course, accuracy_m, satellites, class)
  select at, at + interval '1 second', d.number, d.account_id, 404000000 + d.number % 100000 + step * 90,
    -37000000 + step * 120, hashint4(d.number) # step, 650, 400 + step % 300, step * 12 % 3600, 5, 9, $4
  from generate_series(0, $5::int - 1) as step,
    lateral (select $1::timestamptz + make_interval(secs => step * 86400.0 / $5) as at) as time,
    devices d
  where d.number between $2 and $3
  order by step, d.number`

/** The days before `today` for a range of device numbers, and the last location of each. */
export async function fillHistory(
  superuser: pg.Client,
  today: Date,
  numbers: { first: number; last: number },
  report: (rows: number) => void,
): Promise<void> {
  // After a power cut the store would simply be filled again; its pages are the same.
  await superuser.query('set synchronous_commit = off')
  for (let first = numbers.first; first <= numbers.last; first += devicesInTurn) {
    const last = Math.min(numbers.last, first + devicesInTurn - 1)
    for (let day = daysOfHistory; day >= 1; day -= 1) {
      await superuser.query(insertDay, [new Date(today.getTime() - day * dayMs), first, last, 2, rowsPerDay])
    }
    report((last - numbers.first + 1) * daysOfHistory * rowsPerDay)
  }
  await superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
     select account_id, number, $1, $1, $1, 404000000, -37000000 from devices where number between $2 and $3
     on conflict do nothing`,
    [new Date(today.getTime() - 1_000), numbers.first, numbers.last],
  )
  await superuser.query('vacuum (analyze) locations, newest_locations, devices, device_search, group_devices')
  await superuser.query('checkpoint')
}

/** Twenty locations of each device in a week long past, in the shortest retention class. */
export async function fillOldDay(
  superuser: pg.Client,
  day: Date,
  numbers: { first: number; last: number },
): Promise<void> {
  await superuser.query('set synchronous_commit = off')
  await superuser.query(insertDay, [day, numbers.first, numbers.last, 1, rowsOfOldDay])
}

/** The size of a location, including indexes. */
export async function sizeOf(superuser: pg.Client): Promise<{ rows: number; bytesPerRow: number }> {
  const { rows } = await superuser.query(`
    select sum(pg_total_relation_size(c.oid))::float8 as bytes, (select count(*)::float8 from locations) as rows
    from pg_class c where c.relname ~ '^locations_.*\\d{8}$' and c.relkind = 'r' and pg_relation_size(c.oid) > 0`)
  return { rows: rows[0].rows as number, bytesPerRow: rows[0].bytes / rows[0].rows }
}

/** As many unknown devices as the quarantine holds. */
export async function fillQuarantine(superuser: pg.Client, max: number): Promise<void> {
  await superuser.query(
    `insert into quarantine (identifier, protocol, first_seen_at, last_seen_at)
     select 'unknown-' || n, 'teltonika', now(), now() - make_interval(secs => n) from generate_series(1, $1) n`,
    [max],
  )
  await superuser.query('vacuum (analyze) quarantine')
}
