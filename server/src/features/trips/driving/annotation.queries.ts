import type { AccountDb } from '../../../platform/db/db.ts'
import { toTimestamp } from '../../../platform/db/timestamp.ts'
import type { DrivenTrip, Purpose } from './driving.types.ts'

export interface Annotation {
  purpose: Purpose
  driverId: string | null
  note: string | null
}

const endOf = ({ untilMs, beganAtMs }: DrivenTrip) => toTimestamp(Math.max(untilMs, beganAtMs + 1))

/** Serializes changes of the trips of a device. */
export async function lockDevice(db: AccountDb, deviceNumber: number): Promise<void> {
  await db`select from devices where account_id = ${db.accountId} and number = ${deviceNumber} for no key update`
}

/** The newest one of a trip. */
export async function findAnnotation(
  db: AccountDb,
  trip: DrivenTrip,
): Promise<(Annotation & { driverNumber: number | null }) | undefined> {
  const [row] = await db<Annotation & { driverNumber: number | null }>`
    select n.purpose, n.note, p.id as driver_id, n.driver_number
    from trip_annotations n
    left join drivers p on p.account_id = n.account_id and p.number = n.driver_number
    where n.account_id = ${db.accountId} and n.device_number = ${trip.deviceNumber}
      and n.at >= ${toTimestamp(trip.beganAtMs)}::timestamptz and n.at < ${endOf(trip)}::timestamptz
    order by n.number desc limit 1`
  return row
}

export async function countAnnotations(db: AccountDb, trip: DrivenTrip): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from trip_annotations
    where account_id = ${db.accountId} and device_number = ${trip.deviceNumber}
      and at >= ${toTimestamp(trip.beganAtMs)}::timestamptz and at < ${endOf(trip)}::timestamptz`
  return row!.count
}

export async function insertAnnotation(
  db: AccountDb,
  of: {
    deviceNumber: number
    atMs: number
    purpose: Purpose
    driverNumber: number | null
    note: string | null
    userId: string
  },
  now: Date,
): Promise<void> {
  await db`
    insert into trip_annotations (account_id, device_number, at, purpose, driver_number, note, created_at, created_by)
    values (${db.accountId}, ${of.deviceNumber}, ${toTimestamp(of.atMs)}, ${of.purpose}, ${of.driverNumber}, ${of.note},
      ${now}, ${of.userId})`
}

export interface ListedAnnotation extends Annotation {
  driverName: string | null
  changedAt: Date
  changedBy: string
}

/** Of a trip, oldest first. */
export function listAnnotations(db: AccountDb, trip: DrivenTrip, limit: number): Promise<ListedAnnotation[]> {
  return db<ListedAnnotation>`
    select n.purpose, n.note, p.id as driver_id, p.name as driver_name, n.created_at as changed_at,
      n.created_by as changed_by
    from trip_annotations n
    left join drivers p on p.account_id = n.account_id and p.number = n.driver_number
    where n.account_id = ${db.accountId} and n.device_number = ${trip.deviceNumber}
      and n.at >= ${toTimestamp(trip.beganAtMs)}::timestamptz and n.at < ${endOf(trip)}::timestamptz
    order by n.number limit ${limit}`
}

/** Those of trips that are no longer kept. */
export async function deleteOldAnnotations(db: AccountDb, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from trip_annotations n using (
      select number from trip_annotations where account_id = ${db.accountId} and at < ${before}
      order by number limit ${limit}) as old
    where n.account_id = ${db.accountId} and n.number = old.number
    returning n.number`
  return rows.length
}
