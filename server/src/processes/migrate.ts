// Brings the database to the newest schema: plain SQL files, in order, each wholly or not at all.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { migrateJobs } from '../platform/jobs.ts'
import { jobKinds } from './job-kinds.ts'

const directory = new URL('../../migrations/', import.meta.url)
/** Any number that nobody else locks; all migrating processes of a database share it. */
const lockKey = 7_252_787

export interface Migration {
  name: string
  sql: string
  checksum: string
}

export class ChangedMigrationError extends Error {
  override name = 'ChangedMigrationError'
  constructor(file: string) {
    super(`${file} was changed after it was applied. Write a new migration instead.`)
  }
}

export async function listMigrations(): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, directory), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Safe to run from any number of processes at once: one works, the others wait and find nothing left to do. */
export async function migrate(ownerUrl: string, say: (line: string) => void): Promise<void> {
  const migrations = await listMigrations()
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'rastro-migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    // Held by the session: a killed process frees it, and its unfinished transaction never happened.
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(`
      create table if not exists schema_migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    // Whoever serves may ask whether the schema is the one it was written for.
    await client.query('grant select on schema_migrations to rastro_app')
    const applied = new Map<string, string>()
    for (const row of (await client.query('select name, checksum from schema_migrations')).rows) {
      applied.set(row.name, row.checksum)
    }
    for (const { name, sql, checksum } of migrations) {
      const before = applied.get(name)
      if (before === checksum) continue
      if (before) throw new ChangedMigrationError(name)
      await client.query('begin')
      await client.query(sql)
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
      say(`applied ${name}`)
    }
    await migrateJobs(ownerUrl, jobKinds)
  } finally {
    await client.end()
  }
}
