// Access to PostgreSQL. Every statement has a scope: an account, a reseller, the directory or the recorder.

import pg from 'pg'
import type { Config } from '../../config/config.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'
import { planSettings } from './plan-settings.ts'
import { connectionOptionsOf, createPgClient } from './primary.ts'
import { createSlowStatementWatch } from './slow-statements.ts'
import type { Fragment } from './sql.ts'
import { join, joinLiterals } from './sql.ts'
import type { Scope } from './statement.ts'
import { Statement } from './statement.ts'

/** SQL as a tagged template: values become parameters, every text a prepared statement. */
export interface Db {
  <Row extends object>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>
  /** For libraries with their own SQL. */
  text(sql: string, values?: unknown[]): Promise<Row[]>
}
type Row = Record<string, unknown>

/** A handle limited to one account's rows by row-level security. */
export interface AccountDb extends Db {
  readonly accountId: number
  /** Undefined without an archive. */
  readonly history: HistorySource | undefined
}

export interface WantedHistory {
  deviceNumbers: number[]
  /** May be infinite. */
  fromMs: number
  /** Exclusive; may be infinite. */
  toMs: number
  /** The statement skips rows up to this one, which is of the only device. */
  after?: { atMs: number; fingerprint: number } | undefined
  /** The statement reads no more rows of each device, from the beginning of the period or from its end. */
  limit?: number
  isDescending?: boolean
}

/** The part of the history of devices that is not in the database: see history.ts. */
export interface HistorySource {
  /** Whether locations from an instant on can be in the archive. */
  reaches(db: AccountDb, fromMs: number): Promise<boolean>
  /** The archived rows as SQL, and the period that they cover; undefined if there are none. */
  find(db: AccountDb, wanted: WantedHistory): Promise<ArchivedHistory | undefined>
}

export interface ArchivedHistory {
  /** Has the columns of `locations`, in their order. */
  rows: Fragment
  fromMs: number
  /** Inclusive. */
  untilMs: number
}

export interface Pool {
  /** Single statements of one account, each its own transaction in one round trip. */
  forAccount(accountId: number): AccountDb
  /** The directory and tables that belong to no account. Sees no account's rows. */
  readonly directory: Db
  /** Single statements of a reseller: the nodes of the tree from this path down, and no rows of any account. */
  forReseller(resellerPath: string): Db
  /** Single statements of the recorder, whose batches contain locations of many accounts. */
  readonly recorder: Db
  /** The bytes of `copy … to stdout`. Its values are numbers and instants: such a statement takes no parameters. */
  copy(scope: Scope, statement: Fragment): Promise<Buffer>
  begin<T>(scope: Scope, work: (db: Db) => Promise<T>, options?: { isSnapshot?: boolean }): Promise<T>
  /** Connections in use and callers waiting for one. */
  load(): { open: number; idle: number; waiting: number }
  end(): Promise<void>
}

/** Runs work in a transaction of one account. The inner ctx hides the pool. */
export function inTransaction<C extends { db: Pool }, T>(
  ctx: C,
  accountId: number,
  work: (ctx: Omit<C, 'db'> & { db: AccountDb }) => Promise<T>,
): Promise<T> {
  return ctx.db.begin({ accountId }, (db) => work({ ...ctx, db: db as AccountDb }))
}

/** Reads only: all statements see the account's rows as they were at the first one. */
export function inSnapshot<C extends { db: Pool }, T>(
  ctx: C,
  accountId: number,
  work: (ctx: Omit<C, 'db'> & { db: AccountDb }) => Promise<T>,
): Promise<T> {
  return ctx.db.begin({ accountId }, (db) => work({ ...ctx, db: db as AccountDb }), { isSnapshot: true })
}

/** A transaction on tables that belong to no account. */
export function inDirectory<C extends { db: Pool }, T>(
  ctx: C,
  work: (ctx: Omit<C, 'db'> & { db: Db }) => Promise<T>,
): Promise<T> {
  return ctx.db.begin('directory', (db) => work({ ...ctx, db }))
}

/** Runs after a transaction, with a handle on the account's rows as they are then. */
export type AfterTransaction = (isCommitted: boolean, db: AccountDb) => Promise<void>

const afterTransactionHooks = new WeakMap<Db, AfterTransaction[]>()

