import type { AccountDb } from '../../platform/db/db.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'

export interface Assignment {
  number: number
  driverNumber: number
  driverId: string
  driverName: string
  /** Null: without beginning, or without end. */
  from: Date | null
  to: Date | null
}

export async function findDeviceNumber(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<number | undefined> {
  const [row] = await db<{ number: number }>`
    select d.number from devices d
    where d.account_id = ${db.accountId} and d.id = ${id} and ${isDeviceSeen(scope)}`
  return row?.number
}

/** Serializes changes of the assignments of a device. */
export async function lockDevice(db: AccountDb, deviceNumber: number): Promise<void> {
  await db`select from devices where account_id = ${db.accountId} and number = ${deviceNumber} for no key update`
}

/** Newest first. */
export function listAssignments(db: AccountDb, deviceNumber: number, limit: number): Promise<Assignment[]> {
  return db<Assignment>`
    select a.number, a.driver_number, p.id as driver_id, p.name as driver_name,
      nullif(a.counts_from, '-infinity') as from, nullif(a.counts_until, 'infinity') as to
    from driver_assignments a join drivers p on p.account_id = a.account_id and p.number = a.driver_number
    where a.account_id = ${db.accountId} and a.device_number = ${deviceNumber}
    order by a.counts_from desc limit ${limit}`
}

export async function countAssignments(db: AccountDb, deviceNumber: number): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from driver_assignments
    where account_id = ${db.accountId} and device_number = ${deviceNumber}`
  return row!.count
}

interface Cleared {
  from: Date
  /** Null: without end. */
  to: Date | null
}

/** Ends, shortens or divides the assignments that overlap a period, so that nobody is assigned in it. */
export async function clearPeriod(db: AccountDb, deviceNumber: number, { from, to }: Cleared): Promise<void> {
  const until = to ?? 'infinity'
  await db`
    insert into driver_assignments (account_id, device_number, driver_number, counts_from, counts_until, created_at, created_by)
    select account_id, device_number, driver_number, ${until}::timestamptz, counts_until, created_at, created_by
    from driver_assignments
    where account_id = ${db.accountId} and device_number = ${deviceNumber}
      and counts_from < ${from} and counts_until > ${until}::timestamptz`
  await db`
    update driver_assignments set counts_until = ${from}
    where account_id = ${db.accountId} and device_number = ${deviceNumber}
      and counts_from < ${from} and counts_until > ${from}`
  await db`
    delete from driver_assignments
    where account_id = ${db.accountId} and device_number = ${deviceNumber}
      and counts_from >= ${from} and counts_until <= ${until}::timestamptz`
  await db`
    update driver_assignments set counts_from = ${until}::timestamptz
    where account_id = ${db.accountId} and device_number = ${deviceNumber}
      and counts_from >= ${from} and counts_from < ${until}::timestamptz`
}

export async function insertAssignment(
  db: AccountDb,
  {
    deviceNumber,
    driverNumber,
    from,
    to,
    userId,
  }: Cleared & { deviceNumber: number; driverNumber: number; userId: string },
  now: Date,
): Promise<void> {
  await db`
    insert into driver_assignments (account_id, device_number, driver_number, counts_from, counts_until, created_at, created_by)
    values (${db.accountId}, ${deviceNumber}, ${driverNumber}, ${from}, ${to ?? 'infinity'}, ${now}, ${userId})`
}

export interface CurrentDriver {
  tag: string | null
  since: Date | null
  driverId: string | null
  driverName: string | null
}

/** By the open session of a tag, or else by assignment. */
export async function findCurrent(db: AccountDb, deviceNumber: number, now: Date): Promise<CurrentDriver> {
  const [row] = await db<CurrentDriver>`
    select s.tag, coalesce(s.began_at, nullif(a.counts_from, '-infinity')) as since, p.id as driver_id,
      p.name as driver_name
    from (select ${now}::timestamptz as at) as given
    left join lateral (
      select tag, began_at from driver_sessions
      where account_id = ${db.accountId} and device_number = ${deviceNumber} and ended_at is null
      order by began_at desc limit 1) as s on true
    left join driver_assignments a on s.tag is null and a.account_id = ${db.accountId}
      and a.device_number = ${deviceNumber} and a.counts_from <= given.at and a.counts_until > given.at
    left join driver_tags t on t.account_id = ${db.accountId} and t.tag = s.tag and t.counts_from <= given.at
      and t.counts_until > given.at
    left join drivers p on p.account_id = ${db.accountId} and p.number = coalesce(t.driver_number, a.driver_number)
    limit 1`
  return row!
}
