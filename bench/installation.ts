// A whole installation for a bench: engines of its own, a migrated database, an account and its devices.

import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Engines } from '../scripts/services/engines.ts'
import { startEngines } from '../scripts/services/engines.ts'
import { readConfig } from '../server/src/config/config.ts'
import { createAccount } from '../server/src/features/accounts/account.api.ts'
import { operator } from '../server/src/features/audit/audit.api.ts'
import { createApiKey } from '../server/src/features/auth/api-key.api.ts'
import { createDevices } from '../server/src/features/devices/device-changes.api.ts'
import { migrate } from '../server/src/operations/migrate/migrate.ts'
import { inTransaction } from '../server/src/platform/db/db.ts'
import type { Caller } from '../server/src/platform/http/caller.ts'
import { createLog } from '../server/src/platform/observability/log.ts'
import type { Engines as OpenEngines } from '../server/src/roles/dependencies.ts'
import { openEngines } from '../server/src/roles/dependencies.ts'

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const devicesAtOnce = 1_000

export interface Served {
  pid: number
  url: string | undefined
  gatewayPort: number | undefined
  stop(): Promise<void>
}

export interface FleetAccount {
  accountId: number
  userName: string
  apiKey: string
  deviceIds: string[]
  /** More devices, of which the identifiers are given. */
  grow(identifiers: (string | null)[]): Promise<void>
}

export interface Installation {
  engines: Engines
  env: Record<string, string>
  open: OpenEngines
  account: FleetAccount
  /** Under another log level it says where it serves all the same. */
  serve(role: string, logLevel?: string): Promise<Served>
  remove(): Promise<void>
}

export interface Preparation {
  userName?: string
  /** Settings of PostgreSQL. */
  ofPostgres?: Record<string, string>
  /** Before there is an account. */
  prepare?(open: OpenEngines, env: Record<string, string>, engines: Engines): Promise<void>
}

export async function install(
  identifiers: (string | null)[],
  settings: Record<string, string> = {},
  { userName = 'fleet@example.com', prepare, ofPostgres = {} }: Preparation = {},
): Promise<Installation> {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-bench-'))
  const engines = await startEngines({ dir, settings: ofPostgres })
  const { postgres, nats } = engines
  await postgres.createDatabase('rastro')
  await migrate(postgres.url('owner', 'rastro'), () => {})
  const env: Record<string, string> = {
    RASTRO_DATABASE_URL: postgres.url('app', 'rastro'),
    RASTRO_DATABASE_OWNER_URL: postgres.url('owner', 'rastro'),
    RASTRO_NATS_URL: nats.url,
    RASTRO_NATS_MONITOR_URL: nats.monitorUrl,
    RASTRO_SECRET: 'a secret of the bench, long enough to be one',
    RASTRO_LOG_LEVEL: 'info',
    RASTRO_HTTP_PORT: '0',
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    RASTRO_CALLS_PER_MINUTE: '100000000',
    RASTRO_CALLS_PER_MINUTE_OF_ADDRESS: '100000000',
    ...settings,
  }
  const open = await openEngines(readConfig(env), createLog('error'))
  await prepare?.(open, env, engines)
  const account = await createFleetAccount(open, identifiers, userName)
  return {
    engines,
    env,
    open,
    account,
    serve: (role, logLevel) => serve(env, role, logLevel),
    async remove() {
      await open.close()
      await engines.remove()
    },
  }
}

export async function createFleetAccount(
  { ctx }: OpenEngines,
  identifiers: (string | null)[],
  userName = 'fleet@example.com',
): Promise<FleetAccount> {
  const owner = { userName, name: 'Fleet', email: userName, country: 'ES', password: 'not used by any bench' }
  const created = await createAccount(ctx, { name: 'Fleet', timeZone: 'UTC', licenses: 1_000_000, owner })
  const caller: Caller = {
    ...created,
    userId: created.ownerId,
    userName,
    role: 'owner',
    privileges: new Set(),
    scope: { kind: 'all' },
    clientId: 'bench',
    provedAt: new Date(),
    requestId: 'bench',
  }
  const deviceIds: string[] = []
  async function grow(more: (string | null)[]): Promise<void> {
    for (let from = 0; from < more.length; from += devicesAtOnce) {
      const documents = more
        .slice(from, from + devicesAtOnce)
        .map((identifier, index) => ({ name: `Truck ${deviceIds.length + index}`, identifier }))
      deviceIds.push(
        ...(await inTransaction(ctx, created.accountId, (tx) => createDevices(tx, caller, documents))),
      )
    }
  }
  await grow(identifiers)
  const { apiKey } = await inTransaction(ctx, created.accountId, (tx) =>
    createApiKey(tx, { userId: created.ownerId, userName }, 'bench', operator),
  )
  return { accountId: created.accountId, userName, apiKey, deviceIds, grow }
}

/** Quiet processes do not say where they serve, so a port is chosen for them. */
async function serve(env: Record<string, string>, role: string, logLevel?: string): Promise<Served> {
  const port = logLevel ? await freePort() : 0
  const child = spawn(process.execPath, [main, 'serve', role], {
    env: {
      ...process.env,
      ...env,
      ...(logLevel && { RASTRO_LOG_LEVEL: logLevel, RASTRO_HTTP_PORT: String(port) }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const early = exited.then(() => {
    throw new Error(`the ${role} ended before it served`)
  })
  const serving = logLevel ? healthy(`http://127.0.0.1:${port}`) : said(child.stdout!)
  const { url, gatewayPort } = await Promise.race([serving, early])
  child.stdout!.resume()
  return { pid: child.pid!, url, gatewayPort, stop }
}

type Where = Pick<Served, 'url' | 'gatewayPort'>

function said(stdout: Readable): Promise<Where> {
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const said = JSON.parse(line) as { msg: string; level: string; url?: string; gatewayPort?: number }
      if (said.level === 'error') console.error(line)
      if (said.msg === 'serving') resolve({ url: said.url, gatewayPort: said.gatewayPort })
    })
  })
}

async function healthy(url: string): Promise<Where> {
  for (;;) {
    const isUp = await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
    if (isUp) return { url, gatewayPort: undefined }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

export async function getToken(
  api: Served,
  { account }: { account: Pick<Installation['account'], 'userName' | 'apiKey'> },
): Promise<string> {
  const { userName, apiKey } = account
  const response = await fetch(`${api.url}/api/Auth/Token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, apiKey }),
  })
  return ((await response.json()) as { token: string }).token
}
