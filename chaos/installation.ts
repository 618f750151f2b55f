// A whole installation for one experiment: engines and processes of its own, an account, and registered devices.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import pg from 'pg'
import type { Nats } from '../scripts/services/nats.ts'
import { startNats } from '../scripts/services/nats.ts'
import { startNatsCluster } from '../scripts/services/nats-cluster.ts'
import { connectNats } from '../scripts/services/nats-connect.ts'
import { findFreePort } from '../scripts/services/ports.ts'
import type { Postgres } from '../scripts/services/postgres.ts'
import { startPostgres } from '../scripts/services/postgres.ts'
import { makeEnterable } from '../scripts/services/postgres-home.ts'
import { readConfig } from '../server/src/config.ts'
import { createAccount } from '../server/src/features/accounts/account.service.ts'
import { createApiKey } from '../server/src/features/api-keys/api-key.service.ts'
import { operator } from '../server/src/features/audit/audit.service.ts'
import { keepDevices } from '../server/src/features/devices/device-changes.service.ts'
import { createPool, inTransaction } from '../server/src/platform/db.ts'
import { createLog } from '../server/src/platform/log.ts'
import { migrate } from '../server/src/processes/migrate.ts'
import type { RoleProcess } from './role-process.ts'
import { createRoleProcess } from './role-process.ts'

export interface Installation {
  env: Record<string, string>
  postgres: Postgres
  nats: Nats[]
  /** By name: gateway, recorder, recorder-2, api. */
  roles: Map<string, RoleProcess>
  gatewayPort: number
  apiUrl: string
  owner: { userName: string; apiKey: string }
  register(identifiers: readonly string[]): Promise<void>
  /** Another customer. */
  addAccount(userName: string): Promise<AddedAccount>
  /** As superuser. */
  ask<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Messages of the log that nobody has stored yet. */
  pending(): Promise<number>
  isDrained(withinMs: number): Promise<boolean>
  /** What the processes complained about, most frequent first. */
  complaints(): string[]
  crashes(): number
  remove(): Promise<void>
}

export interface AddedAccount {
  userName: string
  apiKey: string
  register(identifiers: readonly string[]): Promise<void>
  /** An API key for one of its users. */
  keyFor(user: { id: string; userName: string }): Promise<string>
}

export interface InstallOptions {
  /** Names and roles of the processes. */
  processes: Record<string, string>
  /** What a process has of its own, by its name. */
  own?: Record<string, Record<string, string>>
  natsNodes?: number
  settings?: Record<string, string>
}

const database = 'rastro'

/** Leaves nothing behind when it fails. */
export async function install(options: InstallOptions): Promise<Installation> {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-chaos-'))
  const undo: (() => Promise<unknown>)[] = [async () => rmSync(dir, { recursive: true, force: true })]
  try {
    return await installIn(dir, options, undo)
  } catch (error) {
    await undoAll(undo)
    throw error
  }
}

async function undoAll(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (const step of undo.toReversed()) await step()
}

