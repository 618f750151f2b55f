// Finds the primary where a URL names several PostgreSQL servers. The driver supports one server only, so the primary is
// looked up for every new connection. A failover needs no proxy in between.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serversOf } from './database-url.ts'

/** To be spread into the options of a pool. */
export interface ConnectionOptions {
  connectionString: string
  Client: typeof pg.Client
}

interface Primary {
  url: string
  host: string
  port: number
  /** Raised by every promotion. */
  timeline: number
}

/** Together below the connection timeout of a pool. */
const connectTimeoutMs = 1_500
const queryTimeoutMs = 1_000
/** Extra wait after the first primary: one that was promoted later may still respond. */
const settleMs = 200

/** Treated like an unavailable database: SQLSTATE "cannot connect now". */
class NoPrimaryError extends Error {
  override name = 'NoPrimaryError'
  readonly code = '57P03'
}

export function connectionOptionsOf(url: string): ConnectionOptions {
  const servers = serversOf(url)
  const connectionString = servers[0]!
  if (servers.length === 1) return { connectionString, Client: pg.Client }
  return { connectionString, Client: primaryClientOf(createFinder(servers)) }
}

/** A client that is not connected yet. */
export function createPgClient(url: string, options: pg.ClientConfig): pg.Client {
  const { connectionString, Client } = connectionOptionsOf(url)
  const client = new Client({ ...options, connectionString })
  client.on('error', () => {})
  return client
}

/** For programs that must all use the same server. */
export async function findPrimaryUrl(url: string): Promise<string> {
  const servers = serversOf(url)
  return servers.length === 1 ? url : (await findPrimary(servers)).url
}

type Finder = ReturnType<typeof createFinder>

function createFinder(servers: readonly string[]) {
  let known: Primary | undefined
  let searching: Promise<Primary> | undefined

  async function search(): Promise<Primary> {
    try {
      known = await findPrimary(servers)
      return known
    } finally {
      searching = undefined
    }
  }

  return {
    async find(): Promise<Primary> {
      if (known) return known
      searching ??= search()
      return searching
    },
    /** Unless another one was found meanwhile. */
    forget(primary: Primary): void {
      if (known === primary) known = undefined
    },
  }
}

/** Queries all servers at once, so a hanging one causes no delay. Of two primaries, the one promoted last wins. */
async function findPrimary(servers: readonly string[]): Promise<Primary> {
  const found: Primary[] = []
  const errors: string[] = []
  const { promise: anyFound, resolve: markFound } = Promise.withResolvers<void>()
  const queries = servers.map(async (server) => {
    try {
      found.push(await queryServer(server))
      markFound()
    } catch (error) {
      errors.push((error as Error).message)
    }
  })
  await Promise.race([Promise.all(queries), anyFound.then(() => sleep(settleMs))])
  const [newest] = found.sort((one, other) => other.timeline - one.timeline)
  if (newest) return newest
  throw new NoPrimaryError(
    `none of the ${servers.length} database servers accepts writes: ${[...new Set(errors)].sort().join('; ')}`,
  )
}

async function queryServer(url: string): Promise<Primary> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'rastro-finder',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when current_setting('transaction_read_only') = 'off'
         then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`,
    )
    const timeline = rows[0]?.timeline
    if (!timeline) throw new NoPrimaryError(`${client.host}:${client.port} is read-only`)
    return { url, host: client.host, port: client.port, timeline: Number.parseInt(timeline, 16) }
  } finally {
    client.end().catch(() => {})
  }
}

// PostgreSQL reports both when a connection starts (since version 14).
const readOnlyParameters = new Set(['in_hot_standby', 'default_transaction_read_only'])
interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

type ConnectCallback = (error: Error | null, client?: pg.Client) => void

function primaryClientOf(finder: Finder): typeof pg.Client {
  async function connect(client: pg.Client, connectDirectly: () => Promise<unknown>): Promise<pg.Client> {
    const primary = await finder.find()
    // The pool gave up meanwhile; the driver would silently reopen the connection.
    if (client.connection.stream.destroyed) throw new Error('timeout exceeded when trying to connect')
    Object.assign(client, { host: primary.host, port: primary.port })
    let isReadOnly = false
    client.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (readOnlyParameters.has(parameterName)) isReadOnly ||= parameterValue === 'on'
    })
    try {
      await connectDirectly()
      if (!isReadOnly) return client
      client.end().catch(() => {})
      throw new NoPrimaryError(`${primary.host}:${primary.port} was the primary and is now read-only`)
    } catch (error) {
      finder.forget(primary)
      throw error
    }
  }

  class PrimaryClient extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: ConnectCallback): void
    override connect(callback?: ConnectCallback) {
      const connecting = connect(this, () => super.connect())
      if (!callback) return connecting
      connecting.then(
        (client) => callback(null, client),
        (error) => callback(error),
      )
      return undefined
    }
  }
  return PrimaryClient
}
