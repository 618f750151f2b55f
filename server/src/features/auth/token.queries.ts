import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { AccountStatus } from '../../platform/http/account-status.ts'
import type { Role } from '../../platform/http/caller.ts'

export interface NamedUser {
  accountId: number
  account: string
  userId: string
}

export async function findUserByName(directory: Db, userName: string): Promise<NamedUser | undefined> {
  const [row] = await directory<NamedUser>`
    select u.account_id, a.public_id as account, u.user_id
    from directory_users u join directory_accounts a using (account_id)
    where u.user_name = lower(${userName})`
  return row
}

export interface KeyHolder {
  accountStatus: AccountStatus
  role: Role
  disabled: boolean
  validFrom: Date | null
  expiresAt: Date | null
  secretHash: Buffer | null
  version: number | null
  previousHash: Buffer | null
  previousUntil: Date | null
  previousUsedAt: Date | null
  keyExpiresAt: Date | null
  networks: string[] | null
  /** Single sign-on is required of the user, and replaces API keys too. */
  isReplacedBySso: boolean
  lastUsedAt: Date | null
  lastUsedFrom: string | null
}

/** The user, with the key if it belongs to that user. */
export async function findKeyHolder(
  db: AccountDb,
  userId: string,
  keyId: string,
): Promise<KeyHolder | undefined> {
  const [row] = await db<KeyHolder>`
    select (select a.effective_status from directory_accounts a where a.account_id = ${db.accountId}) as account_status,
      u.role, u.disabled, u.valid_from, u.expires_at, k.secret_hash, k.version, k.last_used_at,
      host(k.last_used_from) as last_used_from, k.previous_hash, k.previous_until, k.previous_used_at,
      k.expires_at as key_expires_at, k.networks::text[] as networks,
      is_key_replaced_by_sso(u.account_id, u.id) as is_replaced_by_sso
    from users u
    left join api_keys k on k.account_id = u.account_id and k.user_id = u.id and k.id = ${keyId}
    where u.account_id = ${db.accountId} and u.id = ${userId}`
  return row
}

export async function markKeyUsed(
  db: AccountDb,
  keyId: string,
  address: string | null,
  now: Date,
): Promise<void> {
  await db`
    update api_keys set last_used_at = ${now}, last_used_from = ${address}
    where account_id = ${db.accountId} and id = ${keyId}`
}

export async function markPreviousUsed(db: AccountDb, keyId: string, now: Date): Promise<void> {
  await db`
    update api_keys set previous_used_at = ${now}
    where account_id = ${db.accountId} and id = ${keyId} and previous_until is not null`
}
