// Settings of the account, of groups and of devices.

import type { AccountDb } from '../../platform/db/db.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { ProfileName, TripSettings } from './detection/settings.ts'
import type { EarlierSettings, StoredLayer } from './effective-settings.ts'

interface LayerColumns {
  subject: string
  profile: ProfileName | null
  settings: Partial<TripSettings>
  countsFromMs: number
  history: EarlierSettings[]
}

/** Those of the account, and of these devices and groups. Usually there are none, or a few. */
export function listSettings(db: AccountDb, subjects: string[]): Promise<StoredLayer[]> {
  return db<LayerColumns>`
    select subject, profile, settings, date_part('epoch', modified_at) * 1000 as counts_from_ms, history
    from trip_settings
    where account_id = ${db.accountId} and subject = any(${['account', ...subjects]}::text[])`
}

/** The groups of devices that have settings, and one that may get some, in the account's order of groups. */
export function listGroups(
  db: AccountDb,
  deviceNumbers: number[],
  candidate: string | null,
): Promise<{ deviceNumber: number; groupId: string }[]> {
  return db<{ deviceNumber: number; groupId: string }>`
    select m.device_number, m.group_id
    from group_devices m
    join groups g on g.account_id = m.account_id and g.id = m.group_id
    where m.account_id = ${db.accountId} and m.device_number = any(${deviceNumbers}::int[])
      and (m.group_id = ${candidate}::text or exists (
        select from trip_settings s where s.account_id = m.account_id and s.subject = m.group_id))
    order by g.number`
}

export interface FoundDevice {
  deviceNumber: number
  deviceId: string
}

export async function findDevice(
  db: AccountDb,
  scope: DeviceScope,
  id: string,
): Promise<FoundDevice | undefined> {
  const [row] = await db<FoundDevice>`
    select d.number as device_number, d.id as device_id from devices d
    where d.account_id = ${db.accountId} and d.id = ${id} and ${isDeviceSeen(scope)}`
  return row
}

export async function hasGroup(db: AccountDb, id: string): Promise<boolean> {
  const rows = await db`select from groups where account_id = ${db.accountId} and id = ${id}`
  return rows.length > 0
}

export interface SettingsRow extends LayerColumns {
  version: number
  modifiedAt: Date
}

export async function findSettings(db: AccountDb, subject: string): Promise<SettingsRow | undefined> {
  const [row] = await db<SettingsRow>`
    select subject, profile, settings, date_part('epoch', modified_at) * 1000 as counts_from_ms, history, version,
      modified_at
    from trip_settings where account_id = ${db.accountId} and subject = ${subject}`
  return row
}

export async function saveSettings(
  db: AccountDb,
  row: Pick<SettingsRow, 'subject' | 'profile' | 'settings' | 'history'>,
  now: Date,
): Promise<void> {
  await db`
    insert into trip_settings (account_id, subject, profile, settings, history, modified_at)
    values (${db.accountId}, ${row.subject}, ${row.profile}, ${JSON.stringify(row.settings)}::jsonb,
      ${JSON.stringify(row.history)}::jsonb, ${now})
    on conflict (account_id, subject) do update set profile = excluded.profile, settings = excluded.settings,
      history = excluded.history, modified_at = excluded.modified_at, version = trip_settings.version + 1`
}

/** The devices that the settings of an account or a group concern, in the order of their numbers. */
export async function listConcerned(db: AccountDb, groupId: string | null): Promise<FoundDevice[]> {
  if (groupId === null) {
    return db<FoundDevice>`
      select number as device_number, id as device_id from devices where account_id = ${db.accountId} order by number`
  }
  return db<FoundDevice>`
    select d.number as device_number, d.id as device_id
    from group_devices m join devices d on d.account_id = m.account_id and d.number = m.device_number
    where m.account_id = ${db.accountId} and m.group_id = ${groupId} order by d.number`
}
