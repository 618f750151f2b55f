import type { AccountDb } from '../../platform/db/db.ts'
import type { SsoIdentity } from './sso.types.ts'

export async function findIdentity(
  db: AccountDb,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<SsoIdentity | undefined> {
  const [row] = await db<SsoIdentity>`
    select user_id, is_provisioned from sso_identities
    where account_id = ${db.accountId} and issuer = ${issuer} and subject = ${subject}`
  return row
}

/** Returns false if the person or the user has another one already. */
export async function insertIdentity(
  db: AccountDb,
  of: { issuer: string; subject: string; userId: string; isProvisioned: boolean },
  now: Date,
): Promise<boolean> {
  const rows = await db<object>`
    insert into sso_identities (account_id, issuer, subject, user_id, is_provisioned, first_seen_at, last_seen_at)
    values (${db.accountId}, ${of.issuer}, ${of.subject}, ${of.userId}, ${of.isProvisioned}, ${now}, ${now})
    on conflict do nothing
    returning user_id`
  return rows.length > 0
}

export async function markSeen(
  db: AccountDb,
  { issuer, subject }: { issuer: string; subject: string },
  now: Date,
): Promise<void> {
  await db`
    update sso_identities set last_seen_at = ${now}
    where account_id = ${db.accountId} and issuer = ${issuer} and subject = ${subject}`
}

export interface LinkedUser {
  id: string
  userName: string
  role: 'owner' | 'administrator' | 'standard'
  disabled: boolean
  validFrom: Date | null
  expiresAt: Date | null
}

export async function findUser(db: AccountDb, id: string): Promise<LinkedUser | undefined> {
  const [row] = await db<LinkedUser>`
    select id, user_name, role, disabled, valid_from, expires_at from users
    where account_id = ${db.accountId} and id = ${id}`
  return row
}

/** Of this account, by address or name, without an identity at this issuer. Several with one address: none. */
export async function findUserToLink(
  db: AccountDb,
  { email, issuer }: { email: string; issuer: string },
): Promise<LinkedUser | undefined> {
  const rows = await db<LinkedUser>`
    select u.id, u.user_name, u.role, u.disabled, u.valid_from, u.expires_at from users u
    where u.account_id = ${db.accountId} and (lower(u.email) = ${email} or lower(u.user_name) = ${email})
      and not exists (
        select from sso_identities i
        where i.account_id = u.account_id and i.user_id = u.id and i.issuer = ${issuer})
    limit 2`
  return rows.length === 1 ? rows[0] : undefined
}

export async function findDefaults(db: AccountDb): Promise<{ country: string; timeZone: string }> {
  const [row] = await db<{ country: string; timeZone: string }>`
    select u.country, a.time_zone from accounts a
    join users u on u.account_id = a.account_id and u.role = 'owner'
    where a.account_id = ${db.accountId}`
  return row!
}

export async function markEmailVerified(db: AccountDb, userId: string, now: Date): Promise<void> {
  await db`
    update users set email_verified_at = coalesce(email_verified_at, ${now})
    where account_id = ${db.accountId} and id = ${userId}`
}

/** For a proof of the session that began it. */
export async function markProven(
  db: AccountDb,
  { sessionId, userId }: { sessionId: string; userId: string },
  now: Date,
): Promise<boolean> {
  const rows = await db`
    update sessions set proven_at = ${now}
    where account_id = ${db.accountId} and id = ${sessionId} and user_id = ${userId} and expires_at > ${now}
    returning id`
  return rows.length > 0
}

/** Of that session at the provider, or of that subject. Returns how many. */
export async function deleteSessionsOf(
  db: AccountDb,
  { issuer, subject, sid }: { issuer: string; subject: string | null; sid: string | null },
): Promise<number> {
  const rows = await db`
    delete from sessions s
    where s.account_id = ${db.accountId} and s.method = 'sso'
      and (${sid}::text is null or s.sso_sid = ${sid})
      and (${subject}::text is null or exists (
        select from sso_identities i
        where i.account_id = ${db.accountId} and i.issuer = ${issuer} and i.subject = ${subject}
          and i.user_id = s.user_id))
    returning s.id`
  return rows.length
}

/** False if it was accepted before. */
export async function takeLogout(
  db: AccountDb,
  { jtiHash, expiresAt }: { jtiHash: Buffer; expiresAt: Date },
  now: Date,
): Promise<boolean> {
  await db`delete from sso_logouts where account_id = ${db.accountId} and expires_at <= ${now}`
  const rows = await db`
    insert into sso_logouts (account_id, jti_hash, expires_at)
    values (${db.accountId}, ${jtiHash}, ${expiresAt})
    on conflict do nothing
    returning account_id`
  return rows.length > 0
}

export async function isManagedByScim(db: AccountDb, userId: string): Promise<boolean> {
  const rows = await db`select from scim_users where account_id = ${db.accountId} and user_id = ${userId}`
  return rows.length > 0
}

/** Within 15 minutes of the sign-in, or of a proof: the way to the provider takes some of them. */
export async function isLinkAllowed(
  db: AccountDb,
  { sessionId, userId }: { sessionId: string; userId: string },
  now: Date,
): Promise<boolean> {
  const rows = await db`
    select from sessions
    where account_id = ${db.accountId} and id = ${sessionId} and user_id = ${userId} and expires_at > ${now}
      and greatest(coalesce(authenticated_at, created_at), proven_at) > ${now}::timestamptz - interval '15 minutes'`
  return rows.length > 0
}
