import type { AccountDb } from '../../platform/db/db.ts'
import type { SettingsLayer } from './effective-settings.ts'

/** All settings of the account. Usually there are none, or a few. */
export function listSettings(db: AccountDb): Promise<SettingsLayer[]> {
  return db<SettingsLayer>`
    select subject, profile, settings from trip_settings where account_id = ${db.accountId}`
}

/** The groups of devices that have settings, in the account's order of groups. */
export function listGroups(
  db: AccountDb,
  deviceNumbers: number[],
): Promise<{ deviceNumber: number; groupId: string }[]> {
  return db<{ deviceNumber: number; groupId: string }>`
    select m.device_number, m.group_id
    from group_devices m
    join trip_settings s on s.account_id = m.account_id and s.subject = m.group_id
    join groups g on g.account_id = m.account_id and g.id = m.group_id
    where m.account_id = ${db.accountId} and m.device_number = any(${deviceNumbers}::int[])
    order by g.number`
}
