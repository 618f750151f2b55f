import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { readNewest } from '../../platform/db/paging.queries.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountStatus } from '../../platform/http/account-status.ts'
import type {
  EndReason,
  SupportAccess,
  SupportMode,
  SupportRead,
  SupportRequest,
  SupportSession,
  SupportState,
} from './support.types.ts'

const sessionJson = sql`json_build_object(
  'id', s.id, 'visitorName', s.visitor_name, 'organization', s.organization, 'reason', s.reason, 'access', s.access,
  'minutes', s.minutes, 'state', s.state, 'requestedAt', iso_time(s.requested_at), 'expiresAt', iso_time(s.expires_at),
  'answeredBy', (select u.user_name from users u where u.account_id = s.account_id and u.id = s.answered_by),
  'answeredAt', iso_time(s.answered_at), 'endedAt', iso_time(s.ended_at), 'endReason', s.end_reason,
  'routesRead', (select count(*)::int from support_session_reads r
    where r.account_id = s.account_id and r.session_number = s.number))`

/** Newest first. */
export function listSessions(db: AccountDb, isOpen: boolean, cursor: PageCursor): Promise<Page> {
  return readNewest(db, cursor, {
    table: sql`support_sessions`,
    alias: sql`s`,
    where: isOpen ? sql`s.state in ('requested', 'active')` : sql`true`,
    json: sessionJson,
  })
}

export async function findSession(db: AccountDb, id: string): Promise<object | undefined> {
  const [row] = await db<{ json: object }>`
    select ${sessionJson} as json from support_sessions s where s.account_id = ${db.accountId} and s.id = ${id}`
  return row?.json
}

export function listReads(db: AccountDb, id: string): Promise<SupportRead[]> {
  return db<SupportRead>`
    select r.route, r.count, r.first_at, r.last_at
    from support_sessions s
    join support_session_reads r on r.account_id = s.account_id and r.session_number = s.number
    where s.account_id = ${db.accountId} and s.id = ${id} order by r.first_at, r.route`
}

/** In the transaction that changes it. */
export async function lockSession(db: AccountDb, id: string): Promise<SupportSession | undefined> {
  const [row] = await db<SupportSession>`
    select s.number, s.id, s.visitor_id, s.visitor_name, s.organization, s.reason, s.access, s.minutes, s.state,
      s.expires_at, s.ended_at, s.end_reason, s.cell
    from support_sessions s where s.account_id = ${db.accountId} and s.id = ${id} for update`
  return row
}

export function listOpen(db: AccountDb): Promise<{ id: string }[]> {
  return db<{ id: string }>`
    select id from support_sessions where account_id = ${db.accountId} and state in ('requested', 'active') order by id`
}

export interface Consent {
  /** The public id of the account. */
  account: string
  mode: SupportMode
  status: AccountStatus
}

/** Locked, so that a session does not begin while the account stops to let people in. */
export async function lockConsent(db: AccountDb): Promise<Consent | undefined> {
  const [row] = await db<Consent>`
    select a.support_mode as mode, d.public_id as account, d.effective_status as status
    from accounts a join directory_accounts d on d.account_id = a.account_id where a.account_id = ${db.accountId} for no key update of a`
  return row
}

export async function findMode(db: AccountDb): Promise<SupportMode> {
  const [row] = await db<{ mode: SupportMode }>`
    select support_mode as mode from accounts where account_id = ${db.accountId}`
  return row!.mode
}

export async function setMode(db: AccountDb, mode: SupportMode, now: Date): Promise<void> {
  await db`
    update accounts set support_mode = ${mode}, modified_at = ${now} where account_id = ${db.accountId}`
}

export async function insertSession(
  db: AccountDb,
  { id, visitor, reason, access, minutes }: SupportRequest,
  { state, expiresAt, cell, endReason }: Pick<SupportSession, 'state' | 'expiresAt' | 'cell' | 'endReason'>,
  now: Date,
): Promise<void> {
  const isAnswered = state !== 'requested'
  await db`
    insert into support_sessions (account_id, id, visitor_id, visitor_name, organization, reason, access, minutes, state,
      requested_at, expires_at, answered_at, ended_at, end_reason, cell)
    values (${db.accountId}, ${id}, ${visitor.id}, ${visitor.name}, ${visitor.organization}, ${reason}, ${access},
      ${minutes}, ${state}, ${now}, ${expiresAt}, ${isAnswered ? now : null}, ${state === 'refused' ? now : null},
      ${endReason}, ${cell})`
}

