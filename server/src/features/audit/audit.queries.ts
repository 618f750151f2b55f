import type { AccountDb } from '../../platform/db/db.ts'
import { isDeviceSeen } from '../../platform/db/scope.queries.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { AuditRow } from './audit.types.ts'

export interface Head {
  number: number
  hash: Buffer
}

/** Locks the end of the account's chain: the next append waits for this transaction. */
export async function lockHead(db: AccountDb): Promise<Head> {
  await db`
    insert into audit_heads (account_id, number, hash) values (${db.accountId}, 0, '\\x')
    on conflict do nothing`
  const [head] = await db<Head>`
    select number, hash from audit_heads where account_id = ${db.accountId} for update`
  return head!
}

export async function insertRows(db: AccountDb, rows: AuditRow[]): Promise<void> {
  const last = rows.at(-1)
  if (!last) return
  const column = <K extends keyof AuditRow>(name: K) => rows.map((row) => row[name])
  await db`
    insert into audit_log (account_id, number, at, user_id, client_id, request_id, action, target,
      before, after, previous_hash, hash)
    select ${db.accountId}, * from unnest(
      ${column('number')}::bigint[], ${column('at')}::timestamptz[], ${column('userId')}::text[],
      ${column('clientId')}::text[], ${column('requestId')}::text[], ${column('action')}::text[],
      ${column('target')}::text[], ${column('before')}::json[], ${column('after')}::json[],
      ${column('previousHash')}::bytea[], ${column('hash')}::bytea[])`
  await db`
    update audit_heads set number = ${last.number}, hash = ${last.hash} where account_id = ${db.accountId}`
}

/** A caller with a limited scope sees its own changes and changes of devices in scope. */
function isVisible({ scope, userId }: Pick<Caller, 'scope' | 'userId'>): Fragment {
  if (scope.kind === 'all') return sql`true`
  if (scope.kind === 'none') return sql`l.user_id = ${userId}`
  return sql`(l.user_id = ${userId} or exists (
    select from devices d where d.account_id = l.account_id and d.id = l.target and ${isDeviceSeen(scope)}))`
}

/** A page with more bytes than this ends early: it is parsed and serialized on the event loop. As stored, compressed. */
const maxPageBytes = 128 * 1_024

type ListedRow = AuditRow & { userName: string | null }

/** Newest first, older than the cursor. */
export async function listRows(
  db: AccountDb,
  caller: Pick<Caller, 'scope' | 'userId'>,
  { before, target, limit }: { before: number | null; target: string | null; limit: number },
): Promise<{ rows: ListedRow[]; hasMore: boolean }> {
  const rows = await db<ListedRow & { found: number }>`
    with found as (
      select l.number, l.at, l.user_id,
        coalesce(u.user_name, s.visitor_name || ' (' || s.organization || ')') as user_name, l.client_id, l.request_id, l.action, l.target,
        l.before, l.after, l.previous_hash, l.hash
      from audit_log l left join users u on u.account_id = l.account_id and u.id = l.user_id
      left join support_sessions s on s.account_id = l.account_id and s.id = l.client_id
      where l.account_id = ${db.accountId}
        and l.number < coalesce(${before}::bigint, 9223372036854775807)
        and (${target}::text is null or l.target = ${target}) and ${isVisible(caller)}
      order by l.number desc limit ${limit + 1}
    ), sized as (
      select *, row_number() over newest as ordinal, (count(*) over ())::int as found,
        sum(coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0)) over newest as bytes
      from found window newest as (order by number desc)
    )
    select number, at, user_id, user_name, client_id, request_id, action, target,
      before::text, after::text, previous_hash, hash, found
    from sized where ordinal = 1 or (ordinal <= ${limit} and bytes <= ${maxPageBytes})
    order by number desc`
  return { rows, hasMore: rows.length < (rows[0]?.found ?? 0) }
}

/** Oldest first, for checking the chain. */
export function listRowsAfter(db: AccountDb, number: number, limit: number): Promise<AuditRow[]> {
  return db<AuditRow>`
    select number, at, user_id, client_id, request_id, action, target, before::text, after::text, previous_hash, hash
    from audit_log where account_id = ${db.accountId} and number > ${number}
    order by number limit ${limit}`
}

export async function findHead(db: AccountDb): Promise<Head | undefined> {
  const [head] = await db<Head>`select number, hash from audit_heads where account_id = ${db.accountId}`
  return head
}
