// Writes devices.

import type { AccountDb } from '../../platform/db/db.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { DeviceDocument, DeviceLimits, StoredDevice } from './device.types.ts'

/** The editable device, locked until the transaction ends. */
export async function lockDevice(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<StoredDevice | undefined> {
  const [row] = await db<StoredDevice>`
    select d.id, d.number, d.version, d.name, d.description, d.identifier, d.phone_number, d.model, d.vehicle_type,
      d.license_plate, d.driver_name, d.driver_phone, d.protocol, d.reports_every_seconds, d.tags,
      array(select gd.group_id from group_devices gd
            where gd.account_id = d.account_id and gd.device_number = d.number order by gd.group_id) as groups,
      json_build_object('expires', d.expires, 'expirationDate', d.expiration_date,
        'dailyEmailLimit', d.daily_email_limit, 'dailySmsLimit', d.daily_sms_limit) as limits,
      d.expires_at
    from devices d
    where d.account_id = ${db.accountId} and d.id = ${id}
      and ${isDeviceSeen(scope)}
    for no key update of d`
  return row
}

export interface DeviceRow {
  id: string
  document: DeviceDocument
  limits: DeviceLimits
}

export interface InsertedDevice {
  number: number
  expiresAt: Date | null
}

/** Inserts devices in the given order. SQL decides the instant of expiry. */
export function insertDevices(db: AccountDb, rows: DeviceRow[], now: Date): Promise<InsertedDevice[]> {
  const of = <T>(pick: (row: DeviceRow) => T) => rows.map(pick)
  return db<InsertedDevice>`
    insert into devices (account_id, id, name, description, identifier, phone_number, model, vehicle_type,
      license_plate, driver_name, driver_phone, protocol,
      reports_every_seconds, tags, expires, expiration_date, expires_at, daily_email_limit, daily_sms_limit, created_at, modified_at)
    select a.account_id, n.id, n.name, n.description, n.identifier, n.phone_number, n.model, n.vehicle_type,
      n.license_plate, n.driver_name, n.driver_phone, n.protocol,
      n.reports_every_seconds, n.tags, n.expires, n.expiration_date, case when n.expires then start_of_day(n.expiration_date, a.time_zone) end,
      n.daily_email_limit, n.daily_sms_limit, ${now}, ${now}
    from accounts a, unnest(
      ${of((row) => row.id)}::text[], ${of((row) => row.document.name)}::text[],
      ${of((row) => row.document.description ?? null)}::text[], ${of((row) => row.document.identifier ?? null)}::text[],
      ${of((row) => row.document.phoneNumber ?? null)}::text[], ${of((row) => row.document.model ?? null)}::text[],
      ${of((row) => row.document.vehicleType ?? null)}::text[], ${of((row) => row.document.licensePlate ?? null)}::text[],
      ${of((row) => row.document.driverName ?? null)}::text[], ${of((row) => row.document.driverPhone ?? null)}::text[],
      ${of((row) => row.document.protocol ?? null)}::text[],
      ${of((row) => row.document.reportsEverySeconds ?? null)}::int[],
      ${of((row) => JSON.stringify(row.document.tags ?? {}))}::jsonb[],
      ${of((row) => row.limits.expires)}::boolean[], ${of((row) => row.limits.expirationDate ?? null)}::date[],
      ${of((row) => row.limits.dailyEmailLimit ?? null)}::int[], ${of((row) => row.limits.dailySmsLimit ?? null)}::int[]
    ) with ordinality as n (id, name, description, identifier, phone_number, model, vehicle_type,
      license_plate, driver_name, driver_phone, protocol,
      reports_every_seconds, tags, expires, expiration_date, daily_email_limit, daily_sms_limit, ordinal)
    where a.account_id = ${db.accountId}
    order by n.ordinal
    returning number, expires_at`
}

export async function updateDevice(
  db: AccountDb,
  number: number,
  document: DeviceDocument,
  limits: DeviceLimits,
  now: Date,
): Promise<{ version: number; expiresAt: Date | null }> {
  const [row] = await db<{ version: number; expiresAt: Date | null }>`
    update devices d set name = ${document.name}, description = ${document.description ?? null},
      identifier = ${document.identifier ?? null}, phone_number = ${document.phoneNumber ?? null},
      model = ${document.model ?? null}, vehicle_type = ${document.vehicleType ?? null},
      license_plate = ${document.licensePlate ?? null}, driver_name = ${document.driverName ?? null},
      driver_phone = ${document.driverPhone ?? null}, protocol = ${document.protocol ?? null},
      reports_every_seconds = ${document.reportsEverySeconds ?? null}, tags = ${document.tags ?? {}},
      expires = ${limits.expires}, expiration_date = ${limits.expirationDate ?? null},
      expires_at = case when ${limits.expires} then start_of_day(${limits.expirationDate ?? null}::date, a.time_zone) end,
      daily_email_limit = ${limits.dailyEmailLimit ?? null}, daily_sms_limit = ${limits.dailySmsLimit ?? null},
      version = d.version + 1, modified_at = ${now}
    from accounts a
    where a.account_id = ${db.accountId} and d.account_id = ${db.accountId} and d.number = ${number}
    returning d.version, d.expires_at`
  return row!
}

export async function deleteDevice(db: AccountDb, number: number): Promise<void> {
  await db`delete from devices where account_id = ${db.accountId} and number = ${number}`
}

/**
 * Updates the directory of identifiers: releases the old ones and takes the new ones, which fails if another account
 * has one. Returns the released ones. Locations received until now stay with the device that had the identifier.
 */
export async function keepIdentifiers(
  db: AccountDb,
  devices: { number: number; identifier: string | null }[],
  now: Date,
): Promise<string[]> {
  const numbers = devices.map((device) => device.number)
  const before = await db<{ identifier: string }>`
    with released as (
      delete from directory_identifiers
      where account_id = ${db.accountId} and device_number = any(${numbers}::int[])
      returning identifier, device_number, since),
    former as (
      insert into former_identifiers (account_id, device_number, identifier, since, until)
      select ${db.accountId}, device_number, identifier, since, ${now} from released
      on conflict do nothing)
    select identifier from released`
  const identified = devices.filter((device) => device.identifier !== null)
  await db`
    insert into directory_identifiers (account_id, since, device_number, identifier)
    select ${db.accountId}, ${now}, * from unnest(
      ${identified.map((device) => device.number)}::int[], ${identified.map((device) => device.identifier)}::text[])`
  return before.map(({ identifier }) => identifier)
}

export async function setGroups(db: AccountDb, number: number, groupIds: string[]): Promise<void> {
  await db`
    delete from group_devices
    where account_id = ${db.accountId} and device_number = ${number} and group_id <> all(${groupIds}::text[])`
  await db`
    insert into group_devices (account_id, group_id, device_number)
    select ${db.accountId}, group_id, ${number} from unnest(${groupIds}::text[]) as group_id
    on conflict do nothing`
}

export async function insertMemberships(
  db: AccountDb,
  memberships: { number: number; groupId: string }[],
): Promise<void> {
  await db`
    insert into group_devices (account_id, group_id, device_number)
    select ${db.accountId}, * from unnest(
      ${memberships.map((one) => one.groupId)}::text[], ${memberships.map((one) => one.number)}::int[])`
}

/** The groups that do not exist in the account. */
export function listGroupsByName(db: AccountDb, names: string[]): Promise<{ id: string; name: string }[]> {
  return db<{ id: string; name: string }>`
    select id, name from groups where account_id = ${db.accountId} and name = any(${names}::text[])`
}

export async function listUnknownGroups(db: AccountDb, groupIds: string[]): Promise<string[]> {
  const rows = await db<{ id: string }>`
    select id from unnest(${groupIds}::text[]) as wanted (id)
    where not exists (select from groups g where g.account_id = ${db.accountId} and g.id = wanted.id)`
  return rows.map((row) => row.id)
}

/** A user with access to this device only. */
export async function findUserOfDevice(db: AccountDb, number: number): Promise<string | undefined> {
  const [row] = await db<{ userName: string }>`
    select user_name from users where account_id = ${db.accountId} and device_number = ${number} limit 1`
  return row?.userName
}

/** Sets the timers of new devices that expire. */
export async function setTimersOfNew(db: AccountDb, numbers: number[]): Promise<void> {
  await db`
    insert into expiry_timers (account_id, device_number, due_at)
    select account_id, number, greatest(expires_at, created_at) from devices
    where account_id = ${db.accountId} and number = any(${numbers}::int[]) and expires_at is not null`
}

/** The current calendar day in the account. */
export async function findToday(db: AccountDb, now: Date): Promise<string> {
  const [row] = await db<{ day: string }>`
    select (${now}::timestamptz at time zone time_zone)::date as day
    from accounts where account_id = ${db.accountId}`
  return row!.day
}

/** The identifiers that devices of the account have. */
export async function listOwnIdentifiers(db: AccountDb, identifiers: string[]): Promise<string[]> {
  const rows = await db<{ identifier: string }>`
    select identifier from directory_identifiers
    where account_id = ${db.accountId} and identifier = any(${identifiers}::text[])`
  return rows.map((row) => row.identifier)
}
