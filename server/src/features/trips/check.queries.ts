import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { SampledDay, TripCheck } from './check.types.ts'
import type { DayCounts, Opening } from './detection/detection.types.ts'

/** One process a day: true for the first, or for one that repeats a check that was not finished. */
export async function beginCheck(
  db: Db,
  now: Date,
  abandonedBefore: Date,
  isRepeated = false,
): Promise<boolean> {
  const rows = await db`
    insert into trip_checks as c (day, started_at) values ((${now}::timestamptz at time zone 'UTC')::date, ${now})
    on conflict (day) do update set started_at = excluded.started_at
    where ${isRepeated} or (c.finished_at is null and c.started_at < ${abandonedBefore})
    returning day`
  return rows.length > 0
}

export async function finishCheck(db: Db, startedAt: Date, check: TripCheck): Promise<void> {
  await db`
    update trip_checks set finished_at = ${check.finishedAt}, device_days = ${check.deviceDays},
      differing = ${check.differing}, differences = ${JSON.stringify(check.differences)}::jsonb
    where day = (${startedAt}::timestamptz at time zone 'UTC')::date`
}

export async function findLastCheck(db: Db): Promise<TripCheck | undefined> {
  const [row] = await db<TripCheck>`
    select finished_at, device_days, differing, differences from trip_checks
    where finished_at is not null order by day desc limit 1`
  return row
}

export async function deleteOldChecks(db: Db, before: Date): Promise<void> {
  await db`delete from trip_checks where started_at < ${before}`
}

/** Any devices of any accounts, without those that are being moved. */
export function sampleDevices(db: Db, limit: number): Promise<SampledDay[]> {
  return db<SampledDay>`
    select s.account_id, s.device_number from trip_states s
    where s.read_until is not null and s.redo_from is null
      and not exists (select from moves m where m.account_id = s.account_id)
    order by random() limit ${limit}`
}

export interface CheckedDay extends Opening {
  /** The next day that has an opening. */
  nextDay: string
}

/** A day between two others, neither of them included: the given one, or any. */
export async function findDay(
  db: AccountDb,
  deviceNumber: number,
  { after, before, day }: { after: string; before: string; day: string | undefined },
): Promise<CheckedDay | undefined> {
  const [row] = await db<CheckedDay>`
    select d.day, d.opening as state, (
        select min(n.day) from device_days n
        where n.account_id = ${db.accountId} and n.device_number = ${deviceNumber} and n.day > d.day
          and n.opening is not null) as next_day
    from device_days d
    where d.account_id = ${db.accountId} and d.device_number = ${deviceNumber} and d.opening is not null
      and d.day > ${after}::date and d.day < ${before}::date and d.day = coalesce(${day ?? null}::date, d.day)
    order by random() limit 1`
  return row
}

export async function readOpening(
  db: AccountDb,
  deviceNumber: number,
  day: string,
): Promise<string | undefined> {
  const [row] = await db<{ opening: string }>`
    select opening from device_days
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and day = ${day}::date`
  return row?.opening
}

export function readCounts(
  db: AccountDb,
  deviceNumber: number,
  { from, until }: { from: string; until: string },
): Promise<DayCounts[]> {
  return db<DayCounts>`
    select day, locations, ahead, coordinates, accuracy, jump from device_days
    where account_id = ${db.accountId} and device_number = ${deviceNumber} and day >= ${from}::date and day < ${until}::date
    order by day`
}

/** Changes with each batch of late rows. */
export async function findLateCount(db: AccountDb, deviceNumber: number): Promise<number | undefined> {
  const [row] = await db<{ lateCount: number }>`
    select late_count from newest_locations where account_id = ${db.accountId} and device_number = ${deviceNumber}`
  return row?.lateCount
}

export async function findNames(
  db: AccountDb,
  deviceNumber: number,
): Promise<{ account: string; device: string } | undefined> {
  const [row] = await db<{ account: string; device: string }>`
    select a.public_id as account, d.id as device from accounts a join devices d on d.account_id = a.account_id
    where a.account_id = ${db.accountId} and d.number = ${deviceNumber}`
  return row
}
