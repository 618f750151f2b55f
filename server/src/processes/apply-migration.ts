// Applies one migration beside processes that serve. Whoever waits for a lock on a table makes everybody wait who comes
// behind him, so a migration that does not get its locks at once lets go of all it has, and comes again.

import { setTimeout as sleep } from 'node:timers/promises'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

export interface Line {
  query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

export interface Applying {
  say(line: string): void
  /** How long to come again for. */
  patienceMs: number
}

/** For so long at most others wait behind a migration that waits. */
const lockWithinMs = 500
const longestPauseMs = 4_000

/** For what PostgreSQL does not do in a transaction: statements that say `concurrently`, which hold up nobody. */
const outsideMark = '-- outside a transaction\n'

export class LockedOutError extends Error {
  override name = 'LockedOutError'
  constructor(file: string, patienceMs: number, holders: string[]) {
    const who = holders.length === 0 ? '' : ` Locks are held by: ${holders.join(', ')}.`
    super(
      `${file} did not get its locks within ${Math.round(patienceMs / 1_000)} s, and nothing of it was applied.${who} ` +
        'End the long transaction, and run it again.',
    )
  }
}

export async function applyMigration(
  line: Line,
  migration: Migration,
  { say, patienceMs }: Applying,
): Promise<void> {
  if (migration.sql.startsWith(outsideMark)) return applyOutside(line, migration)
  const deadline = performance.now() + patienceMs
  for (let pauseMs = lockWithinMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await applyWhole(line, migration)
    } catch (error) {
      await line.query('rollback').catch(() => {})
      if (!isLockedOut(error)) throw error
      if (performance.now() + pauseMs > deadline)
        throw new LockedOutError(migration.name, patienceMs, await listHolders(line))
      if (pauseMs === lockWithinMs) say(`${migration.name} waits for a table that others are using`)
    }
    await sleep(pauseMs)
  }
}

async function applyWhole(line: Line, migration: Migration): Promise<void> {
  await line.query('begin')
  await line.query(`set local lock_timeout = ${lockWithinMs}`)
  await line.query(migration.sql)
  await note(line, migration)
  await line.query('commit')
}

/** Each statement ends in a semicolon at the end of its line. One that was cut off is run again, with all before it. */
async function applyOutside(line: Line, migration: Migration): Promise<void> {
  for (const statement of migration.sql.split(/;\s*$/m)) {
    if (statement.replaceAll(/^--.*$/gm, '').trim() !== '') await line.query(statement)
  }
  await note(line, migration)
}

async function note(line: Line, { name, checksum }: Migration): Promise<void> {
  await line.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}

/** Not in time, or two who waited for each other. */
function isLockedOut(error: unknown): boolean {
  return ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
}

async function listHolders(line: Line): Promise<string[]> {
  const { rows } = await line.query(`
    select distinct format('pid %s (%s %s)', a.pid, a.usename, a.application_name) as holder
    from pg_locks l join pg_stat_activity a using (pid)
    where l.granted and l.relation is not null and a.datname = current_database() and a.pid <> pg_backend_pid()
    order by 1 limit 5`)
  return rows.map(({ holder }) => String(holder))
}
