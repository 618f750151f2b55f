// Jobs with retries in the same PostgreSQL: a job is committed with the change that causes it.

import type { JobResult, PgBoss, QueueOptions } from 'pg-boss'
import type { Db } from '../db/db.ts'
import { connectionOptionsOf } from '../db/primary.ts'
import { isUnavailable } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'
import { metrics } from '../observability/metrics.ts'

/** With what it depends on, it takes some 10 MB, and several roles never send a job. */
const loadLibrary = () => import('pg-boss')

export interface JobKind<T extends object> {
  readonly name: string
  readonly options: QueueOptions
  /** Jobs one process fetches at a time. */
  readonly batchSize?: number
  /** Five cron fields in UTC: the job is scheduled once over all processes. */
  readonly cron?: string
  readonly payload?: T
}

/** Another worker takes over the job of a killed one: the missing heartbeat is noticed within 30 s. */
const heartbeatSeconds = 30
/** A connection that went silent would block its queue forever. */
const timeouts = { query_timeout: 15_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

export function defineJob<T extends object>(
  name: string,
  { cron, batchSize = 1, ...options }: QueueOptions & { cron?: string; batchSize?: number } = {},
): JobKind<T> {
  return {
    name,
    batchSize,
    options: { heartbeatSeconds, retryLimit: 5, retryBackoff: true, ...options },
    ...(cron && { cron }),
  }
}

export interface Jobs {
  /** Within a transaction's `db`, the job exists if and only if the transaction commits. */
  send<T extends object>(db: Db, kind: JobKind<T>, payload: T): Promise<void>
  work<T extends object>(kind: JobKind<T>, work: (payload: T) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Run by the owner role: creates tables, functions and queues. The application role only uses them. */
export async function migrateJobs(ownerUrl: string, kinds: JobKind<object>[]): Promise<void> {
  const { PgBoss } = await loadLibrary()
  const boss = new PgBoss({ ...connectionOptionsOf(ownerUrl), schedule: false, supervise: false, max: 2 })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const kind of kinds) {
      if (await boss.getQueue(kind.name)) await boss.updateQueue(kind.name, kind.options)
      else await boss.createQueue(kind.name, kind.options)
      if (kind.cron) await boss.schedule(kind.name, kind.cron)
    }
    const db = boss.getDb()
    await db.executeSql('grant usage on schema pgboss to rastro_app')
    await db.executeSql('grant select, insert, update, delete on all tables in schema pgboss to rastro_app')
    await db.executeSql('grant execute on all functions in schema pgboss to rastro_app')
  } finally {
    await boss.stop({ graceful: false })
  }
}

export interface JobOptions {
  works: boolean
  /** Whether the process is ready to send at once. */
  sends?: boolean
  monitorIntervalSeconds?: number
}

/** A process that only sends jobs starts without the database; it is needed when a job is sent. */
export async function startJobs(
  databaseUrl: string,
  log: Log,
  { works, sends = true, monitorIntervalSeconds = 20 }: JobOptions,
): Promise<Jobs> {
  let started: Promise<PgBoss> | undefined

  async function start(): Promise<PgBoss> {
    const { PgBoss } = await loadLibrary()
    const boss = new PgBoss({
      ...connectionOptionsOf(databaseUrl),
      application_name: 'rastro-jobs',
      max: works ? 4 : 1,
      migrate: false,
      createSchema: false,
      supervise: works,
      schedule: works,
      monitorIntervalSeconds,
      // This timer checks only queues that were not monitored during the interval above.
      superviseIntervalSeconds: Math.ceil(monitorIntervalSeconds / 2),
      connectionTimeoutMillis: 3_000,
      ...timeouts,
    })
    boss.on('error', (error) => log.warn({ err: error }, 'jobs: the database did not respond'))
    try {
      await boss.start()
      return boss
    } catch (error) {
      started = undefined
      await boss.stop({ graceful: false }).catch(() => {})
      throw error
    }
  }
  function get(): Promise<PgBoss> {
    started ??= start()
    return started
  }

  if (works || sends) {
    await get().catch((error) => {
      if (works || !isUnavailable(error)) throw error
    })
  }
  return {
    async send(db, kind, payload) {
      await (await get()).send(kind.name, payload, {
        db: { executeSql: async (text, values) => ({ rows: await db.text(text, values) }) },
      })
    },
    async work<T extends object>(kind: JobKind<T>, work: (payload: T) => Promise<void>) {
      const options = { batchSize: kind.batchSize ?? 1, burstWhenBatchFull: true, pollingIntervalSeconds: 1 }
      await (await get()).work<T>(kind.name, { ...options, perJobResults: true }, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }): Promise<JobResult> => {
            try {
              await work(data)
              metrics.jobsDone.inc({ queue: kind.name, outcome: 'completed' })
              return { id, status: 'completed' }
            } catch (error) {
              metrics.jobsDone.inc({ queue: kind.name, outcome: 'failed' })
              return { id, status: 'failed', output: { message: (error as Error).message } }
            }
          }),
        ),
      )
    },
    async stop() {
      const boss = await started?.catch(() => undefined)
      await boss?.stop({ graceful: true, timeout: 20_000 })
    },
  }
}