export async function startSession(
  db: AccountDb,
  number: number,
  {
    access,
    expiresAt,
    cell,
    userId,
  }: { access: SupportAccess; expiresAt: Date; cell: number | null; userId: string | null },
  now: Date,
): Promise<void> {
  await db`
    update support_sessions set state = 'active', access = ${access}, expires_at = ${expiresAt}, cell = ${cell},
      answered_by = ${userId}, answered_at = ${now}
    where account_id = ${db.accountId} and number = ${number}`
}

export async function closeSession(
  db: AccountDb,
  number: number,
  { state, endReason, userId }: { state: SupportState; endReason: EndReason | null; userId: string | null },
  now: Date,
): Promise<void> {
  await db`
    update support_sessions set state = ${state}, ended_at = ${now}, end_reason = ${endReason},
      answered_by = case when answered_at is null then ${userId} else answered_by end,
      answered_at = coalesce(answered_at, case when ${userId}::text is not null then ${now}::timestamptz end)
    where account_id = ${db.accountId} and number = ${number}`
}

/** False if the session is not active any more. */
export async function recordRead(db: AccountDb, id: string, route: string, now: Date): Promise<boolean> {
  const rows = await db`
    insert into support_session_reads (account_id, session_number, route, count, first_at, last_at)
    select s.account_id, s.number, ${route}, 1, ${now}::timestamptz, ${now}::timestamptz from support_sessions s
    where s.account_id = ${db.accountId} and s.id = ${id} and s.state = 'active' and s.expires_at > ${now}
    -- The end of the session waits for it, or it for the end: the audit log has every read.
    for share of s
    on conflict (account_id, session_number, route)
    do update set count = support_session_reads.count + 1, last_at = excluded.last_at
    returning 1`
  return rows.length > 0
}

export async function isActive(db: AccountDb, id: string, now: Date): Promise<boolean> {
  const rows = await db`
    select from support_sessions s
    where s.account_id = ${db.accountId} and s.id = ${id} and s.state = 'active' and s.expires_at > ${now}`
  return rows.length > 0
}

/** A request that can still be answered. */
export async function findRequested(db: AccountDb, id: string, now: Date) {
  const [row] = await db<{
    visitorName: string
    organization: string
    reason: string
    minutes: number
    expiresAt: Date
  }>`
    select visitor_name, organization, reason, minutes, expires_at from support_sessions
    where account_id = ${db.accountId} and id = ${id} and state = 'requested' and expires_at > ${now}`
  return row
}

/** Whether the user may let somebody in. */
export async function isAdministrator(db: AccountDb, userId: string, now: Date): Promise<boolean> {
  const rows = await db`
    select from users where account_id = ${db.accountId} and id = ${userId} and role in ('owner', 'administrator')
      and not disabled and coalesce(valid_from <= ${now}, true) and coalesce(expires_at > ${now}, true)`
  return rows.length > 0
}

/** Those of the users who still are administrators of an active account. */
export function listActiveAdministrators(
  db: AccountDb,
  userIds: string[],
  now: Date,
): Promise<{ id: string }[]> {
  return db<{ id: string }>`
    select u.id from users u join directory_accounts d on d.account_id = u.account_id
    where u.account_id = ${db.accountId} and u.id = any(${userIds}::text[]) and u.role in ('owner', 'administrator')
      and not u.disabled and coalesce(u.valid_from <= ${now}, true) and coalesce(u.expires_at > ${now}, true)
      and d.effective_status = 'active'`
}

/** The people who may let somebody in, the owner first. */
export function listAdministrators(db: AccountDb, limit: number): Promise<{ id: string; email: string }[]> {
  return db<{ id: string; email: string }>`
    select id, email from users where account_id = ${db.accountId} and role in ('owner', 'administrator') and not disabled
    order by role desc, number limit ${limit}`
}

export async function findAccountId(directory: Db, account: string): Promise<number | undefined> {
  const [row] = await directory<{ accountId: number }>`
    select account_id from directory_accounts where public_id = ${account}`
  return row?.accountId
}

/** Of a session of the visitor that is active in this cell. */
export async function findExpiry(
  db: AccountDb,
  { id, visitorId, cell, now }: { id: string; visitorId: string; cell: number | null; now: Date },
): Promise<Date | undefined> {
  const [row] = await db<{ expiresAt: Date }>`
    select s.expires_at from support_sessions s
    where s.account_id = ${db.accountId} and s.id = ${id} and s.visitor_id = ${visitorId} and s.state = 'active'
      and s.expires_at > ${now} and s.cell is not distinct from ${cell}::int`
  return row?.expiresAt
}
