// The way to PostgreSQL. Nothing is read or written without saying for whom: an account, or the directory.

import pg from 'pg'
import type { Config } from '../../config/config.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'
import { lineTo, wayTo } from './primary.ts'
import { join } from './sql.ts'
import type { Scope } from './statement.ts'
import { Statement } from './statement.ts'

/** SQL as a tagged template: every value becomes a parameter, every text a prepared statement. */
export interface Db {
  <Row extends object>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>
  /** For libraries that bring their own SQL. */
  text(sql: string, values?: unknown[]): Promise<Row[]>
}
type Row = Record<string, unknown>

/** A handle that sees one account's rows and no others: row-level security holds it to that. */
export interface AccountDb extends Db {
  readonly accountId: number
}

export interface Pool {
  /** Single statements of one account, each a transaction of its own in one round trip. */
  forAccount(accountId: number): AccountDb
  /** The directory (who lives where) and tables that belong to no account. Sees no account's rows. */
  readonly directory: Db
  /** Single statements of the recorder, whose batches hold the locations of many accounts. */
  readonly recorder: Db
  begin<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>
  /** Connections in use and callers waiting for one. */
  load(): { open: number; idle: number; waiting: number }
  end(): Promise<void>
}

/** Work that happens wholly or not at all, with the account's rows in view. The inner ctx hides the pool. */
export function inTransaction<C extends { db: Pool }, T>(
  ctx: C,
  accountId: number,
  work: (ctx: Omit<C, 'db'> & { db: AccountDb }) => Promise<T>,
): Promise<T> {
  return ctx.db.begin({ accountId }, (db) => work({ ...ctx, db: db as AccountDb }))
}

/** The same for tables that belong to no account. */
export function inDirectory<C extends { db: Pool }, T>(
  ctx: C,
  work: (ctx: Omit<C, 'db'> & { db: Db }) => Promise<T>,
): Promise<T> {
  return ctx.db.begin('directory', (db) => work({ ...ctx, db }))
}

/** Told once a transaction is over, with a handle on the account's rows as they are then. */
export type Aftermath = (isCommitted: boolean, db: AccountDb) => Promise<void>

const aftermaths = new WeakMap<Db, Aftermath[]>()

/**
 * Inside a transaction of an account: what is to be done once it is over. Whoever asked for the change waits for it, and
 * is not told if it fails. Nothing is done where nobody knows whether it was committed.
 */
export function afterTransaction(db: AccountDb, work: Aftermath): void {
  const works = aftermaths.get(db)
  if (!works) throw new Error('there is no transaction that could end')
  works.push(work)
}

export function createPool(config: Config['db'], log: Log, applicationName = 'rastro'): Pool {
  const pool = new pg.Pool({
    ...wayTo(config.databaseUrl),
    application_name: applicationName,
    max: config.poolSize,
    connectionTimeoutMillis: 3_000,
    statement_timeout: config.statementTimeoutMs,
    // Above the server's own limit, so that the server gives up first and the line stays usable.
    query_timeout: config.statementTimeoutMs + 2_000,
    idle_in_transaction_session_timeout: 30_000,
    lock_timeout: config.statementTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    maxLifetimeSeconds: 1_800,
    // Every statement has an index. A plan made while a table was small is kept, and would read all of it ever after.
    options: '-c enable_seqscan=off -c jit=off',
    idleTimeoutMillis: 60_000,
    types,
    onConnect: (client) => client.query(Statement.prepareScope).then(() => undefined),
  })
  // A client that is checked out has no listener of the pool's: without this one, a dying backend ends our process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'database line lost')),
  )
  pool.on('error', () => {})

  let lastLossAt = Number.NEGATIVE_INFINITY
  const goodAt = new WeakMap<pg.PoolClient, number>()

  /** A line that was last good before another one was lost may be as dead, and would be found out only by waiting. */
  async function connectLine(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if ((goodAt.get(client) ?? Number.POSITIVE_INFINITY) > lastLossAt) return client
      client.release(true)
    }
  }

  async function withLine<T>(work: (line: Line) => Promise<T>): Promise<T> {
    const client = await connectLine()
    const line: Line = { client, loss: undefined }
    try {
      return await work(line)
    } finally {
      if (line.loss) lastLossAt = performance.now()
      else goodAt.set(client, performance.now())
      client.release(line.loss)
    }
  }

  const single = (scope: Scope): Db =>
    asDb((text, values) => withLine((line) => on(line, Statement.run(line.client, text, values, scope))))

  return {
    forAccount: (accountId) => Object.assign(single({ accountId }), { accountId }),
    directory: single('directory'),
    recorder: single('recorder'),
    async begin(scope, work) {
      const works: Aftermath[] = []
      let isCommitted: boolean | undefined = false
      try {
        return await withLine(async (line) => {
          const { client } = line
          await on(line, client.query(`begin; ${Statement.scopeText(scope)}`))
          const db = asDb((text, values) => on(line, Statement.run(client, text, values)))
          aftermaths.set(db, works)
          try {
            const result = await work(typeof scope === 'object' ? Object.assign(db, scope) : db)
            isCommitted = undefined
            const { command } = await on(line, client.query('commit'))
            isCommitted = command === 'COMMIT'
            // PostgreSQL answers the commit of a failed transaction with a quiet rollback.
            if (!isCommitted) throw new Error('a statement failed, and so nothing was committed')
            return result
          } catch (error) {
            const isOver = line.loss || client.getTransactionStatus() === 'I'
            if (!isOver) await on(line, client.query('rollback')).catch(() => {})
            throw error
          }
        })
      } finally {
        if (isCommitted !== undefined && typeof scope === 'object') {
          const db = Object.assign(single(scope), scope)
          for (const after of works) await after(isCommitted, db).catch(() => {})
        }
      }
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  }
}

