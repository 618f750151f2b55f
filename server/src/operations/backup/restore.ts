// Puts a backup into an empty database, and then asks that database whether it has all of it.

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
import type { RestoreLists } from './archive.ts'
import { readArchive, writeLists } from './archive.ts'
import { compareInventories, takeInventory } from './inventory.ts'
import type { Manifest } from './manifest.ts'
import { dumpDirectory, findDamage, hasSameSecret, readManifest } from './manifest.ts'
import { findTool, runTool } from './postgres-tools.ts'
import { analyze } from './restore.queries.ts'
import { beforeChange, checkTarget, emptyTarget, requireConnections } from './restore-target.ts'
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

/** What is known once all checks but the last have passed. */
interface Prepared {
  manifest: Manifest
  migrationsBehind: number
  /** Of the one server that takes writes. */
  ownerUrl: string
  pgRestore: string
  /** Of the archive. */
  entries: string[]
}

export async function restoreBackup(ctx: Needs, options: RestoreOptions, say: Say): Promise<Restored> {
  const prepared = await beforeChange(() => prepare(ctx, options, say))
  const { manifest, migrationsBehind, ownerUrl } = prepared
  const lists = await beforeChange(() => writeLists(prepared.entries))
  const beganAt = performance.now()
  try {
    await beforeChange(() => rehearse(prepared, lists, options))
    await emptyTarget(ownerUrl, { manifest, replaces: options.replaces })
    await load(prepared, lists, options, say)
  } finally {
    await lists.remove()
  }
  const loadedAt = performance.now()
  const found = await verifyDatabase(ctx, manifest, say)
  const seconds = { load: secondsOf(loadedAt - beganAt), verify: secondsOf(performance.now() - loadedAt) }
  const commandsEnded =
    found.length > 0 ? 0 : await withPool(ctx, (db) => endQueued({ db, now: () => new Date() }))
  return { manifest, faults: found, migrationsBehind, commandsEnded, seconds }
}

/** Changes nothing. */
async function prepare(ctx: Needs, options: RestoreOptions, say: Say): Promise<Prepared> {
  const { directory, replaces } = options
  const { backupUrl, ownerUrl: anyUrl } = requireUrls(ctx.config)
  const manifest = await readManifest(directory)
  const migrationsBehind = await requireFitting(ctx, manifest)
  await requireWhole(directory, manifest, say)
  // Without it nobody could say afterwards whether all is there.
  await (await openReader(backupUrl)).end()
  const ownerUrl = await findPrimaryUrl(anyUrl)
  const postgres = await checkTarget(ownerUrl, { manifest, replaces })
  await requireConnections(ownerUrl, jobsOf(options.jobs))
  const pgRestore = await findTool('pg_restore', ctx.config.db.toolsDir, postgres)
  const entries = await readArchive(pgRestore, directory, manifest)
  return { manifest, migrationsBehind, ownerUrl, pgRestore, entries }
}

function requireUrls({ db: { ownerUrl, backupUrl } }: Config): { ownerUrl: string; backupUrl: string } {
  const faults: string[] = []
  if (!ownerUrl)
    faults.push('RASTRO_DATABASE_OWNER_URL is not set: what is restored belongs to the owner role')
  if (!backupUrl)
    faults.push('RASTRO_DATABASE_BACKUP_URL is not set: only that role sees whether all is there')
  if (!ownerUrl || !backupUrl) throw new ConfigError(faults)
  return { ownerUrl, backupUrl }
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

/** Connects and sets up its session as in the restore itself, with nothing to restore: so it changes nothing. */
function rehearse(
  { pgRestore, ownerUrl }: Prepared,
  lists: RestoreLists,
  options: RestoreOptions,
): Promise<void> {
  return runTool({ file: pgRestore, url: ownerUrl, args: argsOf(options, lists.none) })
}

async function load(
  { pgRestore, ownerUrl, manifest, entries }: Prepared,
  lists: RestoreLists,
  options: RestoreOptions,
  say: Say,
): Promise<void> {
  const rowsOf = new Map(manifest.tables.map(({ name, rows }) => [name.slice(name.indexOf('.') + 1), rows]))
  const total = manifest.rows + entries.length
  let done = 0
  const finished = (kind: string, name: string) => {
    done += 1 + (kind === 'TABLE DATA' ? (rowsOf.get(name) ?? 0) : 0)
    say('restoring rows, indexes and rules', done, total)
  }
  for (const list of lists.ordered) {
    await runTool({ file: pgRestore, url: ownerUrl, args: argsOf(options, list), finished })
  }
  const { db, end } = await openLine(ownerUrl, 'rastro-restore')
  await analyze(db).finally(end)
}

function argsOf({ directory, jobs }: RestoreOptions, list: string): string[] {
  const archive = join(directory, dumpDirectory)
  return [`--jobs=${jobsOf(jobs)}`, '--no-owner', '--exit-on-error', `--use-list=${list}`, archive]
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
