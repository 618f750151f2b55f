// Puts a backup into an empty database, and then asks that database whether it has all of it.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config.ts'
import { findBreak } from '../../features/audit/audit.api.ts'
import { listAccountNumbers } from '../../features/auth/auth.api.ts'
import { endQueued } from '../../features/commands/after-restore.api.ts'
import type { Pool } from '../../platform/db/db.ts'
import { createPool, openLine } from '../../platform/db/db.ts'
import { findPrimaryUrl } from '../../platform/db/primary.ts'
import { ConflictError, ForbiddenError, InvalidError } from '../../platform/http/errors.ts'
import type { Log } from '../../platform/observability/log.ts'
import { listMigrations } from '../migrate/migrate.ts'
import { compareInventories, takeInventory } from './inventory.ts'
import type { Manifest } from './manifest.ts'
import { dumpDirectory, findDamage, hasSameSecret, readManifest } from './manifest.ts'
import { findTool, listArchive, runTool } from './postgres-tools.ts'
import * as queries from './restore.queries.ts'
import type { Say } from './take.ts'
import { jobsOf, openReader } from './take.ts'

export interface RestoreOptions {
  directory: string
  jobs?: number
  /** Deletes what the database has. */
  replaces: boolean
}

export interface Restored {
  manifest: Manifest
  /** Sentences about what is not as it was; none means that all is. */
  faults: string[]
  /** Migrations that this version has and the backup has not. */
  migrationsBehind: number
  /** Commands that waited in the backup: they may have been sent since, so they are not sent. */
  commandsEnded: number
  seconds: { load: number; verify: number }
}

interface Needs {
  config: Config
  log: Log
}

/** Extensions belong to the superuser: they are there already, and so is what they bring along. */
const ofSuperuser =
  /^\d+; \d+ \d+ (EXTENSION|COMMENT - EXTENSION|TABLE DATA public spatial_ref_sys|(ACL|COMMENT) - SCHEMA public|SCHEMA - public)\b/
const ofSecurity = /^\d+; \d+ \d+ (ROW SECURITY|POLICY) /

export async function restoreBackup(ctx: Needs, options: RestoreOptions, say: Say): Promise<Restored> {
  const { ownerUrl, backupUrl, toolsDir } = ctx.config.db
  const faults: string[] = []
  if (!ownerUrl)
    faults.push('RASTRO_DATABASE_OWNER_URL is not set: what is restored belongs to the owner role')
  if (!backupUrl)
    faults.push('RASTRO_DATABASE_BACKUP_URL is not set: only that role sees whether all is there')
  if (!ownerUrl || !backupUrl) throw new ConfigError(faults)
  const manifest = await readManifest(options.directory)
  const migrationsBehind = await requireFitting(ctx, manifest)
  await requireWhole(options.directory, manifest, say)

  const beganAt = performance.now()
  // Before anything is changed: without it nobody could say whether all is there.
  await (await openReader(backupUrl)).end()
  const postgres = await prepare(ownerUrl, options.replaces)
  const pgRestore = await findTool('pg_restore', toolsDir, postgres)
  await load(pgRestore, await findPrimaryUrl(ownerUrl), options, manifest, say)
  const loadedAt = performance.now()
  const found = await verifyDatabase(ctx, manifest, say)
  const seconds = { load: secondsOf(loadedAt - beganAt), verify: secondsOf(performance.now() - loadedAt) }
  const commandsEnded =
    found.length > 0 ? 0 : await withPool(ctx, (db) => endQueued({ db, now: () => new Date() }))
  return { manifest, faults: found, migrationsBehind, commandsEnded, seconds }
}

async function requireFitting({ config }: Needs, manifest: Manifest): Promise<number> {
  if (!hasSameSecret(manifest, config.access)) {
    throw new ForbiddenError(
      'backup.secret',
      'RASTRO_SECRET is not the one of the backup. Signing keys, webhooks’ secrets and the audit trail are sealed with that one; bring it, then restore.',
    )
  }
  const known = (await listMigrations()).map(({ name }) => name)
  const at = known.indexOf(manifest.migration)
  if (at >= 0) return known.length - 1 - at
  throw new ConflictError(
    'backup.version',
    `The backup was taken by Rastro ${manifest.rastro} with the schema of ${manifest.migration}, which this version does not know. Restore it with that version or a newer one.`,
  )
}

