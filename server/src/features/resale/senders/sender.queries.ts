// Senders of brands. A reseller reads and writes its own, by policy; the directory reads all.

import type { Db } from '../../../platform/db/db.ts'
import { asTime } from '../../../platform/db/json-text.queries.ts'
import type { Page, PageCursor } from '../../../platform/db/paging.queries.ts'
import { sql } from '../../../platform/db/sql.ts'
import type {
  DnsFault,
  EmailSenderState,
  NewEmailSender,
  SmsSender,
  SmsSenderState,
  StoredEmailSender,
} from './sender.types.ts'

export async function findEmailSender(db: Db, path: string): Promise<StoredEmailSender | undefined> {
  const [row] = await db<StoredEmailSender>`
    select e.address, e.domain, e.selector, e.public_key, e.state, e.fault, e.has_dmarc, e.checked_at, e.tried_at,
      e.verified_at, e.updated_at
    from email_senders e where e.path = ${path}`
  return row
}

/** With a new key it is not verified yet. */
export async function replaceEmailSender(
  db: Db,
  path: string,
  { address, domain, selector, publicKey, privateKey }: NewEmailSender,
  now: Date,
): Promise<void> {
  await db`
    insert into email_senders (node, path, address, domain, selector, public_key, private_key, check_at, updated_at)
    select n.number, n.path, ${address}, ${domain}, ${selector}, ${publicKey}, ${privateKey}, ${now}, ${now}
    from nodes n where n.path = ${path}
    on conflict (node) do update set address = excluded.address, domain = excluded.domain, selector = excluded.selector,
      public_key = excluded.public_key, private_key = excluded.private_key, state = 'pending', fault = null,
      has_dmarc = null, checked_at = null, tried_at = null, verified_at = null, check_at = excluded.check_at,
      noted_state = 'pending', updated_at = excluded.updated_at`
}

/** Within the domain of its key. False if there is none for it. */
export async function changeAddress(
  db: Db,
  path: string,
  { address, domain }: { address: string; domain: string },
  now: Date,
): Promise<boolean> {
  const rows = await db`
    update email_senders set address = ${address}, updated_at = ${now}
    where path = ${path} and domain = ${domain} returning node`
  return rows.length > 0
}

export async function deleteEmailSender(db: Db, path: string): Promise<boolean> {
  const rows = await db`delete from email_senders where path = ${path} returning node`
  return rows.length > 0
}

/** False if it was asked for too recently. */
export async function beginCheck(db: Db, path: string, now: Date, notAfter: Date): Promise<boolean> {
  const rows = await db`
    update email_senders set tried_at = ${now}
    where path = ${path} and (tried_at is null or tried_at <= ${notAfter}) returning node`
  return rows.length > 0
}

export interface DueCheck {
  path: string
  domain: string
  selector: string
  publicKey: string
  checkedAt: Date | null
  verifiedAt: Date | null
  state: EmailSenderState
  updatedAt: Date
}

