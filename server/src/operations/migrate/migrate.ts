// Migrates the database to the newest schema: plain SQL files, in order, each atomic.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPgClient } from '../../platform/db/primary.ts'
import { migrateJobs } from '../../platform/jobs/jobs.ts'
import { jobKinds } from '../../roles/job-kinds.ts'
import type { Connection, Migration } from './apply-migration.ts'
import { applyMigration, createPolicies } from './apply-migration.ts'

const ownMigrations = new URL('../../../migrations/', import.meta.url)
/** Advisory lock shared by all migrating processes of a database. */
export const lockKey = 7_252_787
const lockPollMs = 200
const defaultTimeoutMs = 10 * 60_000

/** Migrations of the directory that cells share. */
export const sharedDirectory = new URL('../../../directory/', import.meta.url)

export interface MigrateOptions {
  directory?: URL
  timeoutMs?: number
  /** Also migrates the tables of the job queue. */
  hasJobs?: boolean
}

export interface MigrationPlan {
  pending: string[]
  /** Applied by a newer version. */
  ahead: string[]
}

export class ChangedMigrationError extends Error {
  override name = 'ChangedMigrationError'
  constructor(file: string) {
    super(`${file} was changed after it was applied. Write a new migration instead.`)
  }
}

export async function listMigrations(directory: URL = ownMigrations): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, directory), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Safe to run from any number of processes: one applies the migrations, the others wait and find nothing to do. */
export async function migrate(
  ownerUrl: string,
  report: (message: string) => void,
  { directory, timeoutMs = defaultTimeoutMs, hasJobs = true }: MigrateOptions = {},
): Promise<void> {
  const migrations = await listMigrations(directory)
  await asOwner(ownerUrl, async (connection) => {
    // A session lock: it is released, and the open transaction rolled back, if the process is killed.
    await takeLock(connection)
    await connection.query(`
      create table if not exists schema_migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    // Serving processes check the schema version at start.
    await connection.query('grant select on schema_migrations to rastro_app')
    const pending = await listPending(connection, migrations)
    for (const migration of pending) {
      await applyMigration(connection, migration, { report, timeoutMs })
      report(`applied ${migration.name}`)
    }
    const newest = migrations.at(-1)
    if (newest) await createPolicies(connection, newest, { report, timeoutMs })
    if (hasJobs) await migrateJobs(ownerUrl, jobKinds)
  })
}

/** Asks again and again: a statement that waits for the lock would block `create index concurrently`. */
async function takeLock(connection: Connection): Promise<void> {
  const isTaken = async () => {
    const { rows } = await connection.query('select pg_try_advisory_lock($1) as taken', [lockKey])
    return rows[0]!.taken
  }
  while (!(await isTaken())) await sleep(lockPollMs)
}

/** What `migrate` would do. Changes nothing. */
export async function planMigrations(ownerUrl: string, directory?: URL): Promise<MigrationPlan> {
  const migrations = await listMigrations(directory)
  return asOwner(ownerUrl, async (connection) => {
    const known = new Set(migrations.map(({ name }) => name))
    const pending = await listPending(connection, migrations)
    const ahead = [...(await readApplied(connection)).keys()].filter((name) => !known.has(name))
    return { pending: pending.map(({ name }) => name), ahead: ahead.sort() }
  })
}

async function listPending(connection: Connection, migrations: Migration[]): Promise<Migration[]> {
  const applied = await readApplied(connection)
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed) throw new ChangedMigrationError(changed.name)
  return migrations.filter(({ name }) => !applied.has(name))
}

async function readApplied(connection: Connection): Promise<Map<string, string>> {
  const { rows: tables } = await connection.query(`select to_regclass('schema_migrations') as name`)
  if (!tables[0]?.name) return new Map()
  const { rows } = await connection.query('select name, checksum from schema_migrations')
  return new Map(rows.map(({ name, checksum }) => [String(name), String(checksum)]))
}

async function asOwner<T>(ownerUrl: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const client = createPgClient(ownerUrl, { application_name: 'rastro-migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