/**
 * Registers work to run after the current account transaction. The caller of the transaction waits for it and does not
 * see its errors. Skipped when it is unknown whether the transaction committed.
 */
export function afterTransaction(db: AccountDb, work: AfterTransaction): void {
  const hooks = afterTransactionHooks.get(db)
  if (!hooks) throw new Error('not inside a transaction')
  hooks.push(work)
}

const renewPlansEveryMs = 30_000

export function createPool(
  config: Config['db'],
  log: Log,
  applicationName = 'rastro',
  history?: HistorySource,
): Pool {
  const pool = new pg.Pool({
    ...connectionOptionsOf(config.databaseUrl),
    application_name: applicationName,
    max: config.poolSize,
    connectionTimeoutMillis: 3_000,
    statement_timeout: config.statementTimeoutMs,
    // Above the server's own limit, so the server cancels first and the connection stays usable.
    query_timeout: config.statementTimeoutMs + 2_000,
    idle_in_transaction_session_timeout: 30_000,
    lock_timeout: config.statementTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    maxLifetimeSeconds: 1_800,
    options: planSettings,
    idleTimeoutMillis: 60_000,
    types,
    onConnect: (client) => client.query(Statement.prepareScope).then(() => undefined),
  })
  // The pool does not listen on checked-out clients: without this listener, a dying backend ends the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'database connection lost')),
  )
  pool.on('error', () => {})

  const watch = createSlowStatementWatch({
    slowMs: config.slowStatementMs,
    log,
    async withSpareConnection(work) {
      if (pool.idleCount === 0 && pool.totalCount >= config.poolSize) return undefined
      return withConnection(({ client }) => work((text) => client.query(text)))
    },
  })

  let lastLossAt = Number.NEGATIVE_INFINITY
  const goodAt = new WeakMap<pg.PoolClient, number>()

  /** Discards connections last used before another was lost: they may be dead too, and detecting that takes a timeout. */
  async function acquireClient(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if ((goodAt.get(client) ?? Number.POSITIVE_INFINITY) > lastLossAt) return client
      client.release(true)
    }
  }

  const plannedAt = new WeakMap<pg.PoolClient, number>()

  /** Discards plans that were made for the size that tables had then. Those of statements still in use are made again. */
  async function renewPlans(connection: PooledConnection): Promise<void> {
    const { client } = connection
    const now = performance.now()
    const last = plannedAt.get(client)
    if (last !== undefined && now - last < renewPlansEveryMs) return
    plannedAt.set(client, now)
    if (last !== undefined) await track(connection, client.query('discard plans'))
  }

  async function withConnection<T>(work: (connection: PooledConnection) => Promise<T>): Promise<T> {
    const client = await acquireClient()
    const connection: PooledConnection = { client, loss: undefined }
    try {
      await renewPlans(connection)
      return await work(connection)
    } finally {
      if (connection.loss) lastLossAt = performance.now()
      else goodAt.set(client, performance.now())
      client.release(connection.loss)
    }
  }

  const single = (scope: Scope): Db =>
    asDb((text, values) =>
      withConnection((connection) =>
        track(connection, watch(text, Statement.run(connection.client, text, values, scope))),
      ),
    )

  return {
    forAccount: (accountId) => Object.assign(single({ accountId }), { accountId, history }),
    directory: single('directory'),
    forReseller: (resellerPath) => single({ resellerPath }),
    recorder: single('recorder'),
    async copy(scope, statement) {
      const text = joinLiterals(statement)
      return withConnection((connection) => track(connection, Statement.copy(connection.client, text, scope)))
    },
    async begin(scope, work, { isSnapshot = false } = {}) {
      const hooks: AfterTransaction[] = []
      let isCommitted: boolean | undefined = false
      try {
        return await withConnection(async (connection) => {
          const { client } = connection
          const mode = isSnapshot ? ' isolation level repeatable read read only' : ''
          await track(connection, client.query(`begin${mode}; ${Statement.scopeText(scope)}`))
          const db = asDb((text, values) =>
            track(connection, watch(text, Statement.run(client, text, values))),
          )
          afterTransactionHooks.set(db, hooks)
          try {
            const result = await work(typeof scope === 'object' ? Object.assign(db, scope, { history }) : db)
            isCommitted = undefined
            const { command } = await track(connection, client.query('commit'))
            isCommitted = command === 'COMMIT'
            // PostgreSQL answers the commit of a failed transaction with a silent rollback.
            if (!isCommitted) throw new Error('a statement failed, nothing was committed')
            return result
          } catch (error) {
            const isOver = connection.loss || client.getTransactionStatus() === 'I'
            if (!isOver) await track(connection, client.query('rollback')).catch(() => {})
            throw error
          }
        })
      } finally {
        if (isCommitted !== undefined && typeof scope === 'object' && 'accountId' in scope) {
          const db = Object.assign(single(scope), scope, { history })
          for (const after of hooks) await after(isCommitted, db).catch(() => {})
        }
      }
    },
    load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  }
}

