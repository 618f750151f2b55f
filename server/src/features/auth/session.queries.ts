import type { AccountDb } from '../../platform/db/db.ts'
import type { AccountStatus } from '../../platform/http/account-status.ts'
import type { Role } from '../../platform/http/caller.ts'
import type { Session } from './session.types.ts'

export interface PasswordHolder {
  name: string
  email: string
  passwordHash: string | null
  /** Set for a temporary password, which only allows choosing another one, until then. */
  temporaryPasswordUntil: Date | null
  /** Set after too many failures in a row: the password opens nothing until it is replaced. */
  passwordLockedAt: Date | null
  disabled: boolean
  validFrom: Date | null
  expiresAt: Date | null
}

export async function findPasswordHolder(db: AccountDb, userId: string): Promise<PasswordHolder | undefined> {
  const [row] = await db<PasswordHolder>`
    select name, email, password_hash, temporary_password_until, password_locked_at, disabled, valid_from, expires_at
    from users where account_id = ${db.accountId} and id = ${userId}`
  return row
}

export async function findEntrant(
  db: AccountDb,
  userId: string,
): Promise<{ role: Role; accountStatus: AccountStatus } | undefined> {
  const [row] = await db<{ role: Role; accountStatus: AccountStatus }>`
    select u.role, a.status as account_status
    from users u join accounts a on a.account_id = u.account_id
    where u.account_id = ${db.accountId} and u.id = ${userId}`
  return row
}

/** Ends all sessions of the user. */
export async function replacePassword(
  db: AccountDb,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await db`
    update users set password_hash = ${passwordHash}, temporary_password_until = null, password_locked_at = null,
      version = version + 1, modified_at = ${now}
    where account_id = ${db.accountId} and id = ${userId}`
  await db`delete from sessions where account_id = ${db.accountId} and user_id = ${userId}`
}

/** False if it was locked before, or for an unknown user. */
export async function lockPassword(db: AccountDb, userId: string, now: Date): Promise<boolean> {
  const rows = await db`
    update users set password_locked_at = ${now}
    where account_id = ${db.accountId} and id = ${userId} and password_locked_at is null
    returning id`
  return rows.length > 0
}

export async function insertSession(
  db: AccountDb,
  session: { id: string; userId: string; secretHash: Buffer; expiresAt: Date; now: Date },
): Promise<void> {
  await db`
    with signed_in as (
      update users set last_login_at = ${session.now}
      where account_id = ${db.accountId} and id = ${session.userId}),
    forgotten as (
      delete from sessions
      where account_id = ${db.accountId} and user_id = ${session.userId} and expires_at <= ${session.now})
    insert into sessions (account_id, id, user_id, secret_hash, created_at, refreshed_at, expires_at)
    values (${db.accountId}, ${session.id}, ${session.userId}, ${session.secretHash},
      ${session.now}, ${session.now}, ${session.expiresAt})`
}

/** Locks the session, so that concurrent refreshes run one after the other. */
export async function findSessionForUpdate(db: AccountDb, id: string): Promise<Session | undefined> {
  const [row] = await db<Session>`
    select (select a.status from accounts a where a.account_id = ${db.accountId}) as account_status, u.role,
      s.id, s.user_id, s.secret_hash, s.previous_hash, s.created_at, s.refreshed_at, s.expires_at,
      u.disabled, u.valid_from, u.expires_at as user_expires_at
    from sessions s join users u on u.account_id = s.account_id and u.id = s.user_id
    where s.account_id = ${db.accountId} and s.id = ${id}
    for update of s`
  return row
}

export async function replaceSecret(
  db: AccountDb,
  id: string,
  secretHash: Buffer,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await db`
    update sessions
    set previous_hash = secret_hash, secret_hash = ${secretHash}, refreshed_at = ${now}, expires_at = ${expiresAt}
    where account_id = ${db.accountId} and id = ${id}`
}

export async function deleteSession(db: AccountDb, id: string): Promise<void> {
  await db`delete from sessions where account_id = ${db.accountId} and id = ${id}`
}