async function installIn(
  dir: string,
  { processes, own = {}, natsNodes = 1, settings = {} }: InstallOptions,
  undo: (() => Promise<unknown>)[],
): Promise<Installation> {
  makeEnterable(dir)
  const postgres = await startPostgres({ dir: join(dir, 'postgres'), settings: { shared_buffers: '256MB' } })
  undo.push(postgres.remove)
  const nats =
    natsNodes === 1
      ? [await startNats({ dir: join(dir, 'nats') })]
      : await startNatsCluster({ dir: join(dir, 'nats'), nodes: natsNodes })
  undo.push(() => Promise.all(nats.map((node) => node.remove())))
  await postgres.createDatabase(database)
  await migrate(postgres.url('owner', database), () => {})

  const gatewayPort = await findFreePort()
  const httpPort = await findFreePort([gatewayPort])
  const env: Record<string, string> = {
    RASTRO_DATABASE_URL: postgres.url('app', database),
    RASTRO_DATABASE_OWNER_URL: postgres.url('owner', database),
    RASTRO_DATABASE_BACKUP_URL: postgres.url('backup', database),
    RASTRO_NATS_URL: nats.map(({ url }) => url).join(','),
    RASTRO_NATS_MONITOR_URL: nats[0]!.monitorUrl,
    RASTRO_STREAM_REPLICAS: String(Math.min(nats.length, 3)),
    RASTRO_SECRET: 'a secret of the experiments, long enough to be one',
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: String(gatewayPort),
    RASTRO_HTTP_PORT: String(httpPort),
    // Phones of the experiment all have one address.
    RASTRO_CALLS_PER_MINUTE_OF_ADDRESS: '10000000',
    RASTRO_EVENTS_MAX_MB: '64',
    RASTRO_FRAMES_MAX_MB: '64',
    RASTRO_LOG_MAX_MB: '4096',
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
  const { accountId, userName, apiKey } = await createOwner(env, 'owner@example.com')
  await Promise.all([...roles.values()].map((role) => role.start()))

  const installation: Installation = {
    env,
    postgres,
    nats,
    roles,
    gatewayPort,
    apiUrl: `http://127.0.0.1:${httpPort}`,
    owner: { userName, apiKey },
    register: (identifiers) => register(env, accountId, identifiers),
    async addAccount(userName) {
      const { accountId, apiKey } = await createOwner(env, userName)
      return {
        userName,
        apiKey,
        register: (identifiers) => register(env, accountId, identifiers),
        keyFor: (user) => createKey(env, accountId, user),
      }
    },
    async ask<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
      const client = new pg.Client({ connectionString: postgres.url('superuser', database) })
      client.on('error', () => {})
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
    complaints: () => complaintsOf([...roles.keys()].map((name) => [name, logFileOf(name)])),
    crashes: () => [...roles.values()].reduce((sum, role) => sum + role.crashes(), 0),
    remove: () => undoAll(undo),
  }
  return installation
}

async function asOperator<T>(
  env: Record<string, string>,
  work: (ctx: {
    config: ReturnType<typeof readConfig>
    db: ReturnType<typeof createPool>
    now: () => Date
  }) => Promise<T>,
): Promise<T> {
  const config = readConfig(env)
  const db = createPool(config.db, createLog('error'), 'rastro-chaos')
  try {
    return await work({ config, db, now: () => new Date() })
  } finally {
    await db.end()
  }
}

function createKey(
  env: Record<string, string>,
  accountId: number,
  { id, userName }: { id: string; userName: string },
): Promise<string> {
  return asOperator(env, async (ctx) => {
    const made = await inTransaction(ctx, accountId, (tx) =>
      createApiKey(tx, { userId: id, userName }, 'chaos', operator),
    )
    return made.apiKey
  })
}

function createOwner(env: Record<string, string>, userName: string) {
  return asOperator(env, async (ctx) => {
    const owner = {
      userName,
      name: 'Olga Owner',
      email: userName,
      country: 'ES',
      password: 'not used here at all',
    }
    const account = { name: 'Chaos', timeZone: 'UTC', licenses: 1_000_000, owner }
    const { accountId, ownerId } = await createAccount(ctx, account)
    const { apiKey } = await inTransaction(ctx, accountId, (tx) =>
      createApiKey(tx, { userId: ownerId, userName }, 'chaos', operator),
    )
    return { accountId, userName, apiKey }
  })
}

function register(
  env: Record<string, string>,
  accountId: number,
  identifiers: readonly string[],
): Promise<void> {
  return asOperator(env, async (ctx) => {
    const creator = {
      ...operator,
      role: 'owner' as const,
      privileges: new Set<never>(),
      sees: { kind: 'all' as const },
    }
    const documents = identifiers.map((identifier) => ({ name: `Tracker ${identifier}`, identifier }))
    await inTransaction(ctx, accountId, (tx) => keepDevices(tx, creator, documents))
  })
}

async function countPending(nats: Nats[]): Promise<number> {
  const line = await connectNats(...nats.filter((node) => node.pid()).map(({ url }) => url))
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

function complaintsOf(files: [name: string, file: string][]): string[] {
  const counts = new Map<string, number>()
  for (const [name, file] of files) {
    if (!existsSync(file)) continue
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const complaint = complaintOf(line)
      if (complaint) counts.set(`${name}: ${complaint}`, (counts.get(`${name}: ${complaint}`) ?? 0) + 1)
    }
  }
  return [...counts].sort((left, right) => right[1] - left[1]).map(([text, count]) => `${count} × ${text}`)
}

function complaintOf(line: string): string | undefined {
  if (line.startsWith('---')) return line
  if (!line.startsWith('{')) return line.trim() === '' || line.startsWith('    at ') ? undefined : line
  const { level, msg, err, danger } = JSON.parse(line)
  if (level === 'info' || level === 30 || level === 'debug' || danger) return undefined
  return err ? `${msg} (${err.code ?? ''} ${err.message})` : msg
}
