// Queries of the eraser role. Its policies show it one account at a time, and only if the erasure of that account is due.

import type { AccountDb, Db } from '../../platform/db/db.ts'
import type { Erasure, Step } from './erasure.types.ts'

/** Namespace of the advisory locks. */
const lockSpace = 7_304

/** For the whole session. */
export async function setScope(db: Db, accountId: number): Promise<void> {
  await db`
    select set_config('rastro.account', ${String(accountId)}, false), set_config('rastro.directory', 'on', false),
      set_config('jit', 'off', false)`
}

/** One process per account at a time. The session holds the lock. */
export async function lockErasure(db: Db, accountId: number): Promise<boolean> {
  const [row] = await db<{ taken: boolean }>`select pg_try_advisory_lock(${lockSpace}, ${accountId}) as taken`
  return row!.taken
}

export async function findErasure(db: Db, accountId: number): Promise<Erasure | undefined> {
  const [row] = await db<Erasure>`
    select account_id, requested_at, requested_by, due_at, started_at, revoked_at, step, next_at, devices, identifiers, rows,
      messages, files, recipient, attempts
    from erasures where account_id = ${accountId}`
  return row
}

export async function isMoving(db: Db, accountId: number): Promise<boolean> {
  const rows = await db`select from moves where account_id = ${accountId}`
  return rows.length > 0
}

/**
 * Notes what later steps need, before it is deleted. From here on the closing cannot be undone. False if it was undone
 * before.
 */
export async function beginErasure(
  db: Db,
  accountId: number,
  { devices, recipient }: { devices: number[]; recipient: Buffer | null },
): Promise<boolean> {
  const rows = await db`
    update erasures e set started_at = coalesce(e.started_at, now()), recipient = ${recipient},
      devices = array(
        select number from devices where account_id = ${accountId}
        union select * from unnest(${devices}::int[])),
      identifiers = array(
        select identifier from devices where account_id = ${accountId} and identifier is not null
        union select identifier from directory_identifiers where account_id = ${accountId}
        union select identifier from former_identifiers where account_id = ${accountId})
    where e.account_id = ${accountId} returning e.account_id`
  return rows.length > 0
}

export async function markRevoked(db: Db, accountId: number): Promise<void> {
  await db`update erasures set revoked_at = now() where account_id = ${accountId}`
}

export async function setStep(db: Db, accountId: number, step: Step): Promise<void> {
  await db`
    update erasures set step = ${step}, next_at = null, attempts = 0 where account_id = ${accountId}`
}

export async function postpone(db: Db, accountId: number, nextAt: Date, failed: boolean): Promise<void> {
  await db`
    update erasures set next_at = ${nextAt}, attempts = attempts + ${failed ? 1 : 0}
    where account_id = ${accountId}`
}

export interface Owner {
  account: string
  email: string
  language: 'en' | 'es' | 'pt' | null
  country: string
}

export async function findOwner(db: Db, accountId: number): Promise<Owner | undefined> {
  const [row] = await db<Owner>`
    select a.public_id as account, u.email, u.language, u.country
    from accounts a join users u on u.account_id = a.account_id and u.role = 'owner'
    where a.account_id = ${accountId}`
  return row
}

interface Reference {
  child: string
  parent: string
}

/** All tables with rows of accounts, each before those that it refers to. */
export async function listTables(db: Db): Promise<string[]> {
  const tables = await db<{ name: string }>`
    select c.relname::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('erasures', 'moves', 'locations', 'rulebook_changes')
    order by 1`
  const references = await db<Reference>`
    select distinct k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent from pg_constraint k
    where k.contype = 'f' and k.conrelid <> k.confrelid and k.connamespace = 'public'::regnamespace`
  return inOrder(
    tables.map(({ name }) => name),
    references,
  )
}

function inOrder(tables: string[], references: Reference[]): string[] {
  const left = new Set(tables)
  const ordered: string[] = []
  while (left.size > 0) {
    const isFree = (table: string) =>
      !references.some(({ child, parent }) => parent === table && child !== table && left.has(child))
    const free = [...left].filter(isFree)
    // Tables that refer to each other in a circle are deleted by their cascades.
    const next = free.length > 0 ? free : [...left]
    for (const table of next) left.delete(table)
    ordered.push(...next)
  }
  return ordered
}

