// Who drove trips, and what users state of them: looked up by time whenever trips are read, so that nothing has to be
// rewritten when tags, assignments or trips change.

import type { AccountDb } from '../../../platform/db/db.ts'
import { toTimestamp } from '../../../platform/db/timestamp.ts'
import { signOnMs } from '../detection/sessions.ts'
import type { DrivenTrip, Purpose } from './driving.types.ts'

export interface DrivingRow {
  driverId: string | null
  driverName: string | null
  tag: string | null
  isSet: boolean
  purpose: Purpose | null
  note: string | null
}

/** In the order given. */
export function readDriving(db: AccountDb, trips: DrivenTrip[]): Promise<DrivingRow[]> {
  const column = (pick: (trip: DrivenTrip) => number) => trips.map((trip) => toTimestamp(pick(trip)))
  return db<DrivingRow>`
    select p.id as driver_id, p.name as driver_name, s.tag, n.driver_number is not null as is_set, n.purpose, n.note
    from unnest(${trips.map((trip) => trip.deviceNumber)}::int[], ${column((trip) => trip.beganAtMs)}::timestamptz[],
        ${column(signedOnUntil)}::timestamptz[],
        ${column((trip) => Math.max(trip.untilMs, trip.beganAtMs + 1))}::timestamptz[])
      with ordinality as given (device_number, began_at, signed_on_until, ended_at, place)
    -- Sessions of a device do not overlap: the last one that begins early enough is the only one that may cover the start.
    left join lateral (
      select tag, began_at, ended_at from driver_sessions
      where account_id = ${db.accountId} and device_number = given.device_number and began_at <= given.signed_on_until
      order by began_at desc limit 1) as s
      on s.ended_at is null or s.ended_at > given.began_at or s.began_at >= given.began_at
    left join lateral (
      select driver_number from driver_tags
      where account_id = ${db.accountId} and tag = s.tag and counts_from <= greatest(s.began_at, given.began_at)
        and counts_until > greatest(s.began_at, given.began_at) limit 1) as t on true
    left join lateral (
      select driver_number from driver_assignments
      where account_id = ${db.accountId} and device_number = given.device_number and counts_from <= given.began_at
        and counts_until > given.began_at limit 1) as a on s.tag is null
    left join lateral (
      select driver_number, purpose, note from trip_annotations
      where account_id = ${db.accountId} and device_number = given.device_number and at >= given.began_at
        and at < given.ended_at
      order by number desc limit 1) as n on true
    left join drivers p on p.account_id = ${db.accountId}
      and p.number = coalesce(n.driver_number, t.driver_number, a.driver_number)
    order by given.place`
}

/** A driver who signs on where the trip ends drives the next one. */
function signedOnUntil({ beganAtMs, untilMs }: DrivenTrip): number {
  return Math.max(beganAtMs, Math.min(untilMs - 1, beganAtMs + signOnMs))
}

export interface ActiveDriver {
  number: number
  id: string
  name: string
}

/** Those who may have driven in the period, by tag, by assignment, or as a user states. By name. */
export function listActiveDrivers(
  db: AccountDb,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<ActiveDriver[]> {
  const [from, to] = [toTimestamp(fromMs), toTimestamp(toMs)]
  return db<ActiveDriver>`
    select p.number, p.id, p.name from drivers p
    where p.account_id = ${db.accountId} and (
      exists (
        select from driver_assignments a
        where a.account_id = ${db.accountId} and a.driver_number = p.number and a.counts_from < ${to}::timestamptz)
      or exists (
        select from driver_tags t
        join driver_sessions s on s.account_id = t.account_id and s.tag = t.tag
        where t.account_id = ${db.accountId} and t.driver_number = p.number and s.began_at < ${to}::timestamptz
          and coalesce(s.ended_at, 'infinity') >= ${from}::timestamptz)
      or exists (
        select from trip_annotations n where n.account_id = ${db.accountId} and n.driver_number = p.number))
    order by lower(p.name), p.number`
}

/** Devices that a driver may have driven in the period, by tag, by assignment, or as a user states. */
export async function listDrivenDevices(
  db: AccountDb,
  driverNumber: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<number[]> {
  const [from, to] = [toTimestamp(fromMs), toTimestamp(toMs)]
  const rows = await db<{ deviceNumber: number }>`
    select device_number from driver_assignments
    where account_id = ${db.accountId} and driver_number = ${driverNumber} and counts_from < ${to}::timestamptz
    union
    select s.device_number from driver_tags t
    join driver_sessions s on s.account_id = t.account_id and s.tag = t.tag
    where t.account_id = ${db.accountId} and t.driver_number = ${driverNumber} and s.began_at < ${to}::timestamptz
      and coalesce(s.ended_at, 'infinity') >= ${from}::timestamptz
    union
    select device_number from trip_annotations
    where account_id = ${db.accountId} and driver_number = ${driverNumber}`
  return rows.map(({ deviceNumber }) => deviceNumber)
}
