import type { AccountDb } from '../../platform/db/db.ts'
import type { AccountStatus } from '../../platform/http/account-status.ts'
import type { Role } from '../../platform/http/caller.ts'
import type { Session } from './session.types.ts'
import type { Origin, SignInMethod } from './sign-in.types.ts'

export interface PasswordHolder {
  name: string
  email: string
  passwordHash: string | null
  /** Set for a temporary password, which only allows choosing another one, until then. */
  temporaryPasswordUntil: Date | null
  /** Set after too many failures in a row: the password opens nothing until it is replaced. */
  passwordLockedAt: Date | null
  /** Single sign-on is required of the user. */
  isSsoOnly: boolean
  disabled: boolean
  validFrom: Date | null
  expiresAt: Date | null
}

export async function findPasswordHolder(db: AccountDb, userId: string): Promise<PasswordHolder | undefined> {
  const [row] = await db<PasswordHolder>`
    select name, email, password_hash, temporary_password_until, password_locked_at, disabled, valid_from, expires_at,
      is_sso_only(account_id, id) as is_sso_only
    from users where account_id = ${db.accountId} and id = ${userId}`
  return row
}

export interface Entrant {
  role: Role
  userName: string
  accountStatus: AccountStatus
  requiresSso: boolean
}

export async function findEntrant(db: AccountDb, userId: string): Promise<Entrant | undefined> {
  const [row] = await db<Entrant>`
    select u.role, u.user_name, a.effective_status as account_status, coalesce((
      select p.mode = 'required' from sso_providers p where p.account_id = u.account_id), false) as requires_sso
    from users u join directory_accounts a on a.account_id = u.account_id
    where u.account_id = ${db.accountId} and u.id = ${userId}`
  return row
}

/** Ends all sessions and unfinished sign-ins of the user. */
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
  await deleteSessionsAndSteps(db, userId)
}

/** Spent challenges of passkeys stay, so that they are not accepted again. */
export async function deleteSessionsAndSteps(db: AccountDb, userId: string): Promise<void> {
  await db`delete from sessions where account_id = ${db.accountId} and user_id = ${userId}`
  await db`
    delete from sign_in_steps
    where account_id = ${db.accountId} and user_id = ${userId} and kind not in ('passkey', 'sso')`
}

/** False if it was locked before, or for an unknown user. */
export async function lockPassword(db: AccountDb, userId: string, now: Date): Promise<boolean> {
  const rows = await db`
    update users set password_locked_at = ${now}
    where account_id = ${db.accountId} and id = ${userId} and password_locked_at is null
    returning id`
  return rows.length > 0
}

/** Sign-ins of one user run one after the other, so that their sessions can be counted. */
export async function lockUserAtSignIn(db: AccountDb, userId: string, now: Date): Promise<void> {
  await db`update users set last_login_at = ${now} where account_id = ${db.accountId} and id = ${userId}`
}

/** Deletes expired sessions, and the oldest ones beyond `keep`. */
export async function deleteSurplusSessions(
  db: AccountDb,
  userId: string,
  keep: number,
  now: Date,
): Promise<void> {
  await db`
    delete from sessions
    where account_id = ${db.accountId} and user_id = ${userId} and id not in (
      select s.id from sessions s
      where s.account_id = ${db.accountId} and s.user_id = ${userId} and s.expires_at > ${now}
      order by s.created_at desc, s.id limit ${keep})`
}

export async function insertSession(
  db: AccountDb,
  session: {
    id: string
    userId: string
    host: string | null
    method: SignInMethod
    secretHash: Buffer
    expiresAt: Date
    amr: readonly string[]
    authenticatedAt: Date
    ssoSid: string | null
    now: Date
  } & Origin,
): Promise<void> {
  await db`
    insert into sessions (account_id, id, user_id, secret_hash, created_at, refreshed_at, expires_at,
      method, network, browser, system, amr, host, authenticated_at, sso_sid)
    values (${db.accountId}, ${session.id}, ${session.userId}, ${session.secretHash},
      ${session.now}, ${session.now}, ${session.expiresAt},
      ${session.method}, ${session.network}::cidr, ${session.browser}, ${session.system}, ${session.amr},
      ${session.host}, ${session.authenticatedAt}, ${session.ssoSid})`
}

export async function findSession(db: AccountDb, id: string): Promise<Session | undefined> {
  const [row] = await db<Session>`
    select (select a.effective_status from directory_accounts a where a.account_id = ${db.accountId}) as account_status, u.role,
      s.id, s.user_id, s.host, s.secret_hash, s.previous_hash, s.created_at, s.refreshed_at, s.expires_at, s.amr,
      s.method, coalesce(s.authenticated_at, s.created_at) as authenticated_at,
      is_sso_only(u.account_id, u.id) as is_sso_only,
      u.disabled, u.valid_from, u.expires_at as user_expires_at
    from sessions s join users u on u.account_id = s.account_id and u.id = s.user_id
    where s.account_id = ${db.accountId} and s.id = ${id}`
  return row
}

/** Locks the session, so that concurrent refreshes run one after the other. */
export async function findSessionForUpdate(db: AccountDb, id: string): Promise<Session | undefined> {
  const [row] = await db<Session>`
    select (select a.effective_status from directory_accounts a where a.account_id = ${db.accountId}) as account_status, u.role,
      s.id, s.user_id, s.host, s.secret_hash, s.previous_hash, s.created_at, s.refreshed_at, s.expires_at, s.amr,
      s.method, coalesce(s.authenticated_at, s.created_at) as authenticated_at,
      is_sso_only(u.account_id, u.id) as is_sso_only,
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
  { network, browser, system }: Origin,
): Promise<void> {
  await db`
    update sessions
    set previous_hash = secret_hash, secret_hash = ${secretHash}, refreshed_at = ${now}, expires_at = ${expiresAt},
      network = ${network}::cidr, browser = ${browser}, system = ${system}
    where account_id = ${db.accountId} and id = ${id}`
}

export async function deleteSession(db: AccountDb, id: string): Promise<void> {
  await db`delete from sessions where account_id = ${db.accountId} and id = ${id}`
}

/** Only one caller succeeds. */
export async function takeSsoProof(db: AccountDb, id: string, since: Date): Promise<boolean> {
  const rows = await db<object>`
    update sessions set proven_at = null
    where account_id = ${db.accountId} and id = ${id} and proven_at > ${since}
    returning id`
  return rows.length > 0
}
