// Support sessions as the people of a reseller see them, and as the cells of the accounts find them.

import type { Db } from '../../platform/db/db.ts'
import { asTime } from '../../platform/db/json-text.queries.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SettledSession } from '../support/support.api.ts'
import type { SupportAccess } from '../support/support.types.ts'

const within = (column: Fragment, path: string) =>
  sql`${column} >= ${path} and ${column} < ${path}::text || '~'`

const requestJson = sql`json_build_object(
  'id', r.id, 'accountId', r.account, 'accountName', r.account_name, 'visitorName', r.visitor_name,
  'organization', r.organization, 'reason', r.reason, 'minutes', r.minutes,
  'access', coalesce(r.granted_access, r.access),
  'state', case r.state when 'waiting' then 'requested' else r.state end,
  'requestedAt', ${asTime(sql`r.requested_at`)}, 'expiresAt', ${asTime(sql`r.expires_at`)},
  'endedAt', ${asTime(sql`r.ended_at`)}, 'endReason', r.end_reason)`

/** Asked for by people of the node or below it. */
const ofBranch = (path: string) => sql`${within(sql`r.path`, path)} and ${within(sql`r.asked_by`, path)}`

/** Newest first. */
export async function listRequests(db: Db, path: string, { after, limit }: PageCursor): Promise<Page> {
  const isBefore = after === 0 ? sql`` : sql`and r.number < ${after}`
  const [row] = await db<Page>`
    with ahead as (
      select r.* from support_requests r where ${ofBranch(path)} ${isBefore}
      order by r.number desc limit ${limit + 1}),
    page as (select * from ahead order by number desc limit ${limit})
    select string_agg(${requestJson}::text, ',' order by r.number desc) as json, count(*) as count,
      min(r.number) as last, (select count(*) from ahead) > ${limit} as more
    from page r`
  return row!
}

export async function findRequest(db: Db, path: string, id: string): Promise<object | undefined> {
  const [row] = await db<{ json: object }>`
    select ${requestJson} as json from support_requests r where r.id = ${id} and ${ofBranch(path)}`
  return row?.json
}

export interface NewRequest {
  id: string
  accountId: string
  /** The path of the node whose people ask. */
  path: string
  visitorAccount: number
  visitorId: string
  visitorName: string
  organization: string
  reason: string
  access: SupportAccess
  minutes: number
}

/** False if the account has too many, or there is one with this id. */
export async function insertRequest(
  db: Db,
  request: NewRequest,
  { maxOpen, maxADay, now }: { maxOpen: number; maxADay: number; now: Date },
): Promise<boolean> {
  const {
    id,
    accountId,
    path,
    visitorAccount,
    visitorId,
    visitorName,
    organization,
    reason,
    access,
    minutes,
  } = request
  const rows = await db`
    with account as (
      select n.* from nodes n
      where n.id = ${accountId} and n.kind = 'account' and n.path >= ${path} and n.path < ${path}::text || '~'
      for no key update)
    insert into support_requests (id, account_number, account, account_name, path, asked_by, visitor_account, visitor_id,
      visitor_name, organization, reason, access, minutes, requested_at, check_at)
    select ${id}, n.account_number, n.id, n.name, n.path, ${path}, ${visitorAccount}::int, ${visitorId}, ${visitorName},
      ${organization}, ${reason}, ${access}, ${minutes}::int, ${now}::timestamptz, ${now}::timestamptz
    from account n
    where (select count(*) from support_requests o
        where o.account_number = n.account_number and o.state in ('waiting', 'requested', 'active')) < ${maxOpen}
      and (select count(*) from support_requests o where o.account_number = n.account_number
        and o.requested_at > ${now}::timestamptz - interval '1 day') < ${maxADay}
    on conflict (id) do nothing returning 1`
  return rows.length > 0
}

