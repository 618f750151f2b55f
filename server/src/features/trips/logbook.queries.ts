// What the logbook shows beside trips.

import type { AccountDb } from '../../platform/db/db.ts'
import { toTimestamp } from '../../platform/db/timestamp.ts'
import type { DrivenTrip, Purpose } from './driving/driving.types.ts'

interface TimeOfDevice {
  deviceNumber: number
  atMs: number
}

/** When odometers were set. */
export async function listReadingTimes(
  db: AccountDb,
  deviceNumbers: number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Map<number, number[]>> {
  const rows = await db<TimeOfDevice>`
    select device_number, date_part('epoch', at) * 1000 as at_ms from meter_readings
    where account_id = ${db.accountId} and device_number = any(${deviceNumbers}::int[]) and meter = 'odometer'
      and at > ${toTimestamp(fromMs)}::timestamptz and at <= ${toTimestamp(toMs)}::timestamptz`
  return timesOf(rows, ({ atMs }) => atMs)
}

/** What stops and gaps counted: manoeuvres, and distance without data. */
export async function listOtherDistances(
  db: AccountDb,
  deviceNumbers: number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Map<number, { atMs: number; cm: number }[]>> {
  const rows = await db<TimeOfDevice & { cm: number }>`
    select device_number, date_part('epoch', began_at) * 1000 as at_ms, cm from segments
    where account_id = ${db.accountId} and device_number = any(${deviceNumbers}::int[]) and kind <> 'trip' and cm > 0
      and began_at >= ${toTimestamp(fromMs)}::timestamptz and began_at < ${toTimestamp(toMs)}::timestamptz`
  return timesOf(rows, ({ atMs, cm }) => ({ atMs, cm }))
}

function timesOf<T extends TimeOfDevice, V>(rows: T[], pick: (row: T) => V): Map<number, V[]> {
  const found = new Map<number, V[]>()
  for (const row of rows) {
    const list = found.get(row.deviceNumber)
    if (list) list.push(pick(row))
    else found.set(row.deviceNumber, [pick(row)])
  }
  return found
}

/** A change by a user, or a correction by later data, which has a cause instead. */
export interface LoggedChange {
  place: number
  atMs: number
  userName: string | null
  purpose: Purpose | null
  driverName: string | null
  note: string | null
  cause: string | null
}

/** Of each trip, the oldest first. `place`: in the list of trips, from 1. */
export function listChanges(
  db: AccountDb,
  trips: (DrivenTrip & { id: string })[],
  limit: number,
): Promise<LoggedChange[]> {
  const column = (pick: (trip: DrivenTrip) => number) => trips.map((trip) => toTimestamp(pick(trip)))
  return db<LoggedChange>`
    select given.place, found.*
    from unnest(${trips.map((trip) => trip.deviceNumber)}::int[], ${trips.map((trip) => trip.id)}::uuid[],
        ${column((trip) => trip.beganAtMs)}::timestamptz[],
        ${column((trip) => Math.max(trip.untilMs, trip.beganAtMs + 1))}::timestamptz[])
      with ordinality as given (device_number, id, began_at, ended_at, place)
    cross join lateral (
      (select date_part('epoch', n.created_at) * 1000 as at_ms, u.name as user_name, n.purpose, p.name as driver_name,
        n.note, null as cause
      from trip_annotations n
      left join users u on u.account_id = n.account_id and u.id = n.created_by
      left join drivers p on p.account_id = n.account_id and p.number = n.driver_number
      where n.account_id = ${db.accountId} and n.device_number = given.device_number and n.at >= given.began_at
        and n.at < given.ended_at
      order by n.number limit ${limit})
      union all
      (select date_part('epoch', c.at) * 1000, null, null, null, null, c.cause
      from segment_corrections c
      where c.account_id = ${db.accountId} and c.segment_id = given.id
      order by c.at limit ${limit})) as found
    order by given.place, found.at_ms`
}