export interface DirectoryPool {
  withScope(scope: Scope): Db
  end(): Promise<void>
}

/**
 * The database that cells share, for a role with few rights. Few connections and short timeouts: callers must continue
 * or fail quickly when it is unavailable.
 */
export function createDirectoryPool(url: string, log: Log, applicationName = 'rastro'): DirectoryPool {
  const timeoutMs = 1_500
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max: 4,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + 500,
    lock_timeout: timeoutMs,
    keepAlive: true,
    maxLifetimeSeconds: 1_800,
    idleTimeoutMillis: 60_000,
    types,
    onConnect: (client) => client.query(Statement.prepareScope).then(() => undefined),
  })
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ err: error }, 'directory connection lost')),
  )
  pool.on('error', () => {})
  const withScope = (scope: Scope): Db =>
    asDb(async (text, values) => {
      const client = await pool.connect()
      const connection: PooledConnection = { client, loss: undefined }
      try {
        return await track(connection, Statement.run(client, text, values, scope))
      } finally {
        client.release(connection.loss)
      }
    })
  return { withScope, end: () => pool.end() }
}

export interface DbConnection {
  db: Db
  end(): Promise<void>
}

/** A single connection of a role without scopes: the owner's or that of backups. No statement timeout. */
export async function openConnection(url: string, applicationName: string): Promise<DbConnection> {
  const client = createPgClient(url, { application_name: applicationName, types })
  await client.connect()
  return { db: asDb((text, values) => Statement.run(client, text, values)), end: () => client.end() }
}

interface PooledConnection {
  client: pg.PoolClient
  /** Why the connection must not be reused. */
  loss: Error | undefined
}

/** Errors reported by the server leave the connection healthy; after any other failure its state is unknown. */
async function track<T>(connection: PooledConnection, running: Promise<T>): Promise<T> {
  try {
    return await running
  } catch (error) {
    if (!isRefusal(error)) connection.loss = error as Error
    metrics.dbFailures.inc({ kind: failureOf(error) })
    throw error
  }
}

const canceled = '57014'
function failureOf(error: unknown): 'refused' | 'timeout' | 'lost' {
  if (!isRefusal(error)) return 'lost'
  return error.code === canceled ? 'timeout' : 'refused'
}

/** Violation of a unique constraint. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  return isRefusal(error) && error.code === '23505' && error.constraint === constraint
}

/**
 * A conflict with a concurrent transaction: deadlock, serialization failure, or a referenced row that was deleted.
 * A retry sees the other's changes.
 */
export function isCollision(error: unknown): boolean {
  return isRefusal(error) && ['40P01', '40001', '23503'].includes(error.code ?? '')
}

/** Another transaction holds a lock for longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return isRefusal(error) && error.code === '55P03'
}

/** A referenced row does not exist. */
export function isDangling(error: unknown): boolean {
  return isRefusal(error) && error.code === '23503'
}

/** The database rejects the values themselves (invalid, too large or against a constraint); a retry fails too. */
export function isRefusedForGood(error: unknown): boolean {
  return isRefusal(error) && /^(22|23|54)/.test(error.code ?? '')
}

/** Any error reported by the database; a retry may succeed. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof pg.DatabaseError
}

/** PostgreSQL has its own list of time zones. */
export function isUnknownZone(error: unknown): boolean {
  return isRefusal(error) && error.code === '22023'
}

/** Read-only transaction: the server is no longer the primary, so the connection must not be reused. */
const readOnlyTransaction = '25006'
function isRefusal(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && error.code !== readOnlyTransaction
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