/**
 * The database that cells share, for a role that sees little and needs no scope. Few lines and short patience: what asks
 * it must go on, or say so, when it is away.
 */
export function createDirectoryPool(url: string, log: Log, applicationName = 'rastro'): OwnLine {
  const patienceMs = 1_500
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: 4,
    connectionTimeoutMillis: patienceMs,
    statement_timeout: patienceMs,
    query_timeout: patienceMs + 500,
    lock_timeout: patienceMs,
    keepAlive: true,
    maxLifetimeSeconds: 1_800,
    idleTimeoutMillis: 60_000,
    types,
  })
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'line to the directory lost')),
  )
  pool.on('error', () => {})
  const db = asDb(async (text, values) => {
    const client = await pool.connect()
    const line: Line = { client, loss: undefined }
    try {
      return await on(line, Statement.run(client, text, values))
    } finally {
      client.release(line.loss)
    }
  })
  return { db, end: () => pool.end() }
}

export interface OwnLine {
  db: Db
  end(): Promise<void>
}

/** One line of a role that no scope holds: the owner's, or that of backups. Its statements take as long as they take. */
export async function openLine(url: string, applicationName: string): Promise<OwnLine> {
  const client = lineTo(url, { application_name: applicationName, types })
  await client.connect()
  return { db: asDb((text, values) => Statement.run(client, text, values)), end: () => client.end() }
}

interface Line {
  client: pg.PoolClient
  /** Why the line must not be used again. */
  loss: Error | undefined
}

/** The server's own refusals leave the line healthy; after any other failure nobody knows what it will answer next. */
async function on<T>(line: Line, running: Promise<T>): Promise<T> {
  try {
    return await running
  } catch (error) {
    if (!isRefusal(error)) line.loss = error as Error
    metrics.dbFailures.inc({ kind: failureOf(error) })
    throw error
  }
}

const canceled = '57014'
function failureOf(error: unknown): 'refused' | 'timeout' | 'lost' {
  if (!isRefusal(error)) return 'lost'
  return error.code === canceled ? 'timeout' : 'refused'
}

/** A unique key was violated; the constraint's name tells which. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  return isRefusal(error) && error.code === '23505' && error.constraint === constraint
}

/**
 * Two transactions changed the same things at the same moment (deadlock, serialization), or one took away what the other
 * points to. Done again, it sees what the other did.
 */
export function isCollision(error: unknown): boolean {
  return isRefusal(error) && ['40P01', '40001', '23503'].includes(error.code ?? '')
}

/** What it points to is not there. */
export function isDangling(error: unknown): boolean {
  return isRefusal(error) && error.code === '23503'
}

/** The database refuses the values themselves, and would do so again: wrong, too large, or against a constraint. */
export function isRefusedForGood(error: unknown): boolean {
  return isRefusal(error) && /^(22|23|54)/.test(error.code ?? '')
}

/** Anything else that the database said: it may say something else next time. */
export function isOfDatabase(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}

/** PostgreSQL has its own list of time zones. */
export function isUnknownZone(error: unknown): boolean {
  return isRefusal(error) && error.code === '22023'
}

/** Whoever refuses to write will do so on this line for ever: another server takes writes now. */
const readsOnly = '25006'
function isRefusal(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && error.code !== readsOnly
}

function asDb(run: (text: string, values: unknown[]) => Promise<Row[]>): Db {
  const db = (pieces: TemplateStringsArray, ...values: unknown[]) => {
    const joined = join(pieces, values)
    return run(joined.text, joined.values)
  }
  return Object.assign(db, { text: (sql: string, values: unknown[] = []) => run(sql, values) }) as Db
}

const int8 = 20
const date = 1082
const types = {
  // Counts and sizes stay below 2^53; a calendar date has no instant, so it stays text.
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8 && format !== 'binary') return Number
    if (oid === date && format !== 'binary') return String
    return pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig
