// The system under test of one test file: its own database, real services, the API in process, and test data.

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import type { Config } from '../src/config/config.ts'
import { readConfig } from '../src/config/config.ts'
import type { Context } from '../src/platform/context.ts'
import { randomText } from '../src/platform/crypto/ids.ts'
import type { App } from '../src/platform/http/server.ts'
import { createHealth } from '../src/platform/observability/health.ts'
import { createLog } from '../src/platform/observability/log.ts'
import { createApi } from '../src/roles/api.ts'
import { openDependencies } from '../src/roles/dependencies.ts'
import { requireDescribed } from './described.ts'
import type { Make } from './make.ts'
import { createMake } from './make.ts'
import { requireGoodPlans } from './plans/statements.ts'
import { templateDatabase } from './services.setup.ts'

export interface World {
  ctx: Context
  app: App
  make: Make
  /** Controls ctx.now(): the real time plus an offset, or a fixed instant. */
  clock: {
    offsetMs: number
    set(instant: string | Date): void
    hold(instant: string | Date): void
    release(): void
  }
  env: Record<string, string>
  /** Bypasses row-level security. */
  superuser: pg.Client
  /** Calls the API in process. */
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  close(): Promise<void>
}

export interface CallOptions {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}
export interface Called {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response.
  body: any
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

export const testSettings = {
  RASTRO_SECRET: 'a secret of the tests, long enough to be accepted',
  RASTRO_LOG_LEVEL: 'error',
  RASTRO_HTTP_PORT: '0',
  RASTRO_EVENT_LOG_MAX_MB: '16',
  RASTRO_LOCATION_LOG_MAX_MB: '16',
  RASTRO_FRAME_LOG_MAX_MB: '16',
  // Nothing listens there; tests of e-mail open a mailbox.
  RASTRO_SMTP_URL: 'smtp://127.0.0.1:9',
  // Webhook receivers of tests are on this machine.
  RASTRO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  // Tests of rate limits set their own.
  RASTRO_REQUESTS_PER_MINUTE: '1000000',
  RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: '1000000',
  RASTRO_AUTH_FAILURES_PER_NAME: '100000',
  RASTRO_AUTH_FAILURES_PER_ADDRESS: '100000',
  RASTRO_AUTH_FAILURES_PER_MINUTE: '1000000',
  RASTRO_IDENTIFIER_CHANGES_PER_DAY: '1000000',
  // Tests that move the clock do not want to enrol.
  RASTRO_SECOND_FACTOR_GRACE_DAYS: '3650',
  // Tests of spending caps set their own.
  RASTRO_ACCOUNT_EMAILS_PER_DAY: '1000000',
  RASTRO_ACCOUNT_SMS_PER_DAY: '1000000',
}

/** Jobs are queued but not processed, unless `worksOnJobs` is set. */
export async function openWorld(
  settings: Record<string, string> = {},
  { worksOnJobs = false, logTo }: { worksOnJobs?: boolean; logTo?: { write(line: string): void } } = {},
): Promise<World> {
  const { env, database, superuser } = await createTestDatabase(settings)
  const config = readConfig(env)
  const offset: { ms: number; held?: Date | undefined } = { ms: 0 }
  const now = () => new Date(offset.held ?? Date.now() + offset.ms)
  const { ctx, close } = await openDependencies(config, createLog(config.log.level, logTo), {
    now,
    worksOnJobs,
  })
  const watching = await ctx.sites.watch()
  const app = await createApi(
    ctx,
    createHealth(ctx, () => false),
  )
  await app.ready()
  return {
    ctx,
    app,
    env,
    superuser,
    make: createMake(ctx, app),
    clock: {
      get offsetMs() {
        return offset.ms
      },
      set offsetMs(ms: number) {
        offset.ms = ms
      },
      set: (instant) => {
        offset.ms = new Date(instant).getTime() - Date.now()
      },
      hold: (instant) => {
        offset.held = new Date(instant)
      },
      release: () => {
        offset.held = undefined
        offset.ms = 0
      },
    },
    call: (method, path, options) => callApp(app, method, path, options),
    async close() {
      await app.close()
      watching.stop()
      await close()
      await dropDatabase(superuser, database)
      await requireGoodPlans()
    },
  }
}

export async function createTestDatabase(settings: Record<string, string> = {}) {
  const engines = inject('services')
  const database = `test_${randomText(12).toLowerCase()}`
  const at = (url: string, name = database) => url.replace('DATABASE', name)
  const admin = new pg.Client({ connectionString: at(engines.superuserUrl, 'postgres') })
  await admin.connect()
  // Compressing the WAL of the copy costs more than writing it.
  await admin.query('set wal_compression = off')
  await admin.query(`create database ${database} template ${templateDatabase} owner rastro_owner`)
  await admin.end()
  const superuser = new pg.Client({ connectionString: at(engines.superuserUrl) })
  await superuser.connect()
  const env = {
    RASTRO_DATABASE_URL: at(engines.appUrl),
    RASTRO_DATABASE_OWNER_URL: at(engines.ownerUrl),
    RASTRO_DATABASE_BACKUP_URL: at(engines.backupUrl),
    RASTRO_DATABASE_ERASER_URL: at(engines.eraserUrl),
    RASTRO_EXPORT_DIR: join(tmpdir(), `rastro-exports-${database}`),
    RASTRO_MAP_DIR: join(tmpdir(), `rastro-maps-${database}`),
    RASTRO_NATS_URL: engines.natsUrl,
    RASTRO_NATS_MONITOR_URL: engines.monitorUrl,
    RASTRO_BUS_NAMESPACE: database,
    ...testSettings,
    ...settings,
  }
  return { env, database, superuser }
}

export async function dropDatabase(superuser: pg.Client, database: string): Promise<void> {
  await superuser.end()
  const { superuserUrl } = inject('services')
  const admin = new pg.Client({ connectionString: superuserUrl.replace('DATABASE', 'postgres') })
  await admin.connect()
  await admin.query(`drop database ${database} with (force)`)
  await admin.end()
}

export async function callApp(
  app: App,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Called> {
  const { token, body, headers } = options
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
  })
  requireDescribed(method, path, { status: answer.statusCode, headers: answer.headers })
  const text = decoded(answer.rawPayload, answer.headers['content-encoding']).toString()
  return { status: answer.statusCode, body: parse(text), headers: answer.headers, text }
}

function decoded(payload: Buffer, encoding: unknown): Buffer {
  if (encoding === 'gzip') return gunzipSync(payload)
  return encoding === 'br' ? brotliDecompressSync(payload) : payload
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export type { Config }
