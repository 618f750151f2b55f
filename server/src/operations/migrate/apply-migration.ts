// Applies one migration while processes are serving. A transaction that waits for a table lock blocks all later ones,
// so a migration that does not get its locks quickly rolls back and retries.
//
// Row-level security is forced on the owner as well. A policy that applies only while migrating shows the owner all rows;
// without it, an `update` in a migration would change none and report no error.

import { setTimeout as sleep } from 'node:timers/promises'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

export interface Connection {
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

export interface Applying {
  report(message: string): void
  /** How long to retry. */
  timeoutMs: number
}

/** A waiting migration blocks others for at most this long. */
const lockTimeoutMs = 500
const maxPauseMs = 4_000

/** For statements that PostgreSQL cannot run in a transaction, such as `create index concurrently`. */
const outsideMarker = '-- outside a transaction\n'
/** For changes of many busy tables: one transaction would hardly ever get all its locks. */
const stepsMarker = '-- statement by statement\n'

export class LockTimeoutError extends Error {
  override name = 'LockedOutError'
  constructor({ name, sql }: Migration, timeoutMs: number, holders: string[]) {
    const holderList = holders.length === 0 ? '' : ` Locks are held by: ${holders.join(', ')}.`
    const state = sql.startsWith(stepsMarker) ? 'is not finished' : 'nothing of it was applied'
    super(
      `${name} did not get its locks within ${Math.round(timeoutMs / 1_000)} s, and ${state}.${holderList} ` +
        'End the long transaction and run the command again.',
    )
  }
}

export async function applyMigration(
  connection: Connection,
  migration: Migration,
  applying: Applying,
): Promise<void> {
  await connection.query(`set rastro.migration = 'on'`)
  // Older versions did not create the policies.
  await createPolicies(connection, migration, applying)
  await runMigration(connection, migration, applying)
}

/**
 * Before each migration, and after the last one, also if an earlier run has applied it and was killed then. Table by table,
 * so that only one is locked at a time. Partitions are changed through their parent.
 */
export async function createPolicies(
  connection: Connection,
  migration: Migration,
  applying: Applying,
): Promise<void> {
  const { rows } = await connection.query(`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and not c.relispartition
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'of_migration')
    order by 1`)
  for (const { name } of rows) {
    const sql = `create policy of_migration on ${name} to current_user
      using ((select current_setting('rastro.migration', true) = 'on'))`
    await withLockRetry(connection, migration, applying, () => connection.query(sql))
  }
}

async function runMigration(connection: Connection, migration: Migration, applying: Applying): Promise<void> {
  const { sql } = migration
  const record = () => recordMigration(connection, migration)
  if (sql.startsWith(outsideMarker)) {
    for (const statement of statementsOf(sql)) await connection.query(statement)
    return record()
  }
  if (!sql.startsWith(stepsMarker)) {
    return withLockRetry(connection, migration, applying, async () => {
      await connection.query(sql)
      await record()
    })
  }
  for (const statement of statementsOf(sql))
    await withLockRetry(connection, migration, applying, () => connection.query(statement))
  return record()
}

/** Each ends with a semicolon at the end of a line. An interrupted file is run again from its beginning. */
function statementsOf(sql: string): string[] {
  return sql.split(/;\s*$/m).filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '')
}

/** Runs `work` in one transaction, and retries on lock timeouts. */
async function withLockRetry(
  connection: Connection,
  migration: Migration,
  { report, timeoutMs }: Applying,
  work: () => Promise<unknown>,
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (let pauseMs = lockTimeoutMs; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    try {
      await connection.query('begin')
      await connection.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await work()
      await connection.query('commit')
      return
    } catch (error) {
      await connection.query('rollback').catch(() => {})
      if (!isLockTimeout(error)) throw error
      if (performance.now() + pauseMs > deadline)
        throw new LockTimeoutError(migration, timeoutMs, await listHolders(connection))
      if (pauseMs === lockTimeoutMs) report(`${migration.name} is waiting for a table lock`)
    }
    await sleep(pauseMs)
  }
}

async function recordMigration(connection: Connection, { name, checksum }: Migration): Promise<void> {
  await connection.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/** Lock timeout or deadlock. */
function isLockTimeout(error: unknown): boolean {
  return ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
}

async function listHolders(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query(`
    select distinct format('pid %s (%s %s)', a.pid, a.usename, a.application_name) as holder
    from pg_locks l join pg_stat_activity a using (pid)
    where l.granted and l.relation is not null and a.datname = current_database() and a.pid <> pg_backend_pid()
    order by 1 limit 5`)
  return rows.map(({ holder }) => String(holder))
}
