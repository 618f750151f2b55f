// Takes a backup while the platform runs: one snapshot, counted here and copied by pg_dump over several connections.

import { mkdir, readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { Db, DbConnection } from '../../platform/db/db.ts'
import { openConnection } from '../../platform/db/db.ts'
import { findPrimaryUrl } from '../../platform/db/primary.ts'
import { ConflictError, ForbiddenError } from '../../platform/http/errors.ts'
import { lockKey } from '../migrate/migrate.ts'
import * as queries from './inventory.queries.ts'
import { takeInventory } from './inventory.ts'
import type { LogCheckpoint, Manifest } from './manifest.ts'
import { dumpDirectory, listFiles, secretCheckOf, writeManifest } from './manifest.ts'
import { findTool, runTool } from './postgres-tools.ts'

export interface TakeOptions {
  directory: string
  jobs?: number
  /** How long to wait for lagging recorders. */
  waitSeconds: number
  version: string
}

/** Reports the current step and its progress. */
export type OnProgress = (step: string, done: number, total: number) => void

const pollEveryMs = 100
/** An eighth larger than with pg_dump's default level, in half the time. */
const compression = 1

/** Without `bus`, the log is not queried. */
export async function takeBackup(
  ctx: { config: Config; bus: Bus | undefined },
  options: TakeOptions,
  onProgress: OnProgress,
): Promise<Manifest> {
  const startedAt = performance.now()
  const { backupUrl: anyUrl, toolsDir } = ctx.config.db
  if (!anyUrl)
    throw new ConfigError([
      'RASTRO_DATABASE_BACKUP_URL is not set: backups need a separate role, see docs/backup.md',
    ])
  await makeDirectory(options.directory)
  const backupUrl = await findPrimaryUrl(anyUrl)
  const connection = await openReader(backupUrl)
  try {
    const log = ctx.bus && (await waitForRecorders(ctx.bus, options.waitSeconds, onProgress))
    await queries.lockSchema(connection.db, lockKey)
    const { id: snapshot, at, lsn, postgres, database } = await queries.beginSnapshot(connection.db)
    const pgDump = await findTool('pg_dump', toolsDir, postgres)
    const inventory = await takeInventory(connection.db, (done, total) => onProgress('counting', done, total))
    const rowsOf = new Map(
      inventory.tables.map(({ name, rows }) => [name.slice(name.indexOf('.') + 1), rows]),
    )
    let copied = 0
    await runTool({
      file: pgDump,
      url: backupUrl,
      args: [
        `--snapshot=${snapshot}`,
        '--format=directory',
        `--file=${join(options.directory, dumpDirectory)}`,
        `--jobs=${jobsOf(options.jobs)}`,
        `--compress=${compression}`,
        '--lock-wait-timeout=60s',
        '--schema=public',
        '--schema=pgboss',
      ],
      finished(_, name) {
        copied += rowsOf.get(name) ?? 0
        onProgress('copying rows', copied, inventory.rows)
      },
    })
    await connection.db.text('commit')
    const files = await listFiles(options.directory)
    const id = newId('bak')
    const manifest: Manifest = {
      format: 1,
      id,
      takenAt: at.toISOString(),
      rastro: options.version,
      postgres,
      database,
      lsn,
      ...(log && { log }),
      secretCheck: secretCheckOf(ctx.config.access.secret, id),
      ...inventory,
      files,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    }
    await writeManifest(options.directory, manifest)
    return manifest
  } finally {
    await connection.end()
  }
}

/** Connects as a role that sees all rows, with the formats that digests are computed from. */
export async function openReader(backupUrl: string): Promise<DbConnection> {
  const connection = await openConnection(backupUrl, 'rastro-backup')
  try {
    await requireScope(connection.db)
    await queries.setFormats(connection.db)
    return connection
  } catch (error) {
    await connection.end()
    throw error
  }
}

/** Row-level security is forced: a role that does not bypass it would take an empty backup unnoticed. */
async function requireScope(db: Db): Promise<void> {
  const { role, includesAll, readsAll } = await queries.findReader(db)
  if (includesAll && readsAll) return
  throw new ForbiddenError(
    'backup.role',
    `The role "${role}" of RASTRO_DATABASE_BACKUP_URL does not see all rows, so its backup would be incomplete. As a superuser: alter role ${role} bypassrls; grant pg_read_all_data to ${role}`,
  )
}

async function makeDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if ((await readdir(directory)).length === 0) return
  throw new ConflictError(
    'backup.directory',
    `"${directory}" is not empty. Each backup needs its own directory.`,
  )
}

/**
 * Everything acknowledged to trackers before the backup began must be in it, so the recorders must have stored it.
 * The position is read before the snapshot, so everything up to it is in the snapshot.
 */
async function waitForRecorders(
  bus: Bus,
  waitSeconds: number,
  onProgress: OnProgress,
): Promise<LogCheckpoint> {
  const deadline = performance.now() + waitSeconds * 1_000
  const { lastSequence: goal } = await bus.locations.state()
  for (;;) {
    const { stream, createdAt, lastSequence, doneSequence } = await bus.locations.state()
    const isCaughtUp = doneSequence >= goal
    onProgress('waiting for recorders', Math.min(doneSequence, goal), goal)
    if (isCaughtUp || performance.now() > deadline)
      return { stream, createdAt, lastSequence, storedSequence: doneSequence, isCaughtUp }
    await sleep(pollEveryMs)
  }
}

/** At least two, because with a single job the tools do not report finished items. */
export function jobsOf(wanted: number | undefined): number {
  return Math.max(2, wanted ?? Math.min(8, availableParallelism()))
}
