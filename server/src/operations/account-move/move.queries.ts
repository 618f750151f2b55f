// Queries of the mover besides copying, on either side. They run with a role that bypasses row-level security.

import type { MoveState } from '../../platform/cells/moving.ts'
import type { Db } from '../../platform/db/db.ts'

/** Namespace of the advisory locks. */
const lockSpace = 7_303

/** One mover per account at a time. The session holds the lock. */
export async function lockMove(db: Db, accountId: number): Promise<boolean> {
  const [row] = await db<{ taken: boolean }>`select pg_try_advisory_lock(${lockSpace}, ${accountId}) as taken`
  return row!.taken
}

export async function setFormats(db: Db): Promise<void> {
  await db.text(`
    select set_config(name, value, false) from (values ('timezone', 'UTC'), ('datestyle', 'ISO'),
      ('intervalstyle', 'postgres'), ('extra_float_digits', '1'), ('bytea_output', 'hex'), ('jit', 'off')
    ) as wanted (name, value)`)
}

export interface Server {
  isSuperuser: boolean
  walLevel: string
  freeSlots: number
  migrations: string[]
}

export async function findServer(db: Db): Promise<Server> {
  const [row] = await db<Server>`
    select current_setting('is_superuser') = 'on' as is_superuser, current_setting('wal_level') as wal_level,
      current_setting('max_replication_slots')::int - (select count(*)::int from pg_replication_slots) as free_slots,
      (select array_agg(name || ' ' || checksum order by name) from schema_migrations) as migrations`
  return row!
}

export async function findMove(
  db: Db,
  accountId: number,
): Promise<{ state: MoveState; cell: number; at: Date } | undefined> {
  const [row] = await db<{ state: MoveState; cell: number; at: Date }>`
    select state, cell, at from moves where account_id = ${accountId}`
  return row
}

/** From then on the erasure cannot be undone, and the eraser would find no rows. */
export async function isErasing(db: Db, accountId: number): Promise<boolean> {
  const rows = await db`select from erasures where account_id = ${accountId} and started_at is not null`
  return rows.length > 0
}

export async function setMove(db: Db, accountId: number, state: MoveState, cell: number): Promise<void> {
  await db`
    insert into moves (account_id, state, cell) values (${accountId}, ${state}, ${cell})
    on conflict (account_id) do update set state = excluded.state, cell = excluded.cell, at = now()`
}

export async function endMove(db: Db, accountId: number): Promise<void> {
  await db`delete from moves where account_id = ${accountId}`
}

/** Open transactions of the application. Later ones see everything committed so far. */
export async function listTransactions(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }>`
    select l.pid || ' ' || l.virtualxid as name
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'virtualxid' and l.granted and l.pid <> pg_backend_pid()
      and a.datname = current_database() and a.usename = 'rastro_app' and l.virtualtransaction = l.virtualxid`
  return rows.map(({ name }) => name)
}

export interface InFlight {
  /** Notifications and webhook requests with a valid lease. */
  sending: number
  delivering: number
}

export async function countInFlight(db: Db, accountId: number): Promise<InFlight> {
  const [row] = await db<InFlight>`
    select
      (select count(*)::int from notifications
        where account_id = ${accountId} and state = 'sending' and lease_until > now()) as sending,
      (select count(*)::int from webhook_queues
        where account_id = ${accountId} and lease_until > now()) as delivering`
  return row!
}

export interface WebhookPosition {
  number: number
  position: string
  isRedelivering: boolean
}

/** How far the event log was read for each enabled webhook. */
export function listPositions(db: Db, accountId: number): Promise<WebhookPosition[]> {
  return db<WebhookPosition>`
    select number, position, redelivery_position is not null as is_redelivering
    from webhooks where account_id = ${accountId} and enabled order by number`
}

/** The other cell has its own event log; the old one was read to the end. */
export async function setPositions(db: Db, accountId: number, position: string): Promise<void> {
  await db`
    update webhooks set position = ${position}, reader_lease_until = null, redelivery_position = null where account_id = ${accountId}`
}

/** Makes the recorders of the cell drop cached state of the account. */
export async function invalidateCaches(db: Db, accountId: number): Promise<void> {
  await db`insert into rulebook_changes (account_id, timers_set) values (${accountId}, true)`
  await db`update rule_partitions set holder = 'moved'`
  await forgetIdentifiers(db, accountId)
}

/** Sets the timers again: the last changes in the old cell may not have set theirs. */
export async function resetTimers(db: Db, accountId: number): Promise<void> {
  await db`insert into rulebook_changes (account_id) values (${accountId})`
}

export async function forgetIdentifiers(db: Db, accountId: number): Promise<void> {
  await db`
    insert into directory_changes (identifier)
    select identifier from directory_identifiers where account_id = ${accountId}`
}

export async function ensurePartitions(db: Db, now: Date): Promise<void> {
  await db`select ensure_location_partitions(${now})`
  await db`select ensure_trip_partitions(${now})`
}

export async function listDeviceNumbers(db: Db, accountId: number): Promise<number[]> {
  const rows = await db<{ number: number }>`select number from devices where account_id = ${accountId}`
  return rows.map(({ number }) => number)
}

/** Device numbers used by other accounts of this cell. */
export async function countTaken(db: Db, accountId: number, numbers: number[]): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from devices where number = any(${numbers}::int[]) and account_id <> ${accountId}`
  return row!.count
}

interface Sequence {
  table: string
  column: string
  sequence: string
}

function listSequences(db: Db, tables: string[]): Promise<Sequence[]> {
  return db<Sequence>`
    select c.relname::text as table, a.attname::text as column,
      pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${tables}::text[])
      and a.attnum > 0 and not a.attisdropped and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null`
}

/** New numbers start above the copied ones. The no-op ALTER locks the sequence meanwhile. */
export async function raiseSequences(db: Db, accountId: number, tables: string[]): Promise<void> {
  for (const { table, column, sequence } of await listSequences(db, tables)) {
    await inTransaction(db, async () => {
      await db.text(`alter sequence ${sequence} increment by 1`)
      await db.text(
        `select setval($1, came.most) from (select max(${column}) as most from ${table} where account_id = $2) as came
       where came.most >= (select last_value from ${sequence})`,
        [sequence, accountId],
      )
    })
  }
}

async function inTransaction(db: Db, work: () => Promise<void>): Promise<void> {
  await db.text('begin')
  try {
    await work()
    await db.text('commit')
  } catch (error) {
    await db.text('rollback').catch(() => {})
    throw error
  }
}

export interface AccountJob {
  id: string
  name: string
  data: object
}

/** The unfinished jobs of the account. */
export function listJobs(db: Db, accountId: number): Promise<AccountJob[]> {
  return db<AccountJob>`
    select id::text, name, data from pgboss.job
    where data ->> 'accountId' = ${String(accountId)} and state in ('created', 'retry', 'active')`
}

export async function deleteJobs(db: Db, ids: string[]): Promise<void> {
  await db`delete from pgboss.job where id::text = any(${ids}::text[])`
}

export async function countBuffered(db: Db, accountId: number): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::int as count from buffered_locations where account_id = ${accountId}`
  return row!.count
}
