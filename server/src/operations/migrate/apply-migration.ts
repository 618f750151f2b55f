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
/** For many tables that are in use: whoever asks for all their locks at once hardly ever gets them. */
const stepsMark = '-- statement by statement\n'

export class LockedOutError extends Error {
  override name = 'LockedOutError'
  constructor({ name, sql }: Migration, patienceMs: number, holders: string[]) {
    const who = holders.length === 0 ? '' : ` Locks are held by: ${holders.join(', ')}.`
    const state = sql.startsWith(stepsMark) ? 'is not finished' : 'nothing of it was applied'
    super(
      `${name} did not get its locks within ${Math.round(patienceMs / 1_000)} s, and ${state}.${who} ` +
        'End the long transaction, and run it again.',
    )
  }
}

export async function applyMigration(line: Line, migration: Migration, applying: Applying): Promise<void> {
  const { sql } = migration
  const noted = () => note(line, migration)
  if (sql.startsWith(outsideMark)) {
    for (const statement of statementsOf(sql)) await line.query(statement)
    return noted()
  }
  if (!sql.startsWith(stepsMark)) {
    return whenUnlocked(line, migration, applying, async () => {
      await line.query(sql)
      await noted()
    })
  }
  for (const statement of statementsOf(sql))
    await whenUnlocked(line, migration, applying, () => line.query(statement))
  return noted()
}

/** Each ends in a semicolon at the end of its line. A file that was cut off is run again from its beginning. */
function statementsOf(sql: string): string[] {
  return sql.split(/;\s*$/m).filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '')
}

/** In one transaction, wholly or not at all. */
async function whenUnlocked(
  line: Line,
  migration: Migration,
  { say, patienceMs }: Applying,
  work: () => Promise<unknown>,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (let pauseMs = lockWithinMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      await line.query('begin')
      await line.query(`set local lock_timeout = ${lockWithinMs}`)
      await work()
      await line.query('commit')
      return
    } catch (error) {
      await line.query('rollback').catch(() => {})
      if (!isLockedOut(error)) throw error
      if (performance.now() + pauseMs > deadline)
        throw new LockedOutError(migration, patienceMs, await listHolders(line))
      if (pauseMs === lockWithinMs) say(`${migration.name} waits for a table that others are using`)
    }
    await sleep(pauseMs)
  }
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
