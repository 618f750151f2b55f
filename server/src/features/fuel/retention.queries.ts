import type { AccountDb } from '../../platform/db/db.ts'

export async function deleteOldEvents(db: AccountDb, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from fuel_events e using (
      select number from fuel_events where account_id = ${db.accountId} and from_at < ${before}
      order by from_at, number limit ${limit}) as old
    where e.account_id = ${db.accountId} and e.number = old.number
    returning e.number`
  return rows.length
}

export async function deleteOldStops(db: AccountDb, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from fuel_stops p using (
      select old.sensor_number, old.began_at
      from fuel_sensors f cross join lateral (
        select s.sensor_number, s.began_at from fuel_stops s
        where s.account_id = ${db.accountId} and s.sensor_number = f.number and s.began_at < ${before}
        limit ${limit}) as old
      where f.account_id = ${db.accountId}
      limit ${limit}) as gone
    where p.account_id = ${db.accountId} and p.sensor_number = gone.sensor_number and p.began_at = gone.began_at
    returning p.began_at`
  return rows.length
}