async function requireWhole(directory: string, manifest: Manifest, say: Say): Promise<void> {
  const damage = await findDamage(directory, manifest, (bytes) =>
    say('checking files', bytes, manifest.bytes),
  )
  if (damage.length === 0) return
  throw new InvalidError(
    'backup.damaged',
    `The backup is damaged:\n${damage.map((one) => `  - ${one}`).join('\n')}`,
  )
}

/** Returns the version of the server. */
async function prepare(ownerUrl: string, replaces: boolean): Promise<string> {
  const { db, end } = await openLine(ownerUrl, 'rastro-restore')
  try {
    const target = await queries.findTarget(db)
    const { database, owner, missingExtensions, others } = target
    if (!target.ownsDatabase)
      throw new ForbiddenError('restore.owner', `The database "${database}" does not belong to "${owner}".`)
    if (!target.hasAppRole)
      throw new ConflictError('restore.role', 'There is no role "rastro_app" yet; see docs/backup.md.')
    if (missingExtensions.length > 0) {
      const create = missingExtensions.map((name) => `create extension ${name}`).join('; ')
      throw new ConflictError(
        'restore.extensions',
        `The database lacks extensions. As a superuser: ${create}`,
      )
    }
    if (others.length > 0) {
      throw new ConflictError(
        'restore.in_use',
        `Somebody is connected to "${database}": ${others.join(', ')}. Stop the platform first.`,
      )
    }
    if (target.tables > 0 && !replaces) {
      throw new ConflictError(
        'restore.not_empty',
        `The database "${database}" is not empty. Restore into an empty one, or add --replace to delete all it has.`,
      )
    }
    if (target.tables > 0) await queries.dropEverything(db)
    return target.postgres
  } finally {
    await end()
  }
}

/**
 * Row-level security comes last: it is forced on the owner too, who could not compare a foreign key with rows he does not
 * see. pg_restore with several lines has no such order of its own.
 */
async function load(
  pgRestore: string,
  ownerUrl: string,
  { directory, jobs }: RestoreOptions,
  manifest: Manifest,
  say: Say,
): Promise<void> {
  const archive = join(directory, dumpDirectory)
  const contents = (await listArchive(pgRestore, archive)).filter((line) => !ofSuperuser.test(line))
  const rowsOf = new Map(manifest.tables.map(({ name, rows }) => [name.slice(name.indexOf('.') + 1), rows]))
  const total = manifest.rows + contents.length
  const scratch = await mkdtemp(join(tmpdir(), 'rastro-restore-'))
  const list = join(scratch, 'contents')
  const args = [`--jobs=${jobsOf(jobs)}`, '--no-owner', '--exit-on-error', `--use-list=${list}`, archive]
  let done = 0
  const finished = (kind: string, name: string) => {
    done += 1 + (kind === 'TABLE DATA' ? (rowsOf.get(name) ?? 0) : 0)
    say('restoring rows, indexes and rules', done, total)
  }
  try {
    for (const isLast of [false, true]) {
      await writeFile(list, contents.filter((line) => ofSecurity.test(line) === isLast).join('\n'))
      await runTool({ file: pgRestore, url: ownerUrl, args, finished })
    }
    const { db, end } = await openLine(ownerUrl, 'rastro-restore')
    await queries.analyze(db).finally(end)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Whether the database has what the manifest says, and nothing else. */
export async function verifyDatabase(ctx: Needs, manifest: Manifest, say: Say): Promise<string[]> {
  const { db, end } = await openReader(ctx.config.db.backupUrl!)
  const found = await takeInventory(db, (done, total) => say('verifying tables', done, total)).finally(end)
  return [...compareInventories(manifest, found), ...(await findBrokenTrails(ctx, say))]
}

/** As the application: that it can read them shows that its grants are right. */
function findBrokenTrails(ctx: Needs, say: Say): Promise<string[]> {
  return withPool(ctx, async (db) => {
    const faults: string[] = []
    const accounts = await listAccountNumbers({ db })
    for (const [index, { accountId, account }] of accounts.entries()) {
      const place = await findBreak({ db, config: ctx.config }, db.forAccount(accountId))
      if (place !== undefined) faults.push(`account ${account}: its audit trail is broken at number ${place}`)
      say('verifying audit trails', index + 1, accounts.length)
    }
    return faults
  })
}

async function withPool<T>({ config, log }: Needs, work: (db: Pool) => Promise<T>): Promise<T> {
  const db = createPool(config.db, log, 'rastro-restore')
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

function secondsOf(ms: number): number {
  return Math.round(ms / 100) / 10
}
