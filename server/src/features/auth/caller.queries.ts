import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { AccountStatus } from '../../platform/http/account-status.ts'
import type { Privilege, Role } from '../../platform/http/caller.ts'

export interface CallerStatus {
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
}

export async function findAccountId(directory: Db, publicId: string): Promise<number | undefined> {
  const [row] = await directory<{ accountId: number }>`
    select account_id from directory_accounts where public_id = ${publicId}`
  return row?.accountId
}

/** The current status of a user and of the key or session that the token was issued for. */
export async function findCallerStatus(
  db: AccountDb,
  userId: string,
  clientId: string,
  now: Date,
): Promise<CallerStatus | undefined> {
  const [row] = await db<CallerStatus>`
    select (select a.status from accounts a where a.account_id = ${db.accountId}) as account_status,
      u.user_name, u.role, u.privileges, u.disabled, u.valid_from, u.expires_at,
      array(select g.group_id from user_groups g
            where g.account_id = ${db.accountId} and g.user_id = u.id order by g.group_id) as group_ids,
      u.device_number, u.admin_devices,
      coalesce(
        (select k.version from api_keys k
         where k.account_id = ${db.accountId} and k.id = ${clientId} and k.user_id = u.id),
        (select 0 from sessions s
         where s.account_id = ${db.accountId} and s.id = ${clientId} and s.user_id = u.id and s.expires_at > ${now})
      ) as client_version
    from users u
    where u.account_id = ${db.accountId} and u.id = ${userId}`
  return row
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