/** The cell of the account ends it. */
export async function withdrawRequest(db: Db, path: string, id: string, now: Date): Promise<void> {
  await db`
    update support_requests r set withdrawn_at = coalesce(r.withdrawn_at, ${now}), check_at = ${now}
    where r.id = ${id} and r.state in ('waiting', 'requested', 'active') and ${ofBranch(path)}`
}

/** Of the visitor alone. */
export async function findActive(
  db: Db,
  path: string,
  { id, visitorId }: { id: string; visitorId: string },
): Promise<{ accountId: string; state: string; expiresAt: Date | null } | undefined> {
  const [row] = await db<{ accountId: string; state: string; expiresAt: Date | null }>`
    select r.account as account_id, case when r.withdrawn_at is null then r.state else 'ended' end as state, r.expires_at
    from support_requests r where r.id = ${id} and r.visitor_id = ${visitorId} and ${ofBranch(path)}`
  return row
}

export interface DueRequest {
  id: string
  accountNumber: number
  visitorId: string
  visitorName: string
  organization: string
  reason: string
  access: SupportAccess
  minutes: number
  isWithdrawn: boolean
}

/** Open ones of accounts that live in this cell. */
export function listDue(
  tree: Db,
  cell: number | undefined,
  { id, now, limit }: { id?: string; now: Date; limit: number },
): Promise<DueRequest[]> {
  const isWanted = id === undefined ? sql`r.check_at <= ${now}` : sql`r.id = ${id}`
  const isHere =
    cell === undefined
      ? sql``
      : sql`and exists (select from accounts a where a.account_number = r.account_number and a.cell = ${cell})`
  return tree<DueRequest>`
    select r.id, r.account_number, r.visitor_id, r.visitor_name, r.organization, r.reason, r.access, r.minutes,
      r.withdrawn_at is not null as is_withdrawn
    from support_requests r
    where r.state in ('waiting', 'requested', 'active') and ${isWanted} ${isHere}
    order by r.check_at limit ${limit}`
}

export interface Visitor {
  visitorAccount: number
  visitorId: string
  /** The path of the node whose people asked. */
  askedBy: string
}

/** With an active session, and whose own account lives in this cell, or does not exist any more. */
export function listVisitors(
  tree: Db,
  cell: number | undefined,
  { after, limit }: { after: Visitor | undefined; limit: number },
): Promise<Visitor[]> {
  const isHere =
    cell === undefined
      ? sql``
      : sql`and not exists (select from accounts a where a.account_number = r.visitor_account and a.cell <> ${cell})`
  return tree<Visitor>`
    select distinct r.visitor_account, r.visitor_id, r.asked_by from support_requests r
    where r.state = 'active' and r.withdrawn_at is null ${isHere} ${
      after
        ? sql`and (r.visitor_account, r.visitor_id, r.asked_by) > (${after.visitorAccount}::int, ${after.visitorId}, ${after.askedBy})`
        : sql``
    }
    order by r.visitor_account, r.visitor_id, r.asked_by limit ${limit}`
}

/** As the visitor would. Returns the ids of the sessions. */
export function withdrawAll(tree: Db, { visitorId, askedBy }: Visitor, now: Date): Promise<{ id: string }[]> {
  return tree<{ id: string }>`
    update support_requests r set withdrawn_at = ${now}, check_at = ${now}
    where r.state = 'active' and r.withdrawn_at is null and r.visitor_id = ${visitorId} and r.asked_by = ${askedBy}
    returning r.id`
}

export async function reportSession(
  tree: Db,
  id: string,
  { state, access, expiresAt, endedAt, endReason }: SettledSession,
  checkAt: Date,
): Promise<void> {
  await tree`
    update support_requests r set state = ${state}, granted_access = ${state === 'requested' ? null : access},
      expires_at = ${expiresAt}, ended_at = ${endedAt}, end_reason = ${endReason},
      -- What was withdrawn meanwhile is looked at again.
      check_at = case when r.withdrawn_at is null then ${checkAt} else least(r.check_at, ${checkAt}) end
    where r.id = ${id}`
}
