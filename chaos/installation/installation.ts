// A whole installation for one experiment: private services and processes, an account, and registered devices.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import type pg from 'pg'
import type { Nats } from '../../scripts/services/nats.ts'
import { startNats } from '../../scripts/services/nats.ts'
import { startNatsCluster } from '../../scripts/services/nats-cluster.ts'
import { connectNats } from '../../scripts/services/nats-connect.ts'
import { findFreePort } from '../../scripts/services/ports.ts'
import type { Postgres } from '../../scripts/services/postgres.ts'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { makeEnterable } from '../../scripts/services/postgres-home.ts'
import { migrate, sharedDirectory } from '../../server/src/operations/migrate/migrate.ts'
import { createPgClient } from '../../server/src/platform/db/primary.ts'
import { createKey, createOwner, joinOthers, register } from './operator.ts'
import type { RoleProcess } from './role-process.ts'
import { createRoleProcess } from './role-process.ts'
import { makeScratch } from './scratch.ts'
import { warningsOf } from './warnings.ts'

/** What an installation needs of its database, whether it is one server or several. */
export type Database = Pick<Postgres, 'url' | 'createDatabase' | 'remove'>

export interface Installation<P extends Database = Postgres> {
  env: Record<string, string>
  postgres: P
  nats: Nats[]
  /** By name: gateway, recorder, recorder-2, api. */
  roles: Map<string, RoleProcess>
  gatewayPort: number
  apiUrl: string
  /** Trackers over HTTP report to the gateway, as behind the proxy of deploy/; without a gateway, to the API. */
  ingestUrl: string
  owner: { userName: string; apiKey: string }
  /** The owner's account. */
  accountId: number
  register(identifiers: readonly string[]): Promise<void>
  /** Adds another customer. */
  addAccount(userName: string): Promise<AddedAccount>
  /** Runs a query as superuser. */
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Messages of the log that are not stored yet. */
  pending(): Promise<number>
  isDrained(withinMs: number): Promise<boolean>
  /** Warnings and errors of the processes, most frequent first. */
  warnings(): string[]
  crashes(): number
  remove(): Promise<void>
}

export interface AddedAccount {
  accountId: number
  userName: string
  apiKey: string
  register(identifiers: readonly string[]): Promise<void>
  /** Creates an API key for a user. */
  keyFor(user: { id: string; userName: string }): Promise<string>
}

export interface InstallOptions {
  /** Names and roles of the processes. */
  processes: Record<string, string>
  /** Extra settings by process name. */
  own?: Record<string, Record<string, string>>
  natsNodes?: number
  /** The directory of the single NATS server, by default inside the installation's. */
  natsDir?: string
  settings?: Record<string, string>
  /** One of several cells that share a directory. */
  cell?: { number: number; directory: Directory }
  /** Unique over all cells. */
  userName?: string
}

/** The database that cells share. */
export interface Directory {
  appUrl: string
  ownerUrl: string
  remove(): Promise<void>
}