/** Each is taken by one process. */
export function takeDueChecks(
  tree: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueCheck[]> {
  return tree<DueCheck>`
    update email_senders e set check_at = ${until}, tried_at = ${now}
    where e.node = any (array(
      select d.node from email_senders d where d.check_at <= ${now} order by d.check_at limit ${limit}
      for update skip locked))
    returning e.path, e.domain, e.selector, e.public_key, e.checked_at, e.verified_at, e.state, e.updated_at`
}

export interface CheckResult {
  state: EmailSenderState
  fault: DnsFault | null
  hasDmarc: boolean | null
  /** Null if DNS has not answered. */
  checkedAt: Date | null
  checkAt: Date
}

/** Of the key that was looked for: another one was not. Returns whether the state has changed. */
export async function reportCheck(
  db: Db,
  { path, selector, state: before }: Pick<DueCheck, 'path' | 'selector' | 'state'>,
  { state, fault, hasDmarc, checkedAt, checkAt }: CheckResult,
): Promise<boolean> {
  const rows = await db`
    update email_senders set state = ${state}, fault = ${fault}, has_dmarc = coalesce(${hasDmarc}::boolean, has_dmarc),
      checked_at = coalesce(${checkedAt}::timestamptz, checked_at), check_at = ${checkAt},
      verified_at = case when ${state}::text = 'verified' then coalesce(verified_at, ${checkedAt}::timestamptz) end
    where path = ${path} and selector = ${selector} and state = ${before} returning node`
  return rows.length > 0 && state !== before
}

export interface UnnotedSender {
  node: number
  path: string
  address: string
  state: EmailSenderState
  notedState: EmailSenderState
  fault: DnsFault | null
  staffAccount: number
  staffAccountId: string
}

/** Whose staff was not notified of the state, and lives in this cell. */
export function listUnnoted(tree: Db, cell: number | undefined, limit: number): Promise<UnnotedSender[]> {
  const isHere =
    cell === undefined
      ? sql``
      : sql`and exists (select from accounts a where a.account_number = s.account_number and a.cell = ${cell})`
  return tree<UnnotedSender>`
    select e.node, e.path, e.address, e.state, e.noted_state, e.fault, s.account_number as staff_account,
      s.id as staff_account_id
    from email_senders e join nodes s on s.parent = e.node and s.is_staff
    where e.state <> e.noted_state ${isHere}
    order by e.node limit ${limit}`
}

export async function markNoted(tree: Db, node: number, state: EmailSenderState): Promise<void> {
  await tree`update email_senders set noted_state = ${state} where node = ${node}`
}

export function countEmailSenders(tree: Db): Promise<{ state: EmailSenderState; count: number }[]> {
  return tree<{ state: EmailSenderState; count: number }>`
    select state, count(*)::int as count from email_senders group by state`
}

const smsJson = sql`json_build_object('sender', s.sender, 'state', s.state, 'reason', s.reason,
  'requestedAt', ${asTime(sql`s.requested_at`)},
  'decidedAt', ${asTime(sql`s.decided_at`)})`

export async function findSmsSender(db: Db, path: string): Promise<SmsSender | undefined> {
  const [row] = await db<{ json: SmsSender }>`
    select ${smsJson} as json from sms_senders s where s.path = ${path}`
  return row?.json
}

/** The same sender keeps its decision. */
export async function replaceSmsSender(
  db: Db,
  path: string,
  { sender, state }: { sender: string; state: SmsSenderState },
  now: Date,
): Promise<void> {
  await db`
    insert into sms_senders (node, path, sender, state, requested_at, decided_at)
    select n.number, n.path, ${sender}, ${state}, ${now}, ${state === 'requested' ? null : now}
    from nodes n where n.path = ${path}
    on conflict (node) do update set sender = excluded.sender, state = excluded.state, reason = null,
      requested_at = excluded.requested_at, decided_at = excluded.decided_at, decided_by = null
    where sms_senders.sender <> excluded.sender`
}

export async function deleteSmsSender(db: Db, path: string): Promise<boolean> {
  const rows = await db`delete from sms_senders where path = ${path} returning node`
  return rows.length > 0
}

export interface Decision {
  /** Approved is what was read, not what it was changed to since. */
  sender: string
  state: 'approved' | 'refused'
  reason: string | null
  decidedBy: string
}

/** Below the caller. Undefined if there is none with this sender. */
export async function decideSmsSender(
  db: Db,
  resellerId: string,
  { sender, state, reason, decidedBy }: Decision,
  now: Date,
): Promise<SmsSender | undefined> {
  const [row] = await db<{ json: SmsSender }>`
    update sms_senders s set state = ${state}, reason = ${reason}, decided_at = ${now}, decided_by = ${decidedBy}
    from nodes n where n.number = s.node and n.id = ${resellerId} and s.sender = ${sender}
    returning ${smsJson} as json`
  return row?.json
}

/** Of the resellers below, in the order of their nodes. */
export async function listSmsSenders(db: Db, path: string, { after, limit }: PageCursor): Promise<Page> {
  const [row] = await db<Page>`
    with ahead as (
      select s.*, n.id as node_id, n.name as node_name from sms_senders s join nodes n on n.number = s.node
      where s.path > ${path} and s.path < ${path}::text || '~' and s.node > ${after}
      order by s.node limit ${limit + 1}),
    page as (select * from ahead order by node limit ${limit})
    select string_agg((${smsJson}::jsonb || jsonb_build_object('resellerId', s.node_id, 'resellerName', s.node_name))::text,
        ',' order by s.node) as json,
      count(*) as count, max(s.node) as last, (select count(*) from ahead) > ${limit} as more
    from page s`
  return row!
}

export interface StoredMailBrand {
  name: string
  replyTo: string | null
  footer: string | null
  address: string | null
  domain: string | null
  selector: string | null
  privateKey: Buffer | null
  smsSender: string | null
}

/** Of the nearest node with a brand; with its senders, and not with those of a node above. */
export async function findMailBrand(tree: Db, paths: string[]): Promise<StoredMailBrand | undefined> {
  const [row] = await tree<StoredMailBrand>`
    select b.name, b.reply_to, b.mail_footer as footer, e.address, e.domain, e.selector, e.private_key,
      s.sender as sms_sender
    from brands b
    left join email_senders e on e.node = b.node and e.state = 'verified'
    left join sms_senders s on s.node = b.node and s.state = 'approved'
    where b.path = any (${paths}::text[]) order by b.path desc limit 1`
  return row
}