/** Counts in the same transaction, so that a repeated step counts nothing twice. */
export async function deleteSome(db: Db, table: string, accountId: number, limit: number): Promise<number> {
  const [row] = (await db.text(
    `with gone as (
       delete from ${table} where account_id = $1
         and ctid = any(array(select ctid from ${table} where account_id = $1 limit $2)) returning 1),
     counted as (select count(*)::int as count from gone)
     update erasures e set rows = ${countedRows(table)}
     from counted c where e.account_id = $1 returning c.count`,
    [accountId, limit],
  )) as unknown as { count: number }[]
  return row?.count ?? 0
}

/** Devices with remaining history, also deleted ones that nothing names any more. Scans all history. */
export async function listDevicesWithHistory(db: Db, accountId: number): Promise<number[]> {
  const rows = await db<{ device: number }>`
    select distinct device_number as device from locations where account_id = ${accountId}`
  return rows.map(({ device }) => device)
}

/** History has no index by account, so it is deleted by device. */
export async function deleteSomeLocations(
  db: Db,
  accountId: number,
  device: number,
  limit: number,
): Promise<number> {
  const [row] = (await db.text(
    `with gone as (
       delete from locations l using (
         select device_number, fixed_at, fingerprint, class from locations
         where account_id = $1 and device_number = $2 limit $3) as old
       where l.account_id = $1 and l.device_number = old.device_number and l.fixed_at = old.fixed_at
         and l.fingerprint = old.fingerprint and l.class = old.class
       returning 1),
     counted as (select count(*)::int as count from gone)
     update erasures e set rows = ${countedRows('locations')}
     from counted c where e.account_id = $1 returning c.count`,
    [accountId, device, limit],
  )) as unknown as { count: number }[]
  return row?.count ?? 0
}

function countedRows(table: string): string {
  return `case when c.count = 0 then e.rows
    else e.rows || jsonb_build_object('${table}', coalesce((e.rows ->> '${table}')::bigint, 0) + c.count) end`
}

/** Whether objects of the archive still have locations of the account. */
export async function isInArchive(db: Db, accountId: number): Promise<boolean> {
  const [row] = await db<{ found: boolean }>`
    select exists (select from archive_rewrites where of_account = ${accountId} or of_account is null) as found`
  return row!.found
}

export async function addMessages(db: Db, accountId: number, stream: string, count: number): Promise<void> {
  await db`
    update erasures set messages = messages ||
      jsonb_build_object(${stream}::text, coalesce((messages ->> ${stream}::text)::bigint, 0) + ${count}::bigint)
    where account_id = ${accountId}`
}

export async function addFiles(db: Db, accountId: number, files: number): Promise<void> {
  await db`update erasures set files = files + ${files} where account_id = ${accountId}`
}

export async function keepTombstone(db: Db, accountId: number, erasedAt: Date): Promise<void> {
  await db`
    insert into erased (number, erased_at) values (${accountId}, ${erasedAt}) on conflict (number) do nothing`
}

export async function keepStatement(db: Db, accountId: number, statement: string): Promise<void> {
  await db`update erased set statement = ${statement}::json where number = ${accountId}`
}

export async function findStatement(db: Db, accountId: number): Promise<string | undefined> {
  const [row] = await db<{ statement: string | null }>`
    select statement::text as statement from erased where number = ${accountId}`
  return row?.statement ?? undefined
}

/** The last row of the account. */
export async function deleteErasure(db: Db, accountId: number): Promise<void> {
  await db`delete from erasures where account_id = ${accountId}`
}

/** For an account that a backup brought back; a closing that the backup contains is replaced. */
export async function insertErasure(db: Db, accountId: number, now: Date): Promise<void> {
  await db`
    insert into erasures (account_id, requested_at, requested_by, due_at)
    values (${accountId}, ${now}, 'restore', '2000-01-01')`
}

/** The e-mail with the statement: whether it was queued, and whether it is not sent yet. */
export async function findStatementMail(db: AccountDb): Promise<{ isQueued: boolean; isWaiting: boolean }> {
  const [row] = await db<{ isQueued: boolean; isWaiting: boolean }>`
    select count(*) > 0 as is_queued, count(*) filter (where state = 'waiting') > 0 as is_waiting
    from identity_mails where account_id = ${db.accountId} and kind = 'account-erased'`
  return row!
}
