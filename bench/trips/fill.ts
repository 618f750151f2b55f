// Fills the store with history that has trips: three drives a day of each device.

import type pg from 'pg'
import { dayMs } from '../growth/fill.ts'

const days = 3
const rowsPerDay = 333
export const rowsPerDevice = 1_000
/** So many devices report in turn, as in a fleet. */
const devicesInTurn = 1_000
/** Of the 111 locations of a third of a day, so many are driven, two kilometres each. */
const driven = 40

/** Every other day the way back. */
const insertDay = `
  insert into locations (fixed_at, received_at, device_number, account_id, latitude, longitude, fingerprint,
    altitude_m, speed, course, accuracy_m, satellites, class)
  select at, at + interval '1 second', d.number, d.account_id,
    404000000 + d.number % 100000
      + abs($4::int - (step / 111) * ${driven} - least(step % 111, ${driven})) * 180000,
    -37000000, hashint4(d.number) # step, 650, case when step % 111 between 1 and ${driven} then 280 else 0 end, 0, 5, 9, 2
  from generate_series(0, ${rowsPerDay} - 1) as step,
    lateral (select $1::timestamptz + make_interval(secs => step * 86400.0 / ${rowsPerDay}) as at) as time,
    devices d
  where d.number between $2 and $3
  order by step, d.number`

/** The days before `today`. */
export async function fillTrips(superuser: pg.Client, today: Date, numbers: number[]): Promise<void> {
  if (numbers.length === 0) return
  await superuser.query('set synchronous_commit = off')
  const [lowest, highest] = [numbers[0]!, numbers.at(-1)!]
  for (let first = lowest; first <= highest; first += devicesInTurn) {
    const last = Math.min(highest, first + devicesInTurn - 1)
    for (let day = days; day >= 1; day -= 1) {
      const from = day % 2 === 0 ? 3 * driven : 0
      await superuser.query(insertDay, [new Date(today.getTime() - day * dayMs), first, last, from])
    }
    process.stderr.write(`\r${((last - lowest + 1) * days * rowsPerDay).toLocaleString('en')} locations`)
  }
  process.stderr.write('\n')
  await superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude, latest_at)
     select account_id, number, $1, $1, $1, 404000000, -37000000, $1 from devices where number between $2 and $3
     on conflict do nothing`,
    [new Date(today.getTime() - 1_000), lowest, highest],
  )
  await superuser.query('vacuum (analyze) locations, newest_locations, devices')
  await superuser.query('checkpoint')
}
