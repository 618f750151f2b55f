import type { AccountDb } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readPage } from '../../platform/db/paging.queries.ts'
import { devicesIn } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import { isUpdatedSince } from '../../platform/db/updated-since.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { DriverDocument, DriverFilter, StoredDriver } from './driver.types.ts'
import { tagJson } from './driver-tag.queries.ts'

/** The drivers that a caller sees: all of the account, or those who have driven devices in the scope. */
export type DriverScope = { kind: 'all' } | { kind: 'driving'; devices: DeviceScope }

function isDriverSeen(db: AccountDb, scope: DriverScope): Fragment {
  if (scope.kind === 'all') return sql`true`
  const devices = devicesIn(db, scope.devices)
  return sql`(exists (
      select from driver_assignments a
      where a.account_id = p.account_id and a.driver_number = p.number and a.device_number in (${devices}))
    or exists (
      select from driver_tags t join driver_sessions s on s.account_id = t.account_id and s.tag = t.tag
        and s.began_at >= t.counts_from and s.began_at < t.counts_until
      where t.account_id = p.account_id and t.driver_number = p.number and s.device_number in (${devices})))`
}

const record = sql`json_build_object(
  'id', p.id, 'name', p.name, 'phone', p.phone, 'email', p.email, 'licenseNumber', p.license_number, 'note', p.note,
  'tags', coalesce((
    select json_agg(${tagJson} order by t.number) from driver_tags t
    where t.account_id = p.account_id and t.driver_number = p.number), '[]'),
  'createdAt', iso_time(p.created_at), 'modifiedAt', iso_time(p.modified_at))`

export async function findDriver(
  db: AccountDb,
  scope: DriverScope,
  id: string,
): Promise<{ number: number; version: number; json: string } | undefined> {
  const [row] = await db<{ number: number; version: number; json: string }>`
    select p.number, p.version, ${record}::text as json from drivers p
    where p.account_id = ${db.accountId} and p.id = ${id} and p.deleted_at is null and ${isDriverSeen(db, scope)}`
  return row
}

export async function findNumber(db: AccountDb, scope: DriverScope, id: string): Promise<number | undefined> {
  const [row] = await db<{ number: number }>`
    select p.number from drivers p
    where p.account_id = ${db.accountId} and p.id = ${id} and p.deleted_at is null and ${isDriverSeen(db, scope)}`
  return row?.number
}

export function listDrivers(
  db: AccountDb,
  scope: DriverScope,
  { search = '', ...filter }: DriverFilter,
  cursor: PageCursor,
): Promise<Page> {
  return readPage(db, cursor, {
    numbers: sql`
      select p.number from drivers p
      where p.account_id = ${db.accountId} and p.number > ${cursor.after}::bigint and p.deleted_at is null
        and (position(lower(${search}) in lower(p.name)) > 0 or exists (
          select from driver_tags t
          where t.account_id = p.account_id and t.driver_number = p.number and t.tag = ${search}))
        and ${isUpdatedSince(sql`p.modified_at`, filter)} and ${isDriverSeen(db, scope)}`,
    records: sql`
      select p.number, ${record} as json
      from page join drivers p on p.account_id = ${db.accountId} and p.number = page.number`,
  })
}

export async function lockDriver(db: AccountDb, id: string): Promise<StoredDriver | undefined> {
  const [row] = await db<StoredDriver>`
    select id, number, version, name, phone, email, license_number, note
    from drivers where account_id = ${db.accountId} and id = ${id} and deleted_at is null for no key update`
  return row
}

export async function countDrivers(db: AccountDb): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*) as count from drivers where account_id = ${db.accountId} and deleted_at is null`
  return row!.count
}

export async function insertDriver(
  db: AccountDb,
  id: string,
  of: Required<DriverDocument>,
  now: Date,
): Promise<void> {
  await db`
    insert into drivers (account_id, id, name, phone, email, license_number, note, created_at, modified_at)
    values (${db.accountId}, ${id}, ${of.name}, ${of.phone}, ${of.email}, ${of.licenseNumber}, ${of.note}, ${now}, ${now})`
}

export async function updateDriver(
  db: AccountDb,
  number: number,
  of: Required<DriverDocument>,
  now: Date,
): Promise<void> {
  await db`
    update drivers set name = ${of.name}, phone = ${of.phone}, email = ${of.email},
      license_number = ${of.licenseNumber}, note = ${of.note}, version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
}

/** After a change of its tags, which are part of what is shown. */
export async function touchDriver(db: AccountDb, number: number, now: Date): Promise<void> {
  await db`
    update drivers set version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
}

/** Those of whom the past has something are kept with their name alone. */
export async function deleteDriver(db: AccountDb, number: number, now: Date): Promise<void> {
  const ofDriver = sql`account_id = ${db.accountId} and driver_number = ${number}`
  await db`delete from driver_tags where ${ofDriver} and counts_from >= ${now}`
  await db`update driver_tags set counts_until = ${now} where ${ofDriver} and counts_until > ${now}`
  await db`delete from driver_assignments where ${ofDriver} and counts_from >= ${now}`
  await db`update driver_assignments set counts_until = ${now} where ${ofDriver} and counts_until > ${now}`
  await db`
    update drivers set deleted_at = ${now}, phone = null, email = null, license_number = null, note = null,
      version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
  await db`
    delete from drivers where account_id = ${db.accountId} and number = ${number}
      and not exists (select from driver_tags where ${ofDriver})
      and not exists (select from driver_assignments where ${ofDriver})
      and not exists (select from trip_annotations where ${ofDriver})`
}

/** Those that were deleted before all others: more are not kept. */
export async function deleteBeyond(db: AccountDb, kept: number): Promise<void> {
  await db`
    delete from drivers p using (
      select number from drivers where account_id = ${db.accountId} and deleted_at is not null
      order by deleted_at desc, number desc offset ${kept}) as beyond
    where p.account_id = ${db.accountId} and p.number = beyond.number`
}

export async function deleteOldDrivers(db: AccountDb, before: Date, limit: number): Promise<number> {
  const rows = await db`
    delete from drivers p using (
      select number from drivers where account_id = ${db.accountId} and deleted_at < ${before}
      order by deleted_at, number limit ${limit}) as old
    where p.account_id = ${db.accountId} and p.number = old.number
    returning p.number`
  return rows.length
}
