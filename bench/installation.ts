// A whole installation for a bench: private services, a migrated database, an account and its devices.

import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Services } from '../scripts/services/services.ts'
import { startServices } from '../scripts/services/services.ts'
import { readConfig } from '../server/src/config/config.ts'
import { createAccount } from '../server/src/features/accounts/account.api.ts'
import { operator } from '../server/src/features/audit/audit.api.ts'
import { createApiKey } from '../server/src/features/auth/api-key.api.ts'
import { hashPassword } from '../server/src/features/auth/password.api.ts'
import { createDevices } from '../server/src/features/devices/device-changes.api.ts'
import { migrate } from '../server/src/operations/migrate/migrate.ts'
import { inTransaction } from '../server/src/platform/db/db.ts'
import type { Caller } from '../server/src/platform/http/caller.ts'
import { createLog } from '../server/src/platform/observability/log.ts'
import type { Dependencies } from '../server/src/roles/dependencies.ts'
import { openDependencies } from '../server/src/roles/dependencies.ts'

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))
const devicesAtOnce = 1_000
/** For profiles: BENCH_NODE_ARGS='--cpu-prof --cpu-prof-dir=/tmp/profiles'. */
const profiling = process.env.BENCH_NODE_ARGS?.split(' ') ?? []

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
  /** Adds devices with the given identifiers. */
  grow(identifiers: (string | null)[]): Promise<void>
}

export interface Installation {
  services: Services
  env: Record<string, string>
  open: Dependencies
  account: FleetAccount
  /** With another log level its address is found by the health check instead of the log. */
  serve(role: string, logLevel?: string, own?: Record<string, string>): Promise<Served>
  remove(): Promise<void>
}

export interface Preparation {
  userName?: string
  /** For browsers; programs sign in with an API key. */
  password?: string
  /** PostgreSQL settings. */
  postgresSettings?: Record<string, string>
  /** Called before the account is created. */
  prepare?(open: Dependencies, env: Record<string, string>, services: Services): Promise<void>
}

export async function install(
  identifiers: (string | null)[],
  settings: Record<string, string> = {},
  { userName = 'fleet@example.com', password, prepare, postgresSettings = {} }: Preparation = {},
): Promise<Installation> {
  const dir = mkdtempSync(join(tmpdir(), 'rastro-bench-'))
  const services = await startServices({ dir, settings: postgresSettings })
  const { postgres, nats } = services
  await postgres.createDatabase('rastro')
  await migrate(postgres.url('owner', 'rastro'), () => {})
  const env: Record<string, string> = {
    RASTRO_DATABASE_URL: postgres.url('app', 'rastro'),
    RASTRO_DATABASE_OWNER_URL: postgres.url('owner', 'rastro'),
    RASTRO_NATS_URL: nats.url,
    RASTRO_NATS_MONITOR_URL: nats.monitorUrl,
    RASTRO_SECRET: 'a secret for benches that is long enough',
    RASTRO_LOG_LEVEL: 'info',
    RASTRO_HTTP_PORT: '0',
    RASTRO_GATEWAY_HOST: '127.0.0.1',
    RASTRO_GATEWAY_PORT: '0',
    // One account stands for many.
    RASTRO_LOCATION_LOG_ACCOUNT_KB_PER_SECOND: '1000000',
    RASTRO_REQUESTS_PER_MINUTE: '100000000',
    RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: '100000000',
    ...settings,
  }
  const open = await openDependencies(readConfig(env), createLog('error'))
  await prepare?.(open, env, services)
  const account = await createFleetAccount(open, identifiers, userName, password)
  return {
    services,
    env,
    open,
    account,
    serve: (role, logLevel, own) => serve({ ...env, ...own }, role, logLevel),
    async remove() {
      await open.close()
      await services.remove()
    },
  }
}

export async function createFleetAccount(
  { ctx }: Dependencies,
  identifiers: (string | null)[],
  userName = 'fleet@example.com',
  password?: string,
): Promise<FleetAccount> {
  const passwordHash = password === undefined ? null : await hashPassword(password)
  const owner = { userName, name: 'Fleet', email: userName, country: 'ES', passwordHash }
  const created = await createAccount(ctx, { name: 'Fleet', timeZone: 'UTC', licenses: 1_000_000, owner })
  const caller: Caller = {
    ...created,
    userId: created.ownerId,
    userName,
    role: 'owner',
    privileges: new Set(),
    scope: { kind: 'all' },
    clientId: 'bench',
    authenticatedAt: new Date(),
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
    createApiKey(tx, { userId: created.ownerId, userName }, { name: 'bench' }, operator),
  )
  return { accountId: created.accountId, userName, apiKey, deviceIds, grow }
}

/** With a quiet log level a process does not log its address, so a port is chosen for it. */
async function serve(env: Record<string, string>, role: string, logLevel?: string): Promise<Served> {
  const port = logLevel ? await freePort() : 0
  // It ends with the bench, however that ends.
  const leash = ['--pdeathsig', 'KILL', process.execPath, ...profiling, main, 'serve', role]
  const child = spawn('setpriv', leash, {
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
    throw new Error(`the ${role} exited before it was ready`)
  })
  const serving = logLevel ? healthy(`http://127.0.0.1:${port}`) : readAddress(child.stdout!)
  const { url, gatewayPort } = await Promise.race([serving, early])
  child.stdout!.resume()
  return { pid: child.pid!, url, gatewayPort, stop }
}

type Where = Pick<Served, 'url' | 'gatewayPort'>

function readAddress(stdout: Readable): Promise<Where> {
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const entry = JSON.parse(line) as { msg: string; level: string; url?: string; gatewayPort?: number }
      if (entry.level === 'error') console.error(line)
      if (entry.msg === 'serving') resolve({ url: entry.url, gatewayPort: entry.gatewayPort })
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
