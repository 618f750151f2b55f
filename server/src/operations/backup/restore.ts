// Restores a backup into an empty database and verifies that it is complete.

import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config.ts'
import { findBreak } from '../../features/audit/audit.api.ts'
import { listAccountNumbers } from '../../features/auth/auth.api.ts'
import { endQueued } from '../../features/commands/after-restore.api.ts'
import { eraseRisen } from '../../features/erasure/erase-again.api.ts'
import type { Tombstone } from '../../features/erasure/erasure.types.ts'
import { publishTombstones, readTombstones, recordTombstones } from '../../features/erasure/tombstone.api.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Cells } from '../../platform/cells/cells.ts'
import type { Pool } from '../../platform/db/db.ts'
import { createPool, openConnection } from '../../platform/db/db.ts'
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
import type { OnProgress } from './take.ts'
import { jobsOf, openReader } from './take.ts'

export interface RestoreOptions {
  directory: string
  jobs?: number
  /** Deletes existing data first. */
  replaces: boolean
}

export interface Restored {
  manifest: Manifest
  /** Differences from the backup; empty if everything was restored. */
  faults: string[]
  /** Migrations that are newer than the backup. */
  migrationsBehind: number
  /** Commands queued in the backup. They may have been sent since, so they are not sent again. */
  commandsEnded: number
  /** Accounts that were erased after the backup, and are erased again. Undefined: to be done after the migration. */
  erasedAgain: number | undefined
  seconds: { load: number; verify: number }
}

interface Needs {
  config: Config
  log: Log
  /** Without it, the tombstones in NATS are unknown; processes check them when they start. */
  bus?: Bus | undefined
  cells?: Cells | undefined
}

/** The result of all checks but the last. */
interface Prepared {
  manifest: Manifest
  migrationsBehind: number
  /** The URL of the primary server. */
  ownerUrl: string
  pgRestore: string
  /** Entries of the archive. */
  entries: string[]
}

export async function restoreBackup(
  ctx: Needs,
  options: RestoreOptions,
  onProgress: OnProgress,
): Promise<Restored> {
  const prepared = await beforeChange(() => prepare(ctx, options, onProgress))
  const { manifest, migrationsBehind, ownerUrl } = prepared
  const tombstones = await beforeChange(() => keepTombstones(ctx, prepared, options))
  const lists = await beforeChange(() => writeLists(prepared.entries))
  const startedAt = performance.now()
  try {
    await beforeChange(() => rehearse(prepared, lists, options))
    await emptyTarget(ownerUrl, { manifest, replaces: options.replaces })
    await load(prepared, lists, options, onProgress)
  } finally {
    await lists.remove()
  }
  const loadedAt = performance.now()
  const found = await verifyDatabase(ctx, manifest, onProgress)
  const seconds = { load: secondsOf(loadedAt - startedAt), verify: secondsOf(performance.now() - loadedAt) }
  const commandsEnded =
    found.length > 0 ? 0 : await withPool(ctx, (db) => endQueued({ db, now: () => new Date() }))
  if (migrationsBehind === 0 && tombstones.length > 0) await recordTombstones(ownerUrl, tombstones)
  const erasedAgain =
    found.length > 0 || migrationsBehind > 0 ? undefined : await eraseAgain(ctx, ownerUrl, onProgress)
  return { manifest, faults: found, migrationsBehind, commandsEnded, erasedAgain, seconds }
}

/** Those of the database that is replaced: it may know of erasures that the backup does not. */
async function keepTombstones(
  { bus }: Needs,
  { ownerUrl, migrationsBehind }: Prepared,
  { replaces }: RestoreOptions,
): Promise<Tombstone[]> {
  const tombstones = replaces ? await readTombstones(ownerUrl) : []
  if (bus) await publishTombstones(bus, tombstones)
  if (tombstones.length === 0 || bus || migrationsBehind === 0) return tombstones
  throw new ConflictError(
    'restore.tombstones',
    `The database knows of ${tombstones.length} erased accounts, and the backup has an older schema. They are erased again after the migration, from the list in NATS, which does not respond. Start NATS first.`,
  )
}

function eraseAgain(
  { config, log, bus, cells }: Needs,
  ownerUrl: string,
  onProgress: OnProgress,
): Promise<number> {
  const now = () => new Date()
  return withPool({ config, log }, (db) =>
    eraseRisen({ config, log, db, now, bus, cells }, ownerUrl, (done, total) =>
      onProgress('erasing accounts again', done, total),
    ),
  )
}

