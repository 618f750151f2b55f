// The way to the one PostgreSQL server that takes writes, where an address names several. The driver knows one server only:
// here it is told which, each time it opens a line. So a failover needs nothing between us and the servers.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serversOf } from './database-url.ts'

/** To be spread into the options of a pool. */
export interface Way {
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

/** Both together stay below what a pool waits for a line. */
const connectWithinMs = 1_500
const answerWithinMs = 1_000
/** After one has said that it takes writes: one that was promoted later may be about to say so too. */
const othersWithinMs = 200

/** For whoever asks, the database is away: SQLSTATE "cannot connect now". */
class NoPrimaryError extends Error {
  override name = 'NoPrimaryError'
  readonly code = '57P03'
}

export function wayTo(url: string): Way {
  const servers = serversOf(url)
  const connectionString = servers[0]!
  if (servers.length === 1) return { connectionString, Client: pg.Client }
  return { connectionString, Client: clientOf(createFinder(servers)) }
}

/** A line that is not yet connected. */
export function lineTo(url: string, options: pg.ClientConfig): pg.Client {
  const { connectionString, Client } = wayTo(url)
  const client = new Client({ ...options, connectionString })
  client.on('error', () => {})
  return client
}

/** For programs that must all talk to the same server. */
export async function findPrimaryUrl(url: string): Promise<string> {
  const servers = serversOf(url)
  return servers.length === 1 ? url : (await findPrimary(servers)).url
}

type Finder = ReturnType<typeof createFinder>

function createFinder(servers: readonly string[]) {
  let known: Primary | undefined
  let looking: Promise<Primary> | undefined

  async function look(): Promise<Primary> {
    try {
      known = await findPrimary(servers)
      return known
    } finally {
      looking = undefined
    }
  }

  return {
    async find(): Promise<Primary> {
      if (known) return known
      looking ??= look()
      return looking
    },
    /** Unless somebody found another one meanwhile. */
    forget(primary: Primary): void {
      if (known === primary) known = undefined
    },
  }
}

/** All are asked at once: one that hangs delays nobody. Of two, the one that was promoted last. */
async function findPrimary(servers: readonly string[]): Promise<Primary> {
  const found: Primary[] = []
  const said: string[] = []
  const { promise: someone, resolve: hear } = Promise.withResolvers<void>()
  const asked = servers.map(async (server) => {
    try {
      found.push(await askServer(server))
      hear()
    } catch (error) {
      said.push((error as Error).message)
    }
  })
  await Promise.race([Promise.all(asked), someone.then(() => sleep(othersWithinMs))])
  const [newest] = found.sort((one, other) => other.timeline - one.timeline)
  if (newest) return newest
  throw new NoPrimaryError(
    `none of the ${servers.length} database servers takes writes: ${[...new Set(said)].sort().join('; ')}`,
  )
}

async function askServer(url: string): Promise<Primary> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'rastro-finder',
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when current_setting('transaction_read_only') = 'off'
         then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`,
    )
    const timeline = rows[0]?.timeline
    if (!timeline) throw new NoPrimaryError(`${client.host}:${client.port} only reads`)
    return { url, host: client.host, port: client.port, timeline: Number.parseInt(timeline, 16) }
  } finally {
    client.end().catch(() => {})
  }
}

// PostgreSQL says both of itself at the start of a line (since 14).
const marksOfReaders = new Set(['in_hot_standby', 'default_transaction_read_only'])
interface ParameterStatus {
  parameterName: string
  parameterValue: string
}

type WhenConnected = (error: Error | null, client?: pg.Client) => void

function clientOf(finder: Finder): typeof pg.Client {
  async function connect(client: pg.Client, connectAsUsual: () => Promise<unknown>): Promise<pg.Client> {
    const primary = await finder.find()
    // The pool gave up while we looked; the driver would quietly open the line again.
    if (client.connection.stream.destroyed) throw new Error('timeout exceeded when trying to connect')
    Object.assign(client, { host: primary.host, port: primary.port })
    let onlyReads = false
    client.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (marksOfReaders.has(parameterName)) onlyReads ||= parameterValue === 'on'
    })
    try {
      await connectAsUsual()
      if (!onlyReads) return client
      client.end().catch(() => {})
      throw new NoPrimaryError(`${primary.host}:${primary.port} took writes, and only reads now`)
    } catch (error) {
      finder.forget(primary)
      throw error
    }
  }

  class ClientOfPrimary extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: WhenConnected): void
    override connect(callback?: WhenConnected) {
      const connecting = connect(this, () => super.connect())
      if (!callback) return connecting
      return void connecting.then(
        (client) => callback(null, client),
        (error) => callback(error),
      )
    }
  }
  return ClientOfPrimary
}
