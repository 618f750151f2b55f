// Brings the database to the newest schema: plain SQL files, in order, each wholly or not at all.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { lineTo } from '../../platform/db/primary.ts'
import { migrateJobs } from '../../platform/jobs/jobs.ts'
import { jobKinds } from '../../roles/job-kinds.ts'
import type { Line, Migration } from './apply-migration.ts'
import { applyMigration } from './apply-migration.ts'

const ours = new URL('../../../migrations/', import.meta.url)
/** Any number that nobody else locks; all migrating processes of a database share it. */
export const lockKey = 7_252_787
const usualPatienceMs = 10 * 60_000

/** Of the database that cells share. */
export const sharedDirectory = new URL('../../../directory/', import.meta.url)

export interface MigrateOptions {
  directory?: URL
  patienceMs?: number
  /** The job queue has its tables there too. */
  hasJobs?: boolean
}

export interface MigrationPlan {
  pending: string[]
  /** Applied by a newer version than this. */
  ahead: string[]
}

export class ChangedMigrationError extends Error {
  override name = 'ChangedMigrationError'
  constructor(file: string) {
    super(`${file} was changed after it was applied. Write a new migration instead.`)
  }
}

export async function listMigrations(directory: URL = ours): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, directory), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Safe to run from any number of processes at once: one works, the others wait and find nothing left to do. */
export async function migrate(
  ownerUrl: string,
  say: (line: string) => void,
  { directory, patienceMs = usualPatienceMs, hasJobs = true }: MigrateOptions = {},
): Promise<void> {
  const migrations = await listMigrations(directory)
  await asOwner(ownerUrl, async (line) => {
    // Held by the session: a killed process frees it, and its unfinished transaction never happened.
    await line.query('select pg_advisory_lock($1)', [lockKey])
    await line.query(`
      create table if not exists schema_migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    // Whoever serves may ask whether the schema is the one it was written for.
    await line.query('grant select on schema_migrations to rastro_app')
    const pending = await listPending(line, migrations)
    for (const migration of pending) {
      await applyMigration(line, migration, { say, patienceMs })
      say(`applied ${migration.name}`)
    }
    if (hasJobs) await migrateJobs(ownerUrl, jobKinds)
  })
}

/** What `migrate` would do. Changes nothing. */
export async function planMigrations(ownerUrl: string, directory?: URL): Promise<MigrationPlan> {
  const migrations = await listMigrations(directory)
  return asOwner(ownerUrl, async (line) => {
    const known = new Set(migrations.map(({ name }) => name))
    const pending = await listPending(line, migrations)
    const ahead = [...(await readApplied(line)).keys()].filter((name) => !known.has(name))
    return { pending: pending.map(({ name }) => name), ahead: ahead.sort() }
  })
}

async function listPending(line: Line, migrations: Migration[]): Promise<Migration[]> {
  const applied = await readApplied(line)
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum)
  if (changed) throw new ChangedMigrationError(changed.name)
  return migrations.filter(({ name }) => !applied.has(name))
}

async function readApplied(line: Line): Promise<Map<string, string>> {
  const { rows: tables } = await line.query(`select to_regclass('schema_migrations') as name`)
  if (!tables[0]?.name) return new Map()
  const { rows } = await line.query('select name, checksum from schema_migrations')
  return new Map(rows.map(({ name, checksum }) => [String(name), String(checksum)]))
}

async function asOwner<T>(ownerUrl: string, work: (line: Line) => Promise<T>): Promise<T> {
  const client = lineTo(ownerUrl, { application_name: 'rastro-migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
