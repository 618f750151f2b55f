import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { AccountStatus } from '../../platform/http/account-status.ts'
import type { Privilege, Role } from '../../platform/http/caller.ts'
import type { CallerLimits } from './key-limits.ts'

export interface CallerStatus extends Omit<CallerLimits, 'isDeviceInGroups'> {
  accountStatus: AccountStatus
  userName: string
  role: Role
  privileges: Privilege[]
  disabled: boolean
  validFrom: Date | null
  expiresAt: Date | null
  /** Empty if the user is not limited to groups. */
  groupIds: string[]
  deviceNumber: number | null
  adminDevices: boolean
  /** The key's version, 0 for a live session; null if there is neither. */
  clientVersion: number | null
  /** Until then tokens of the version before are valid too. */
  previousUntil: Date | null
  /** An API key that single sign-on has replaced. */
  isReplacedBySso: boolean
}

export async function findAccountId(directory: Db, publicId: string): Promise<number | undefined> {
  const [row] = await directory<{ accountId: number }>`
    select account_id from directory_accounts where public_id = ${publicId}`
  return row?.accountId
}

/** The current status of a user and of the key or session that the token was issued for, with the limits of the key. */
export async function findCallerStatus(
  db: AccountDb,
  userId: string,
  clientId: string,
  now: Date,
): Promise<CallerStatus | undefined> {
  const [row] = await db<CallerStatus>`
    select (select a.effective_status from directory_accounts a where a.account_id = ${db.accountId}) as account_status,
      u.user_name, u.role, u.privileges, u.disabled, u.valid_from, u.expires_at,
      array(select g.group_id from user_groups g
            where g.account_id = ${db.accountId} and g.user_id = u.id order by g.group_id) as group_ids,
      u.device_number, u.admin_devices,
      coalesce(k.version, case when k.id is null then
        (select 0 from sessions s
         where s.account_id = ${db.accountId} and s.id = ${clientId} and s.user_id = u.id and s.expires_at > ${now})
      end) as client_version,
      k.previous_until, k.privileges as key_privileges, k.group_ids as key_group_ids, k.device_id as key_device_id,
      k.expires_at as key_expires_at, k.networks::text[] as key_networks,
      k.id is not null and is_key_replaced_by_sso(u.account_id, u.id) as is_replaced_by_sso, kd.number as key_device_number
    from users u
    left join api_keys k on k.account_id = ${db.accountId} and k.id = ${clientId} and k.user_id = u.id
    left join devices kd on kd.account_id = ${db.accountId} and kd.id = k.device_id
    where u.account_id = ${db.accountId} and u.id = ${userId}`
  return row
}

export interface SupportStatus {
  accountStatus: AccountStatus
  userName: string
  access: 'read' | 'write'
}

/** The visitor of a support session that is active in this cell. */
export async function findSupportStatus(
  db: AccountDb,
  userId: string,
  sessionId: string,
  { cell, now }: { cell: number | null; now: Date },
): Promise<SupportStatus | undefined> {
  const [row] = await db<SupportStatus>`
    select (select a.effective_status from directory_accounts a where a.account_id = ${db.accountId}) as account_status,
      s.visitor_name as user_name, s.access
    from support_sessions s
    where s.account_id = ${db.accountId} and s.id = ${sessionId} and s.visitor_id = ${userId} and s.state = 'active'
      and s.expires_at > ${now} and s.cell is not distinct from ${cell}::int`
  return row
}

/**
 * Whether the device of the key is in a group of the user, or the device of the user in a group of the key. A statement
 * of its own, because other callers do not depend on groups.
 */
export async function isDeviceInGroups(
  db: AccountDb,
  userId: string,
  { keyDeviceNumber, keyGroupIds, deviceNumber }: CallerStatus,
): Promise<boolean> {
  const rows =
    keyDeviceNumber === null
      ? await db`
          select from group_devices
          where account_id = ${db.accountId} and device_number = ${deviceNumber} and group_id = any(${keyGroupIds})
          limit 1`
      : await db`
          select from group_devices gd
          join user_groups g on g.account_id = gd.account_id and g.group_id = gd.group_id and g.user_id = ${userId}
          where gd.account_id = ${db.accountId} and gd.device_number = ${keyDeviceNumber}
          limit 1`
  return rows.length > 0
}

/** Ordered by number, after the given one. */
export function pageAccounts(
  directory: Db,
  after: number,
  limit: number,
): Promise<{ accountId: number; account: string }[]> {
  return directory<{ accountId: number; account: string }>`
    select account_id, public_id as account from directory_accounts
    where account_id > ${after} order by account_id limit ${limit}`
}

export function listAccounts(directory: Db): Promise<{ accountId: number; account: string }[]> {
  return directory<{ accountId: number; account: string }>`
    select account_id, public_id as account from directory_accounts order by account_id`
}