/** Changes nothing. */
async function prepare(ctx: Needs, options: RestoreOptions, onProgress: OnProgress): Promise<Prepared> {
  const { directory, replaces } = options
  const { backupUrl, ownerUrl: anyUrl } = requireUrls(ctx.config)
  const manifest = await readManifest(directory)
  const migrationsBehind = await requireCompatible(ctx, manifest)
  await requireIntact(directory, manifest, onProgress)
  // Needed for the verification afterwards.
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
  if (!ownerUrl) faults.push('RASTRO_DATABASE_OWNER_URL is not set: the owner role owns the restored tables')
  if (!backupUrl)
    faults.push('RASTRO_DATABASE_BACKUP_URL is not set: only that role can verify the restored rows')
  if (!ownerUrl || !backupUrl) throw new ConfigError(faults)
  return { ownerUrl, backupUrl }
}

async function requireCompatible({ config }: Needs, manifest: Manifest): Promise<number> {
  if (!hasSameSecret(manifest, config.access)) {
    throw new ForbiddenError(
      'backup.secret',
      'RASTRO_SECRET differs from that of the backup. Signing keys, webhook secrets and the audit log depend on it. Set the secret of the backup and restore again.',
    )
  }
  const known = (await listMigrations()).map(({ name }) => name)
  const at = known.indexOf(manifest.migration)
  if (at >= 0) return known.length - 1 - at
  throw new ConflictError(
    'backup.version',
    `The backup was taken by Rastro ${manifest.rastro} with the schema ${manifest.migration}, which this version does not know. Restore it with that version or a newer one.`,
  )
}

async function requireIntact(directory: string, manifest: Manifest, onProgress: OnProgress): Promise<void> {
  const damage = await findDamage(directory, manifest, (bytes) =>
    onProgress('checking files', bytes, manifest.bytes),
  )
  if (damage.length === 0) return
  throw new InvalidError(
    'backup.damaged',
    `The backup is damaged:\n${damage.map((one) => `  - ${one}`).join('\n')}`,
  )
}

/** Runs pg_restore with the real arguments and an empty list, so that it connects but changes nothing. */
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
  onProgress: OnProgress,
): Promise<void> {
  const rowsOf = new Map(manifest.tables.map(({ name, rows }) => [name.slice(name.indexOf('.') + 1), rows]))
  const total = manifest.rows + entries.length
  let done = 0
  const finished = (kind: string, name: string) => {
    done += 1 + (kind === 'TABLE DATA' ? (rowsOf.get(name) ?? 0) : 0)
    onProgress('restoring rows, indexes and policies', done, total)
  }
  for (const list of lists.ordered) {
    await runTool({ file: pgRestore, url: ownerUrl, args: argsOf(options, list), finished })
  }
  const { db, end } = await openConnection(ownerUrl, 'rastro-restore')
  await analyze(db).finally(end)
}

function argsOf({ directory, jobs }: RestoreOptions, list: string): string[] {
  const archive = join(directory, dumpDirectory)
  return [`--jobs=${jobsOf(jobs)}`, '--no-owner', '--exit-on-error', `--use-list=${list}`, archive]
}

/** Compares the database with the manifest. */
export async function verifyDatabase(
  ctx: Needs,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<string[]> {
  const { db, end } = await openReader(ctx.config.db.backupUrl!)
  const found = await takeInventory(db, (done, total) => onProgress('verifying tables', done, total)).finally(
    end,
  )
  return [...compareInventories(manifest, found), ...(await findBrokenAuditLogs(ctx, onProgress))]
}

/** Runs as the application role, which also verifies its grants. */
function findBrokenAuditLogs(ctx: Needs, onProgress: OnProgress): Promise<string[]> {
  return withPool(ctx, async (db) => {
    const faults: string[] = []
    const accounts = await listAccountNumbers({ db })
    for (const [index, { accountId, account }] of accounts.entries()) {
      const number = await findBreak({ db, config: ctx.config }, db.forAccount(accountId))
      if (number !== undefined) faults.push(`account ${account}: its audit log is broken at number ${number}`)
      onProgress('verifying audit logs', index + 1, accounts.length)
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
