import type { AccountDb } from '../../platform/db/db.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'

export interface DrivenTrip {
  deviceNumber: number
  beganAtMs: number
  endedAtMs: number
}

/** Of devices with sensors. A stop ends at the instant at which the trip after it begins. */
export function readUsed(
  db: AccountDb,
  trips: DrivenTrip[],
): Promise<{ ordinal: number; ml: number | null }[]> {
  return db<{ ordinal: number; ml: number | null }>`
    select given.ordinal::int as ordinal,
      case when bool_and(coalesce(before.ended_at = given.began_at, false) and before.last_ml is not null
        and after.first_ml is not null) then sum(before.last_ml - after.first_ml)::int end as ml
    from unnest(${trips.map((trip) => trip.deviceNumber)}::int[],
      ${trips.map((trip) => toTimestamp(trip.beganAtMs))}::timestamptz[],
      ${trips.map((trip) => toTimestamp(trip.endedAtMs))}::timestamptz[])
      with ordinality as given (device_number, began_at, ended_at, ordinal)
    join fuel_sensors f on f.account_id = ${db.accountId} and f.device_number = given.device_number
    left join lateral (
      select p.ended_at, p.last_ml from fuel_stops p
      where p.account_id = ${db.accountId} and p.sensor_number = f.number and p.began_at < given.began_at
      order by p.began_at desc limit 1) as before on true
    left join fuel_stops after on after.account_id = ${db.accountId} and after.sensor_number = f.number
      and after.began_at = given.ended_at
    group by given.ordinal`
}