/** For cells that are installed afterwards. */
export async function installDirectory(): Promise<Directory> {
  const scratch = makeScratch('rastro-chaos')
  makeEnterable(scratch.dir)
  const postgres = await startPostgres({
    dir: join(scratch.dir, 'directory'),
    settings: { shared_buffers: '16MB' },
  })
  const remove = () => postgres.remove().finally(scratch.remove)
  try {
    await postgres.createDatabase('directory')
    const ownerUrl = postgres.url('owner', 'directory')
    await migrate(ownerUrl, () => {}, { directory: sharedDirectory, hasJobs: false })
    return { appUrl: postgres.url('app', 'directory'), ownerUrl, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

type StartDatabase<P extends Database> = (dir: string) => Promise<P>

const database = 'rastro'

const startOne: StartDatabase<Postgres> = (dir) =>
  startPostgres({ dir, settings: { shared_buffers: '256MB' } })

export function install(options: InstallOptions): Promise<Installation> {
  return installOn(startOne, options)
}

/** Cleans up if it fails. */
export async function installOn<P extends Database>(
  startDatabase: StartDatabase<P>,
  options: InstallOptions,
): Promise<Installation<P>> {
  const scratch = makeScratch('rastro-chaos')
  const undo: (() => Promise<unknown>)[] = [async () => scratch.remove()]
  try {
    return await installIn(scratch.dir, startDatabase, options, undo)
  } catch (error) {
    await undoAll(undo)
    throw error
  }
}

async function undoAll(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of undo.toReversed()) await step()
}

async function installIn<P extends Database>(
  dir: string,
  startDatabase: StartDatabase<P>,
  {
    processes,
    own = {},
    natsNodes = 1,
    natsDir = join(dir, 'nats'),
    settings = {},
    cell,
    userName: ownerName = 'owner@example.com',
  }: InstallOptions,
  undo: (() => Promise<unknown>)[],
): Promise<Installation<P>> {
  makeEnterable(dir)
  const postgres = await startDatabase(join(dir, 'postgres'))
  undo.push(postgres.remove)
  const nats =
    natsNodes === 1
      ? [await startNats({ dir: natsDir })]
      : await startNatsCluster({ dir: natsDir, nodes: natsNodes })
  undo.push(() => Promise.all(nats.map((node) => node.remove())))
  await postgres.createDatabase(database)
  await migrate(postgres.url('owner', database), () => {})

  const gatewayPort = await findFreePort()
  const httpPort = await findFreePort([gatewayPort])
  const ingestPort = await findFreePort([gatewayPort, httpPort])
  const env: Record<string, string> = {
    RASTRO_DATABASE_URL: postgres.url('app', database),
    RASTRO_DATABASE_OWNER_URL: postgres.url('owner', database),
    RASTRO_DATABASE_BACKUP_URL: postgres.url('backup', database),
    RASTRO_DATABASE_ERASER_URL: postgres.url('eraser', database),
    RASTRO_EXPORT_DIR: join(dir, 'exports'),
    RASTRO_NATS_URL: nats.map(({ url }) => url).join(','),
    RASTRO_NATS_MONITOR_URL: nats[0]!.monitorUrl,
    RASTRO_STREAM_REPLICAS: String(Math.min(nats.length, 3)),
    RASTRO_SECRET: 'a secret for experiments that is long enough',
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: String(gatewayPort),
    RASTRO_GATEWAY_HTTP_PORT: String(ingestPort),
    RASTRO_HTTP_PORT: String(httpPort),
    // All phones of the experiment share one address.
    RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: '10000000',
    RASTRO_EVENT_LOG_MAX_MB: '64',
    RASTRO_FRAME_LOG_MAX_MB: '64',
    RASTRO_LOCATION_LOG_MAX_MB: '4096',
    ...(cell && {
      RASTRO_CELL_NUMBER: String(cell.number),
      RASTRO_DIRECTORY_URL: cell.directory.appUrl,
      RASTRO_DIRECTORY_OWNER_URL: cell.directory.ownerUrl,
      RASTRO_CELL_API_URL: `http://127.0.0.1:${httpPort}`,
      RASTRO_CELL_GATEWAY_HOST: '127.0.0.1',
    }),
    ...settings,
  }

  const logs = join(dir, 'logs')
  mkdirSync(logs)
  const logFileOf = (name: string) => join(logs, `${name}.log`)
  const roles = new Map(
    Object.entries(processes).map(([name, role]) => [
      name,
      createRoleProcess(name, role, { ...env, ...own[name] }, logFileOf(name)),
    ]),
  )
  undo.push(() => Promise.all([...roles.values()].map((role) => role.kill())))
  if (cell) await joinOthers(env)
  const { accountId, userName, apiKey } = await createOwner(env, ownerName)
  await Promise.all([...roles.values()].map((role) => role.start()))

  const installation: Installation<P> = {
    env,
    postgres,
    nats,
    roles,
    gatewayPort,
    apiUrl: `http://127.0.0.1:${httpPort}`,
    ingestUrl: `http://127.0.0.1:${roles.has('gateway') ? ingestPort : httpPort}/ingest`,
    owner: { userName, apiKey },
    accountId,
    register: (identifiers) => register(env, accountId, identifiers),
    async addAccount(userName) {
      const { accountId, apiKey } = await createOwner(env, userName)
      return {
        accountId,
        userName,
        apiKey,
        register: (identifiers) => register(env, accountId, identifiers),
        keyFor: (user) => createKey(env, accountId, user),
      }
    },
    async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
      const client = createPgClient(postgres.url('superuser', database), {})
      await client.connect()
      try {
        return (await client.query<Row>(sql, values)).rows
      } finally {
        await client.end()
      }
    },
    pending: () => countPending(nats),
    async isDrained(withinMs) {
      const deadline = performance.now() + withinMs
      // Twice, because a message can be between two counters.
      for (let zeros = 0; zeros < 2; ) {
        if (performance.now() > deadline) return false
        zeros = (await installation.pending()) === 0 ? zeros + 1 : 0
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
      return true
    },
    warnings: () => warningsOf([...roles.keys()].map((name) => [name, logFileOf(name)])),
    crashes: () => [...roles.values()].reduce((sum, role) => sum + role.crashes(), 0),
    remove: () => undoAll(undo),
  }
  return installation
}

async function countPending(nats: Nats[]): Promise<number> {
  const here = nats.filter((node) => node.pid())
  // None runs here if another machine has taken over their addresses.
  const line = await connectNats(...(here.length > 0 ? here : nats).map(({ url }) => url))
  try {
    const manager = await jetstreamManager(line)
    let pending = 0
    for await (const info of manager.consumers.list('rastro-LOCATIONS')) {
      pending += info.num_pending + info.num_ack_pending
    }
    return pending
  } finally {
    await line.close()
  }
}
