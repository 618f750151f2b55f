// Takes a backup while the platform runs: one snapshot, counted by us and copied by pg_dump with several lines.

import { mkdir, readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/config.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { Db, OwnLine } from '../../platform/db/db.ts'
import { openLine } from '../../platform/db/db.ts'
import { findPrimaryUrl } from '../../platform/db/primary.ts'
import { ConflictError, ForbiddenError } from '../../platform/http/errors.ts'
import { lockKey } from '../migrate/migrate.ts'
import * as queries from './inventory.queries.ts'
import { takeInventory } from './inventory.ts'
import type { LogMark, Manifest } from './manifest.ts'
import { checkValueOf, dumpDirectory, listFiles, writeManifest } from './manifest.ts'
import { findTool, runTool } from './postgres-tools.ts'

export interface TakeOptions {
  directory: string
  jobs?: number
  /** How long to wait for recorders that are behind. */
  waitSeconds: number
  version: string
}

/** What is being done, and how far it has come. */
export type Say = (step: string, done: number, total: number) => void

const lookAgainAfterMs = 100
/** An eighth larger than by pg_dump’s own choice, in half the time. */
const compression = 1

/** `bus` is undefined where the log is not to be asked. */
export async function takeBackup(
  ctx: { config: Config; bus: Bus | undefined },
  options: TakeOptions,
  say: Say,
): Promise<Manifest> {
  const began = performance.now()
  const { backupUrl: anyUrl, toolsDir } = ctx.config.db
  if (!anyUrl)
    throw new ConfigError([
      'RASTRO_DATABASE_BACKUP_URL is not set: backups are taken by a role of their own, see docs/backup.md',
    ])
  await makeDirectory(options.directory)
  const backupUrl = await findPrimaryUrl(anyUrl)
  const line = await openReader(backupUrl)
  try {
    const log = ctx.bus && (await waitForRecorders(ctx.bus, options.waitSeconds, say))
    await queries.lockSchema(line.db, lockKey)
    const { id: snapshot, at, lsn, postgres, database } = await queries.beginSnapshot(line.db)
    const pgDump = await findTool('pg_dump', toolsDir, postgres)
    const inventory = await takeInventory(line.db, (done, total) => say('counting', done, total))
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
        say('copying rows', copied, inventory.rows)
      },
    })
    await line.db.text('commit')
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
      secretCheck: checkValueOf(ctx.config.access.secret, id),
      ...inventory,
      files,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      seconds: Math.round((performance.now() - began) / 100) / 10,
    }
    await writeManifest(options.directory, manifest)
    return manifest
  } finally {
    await line.end()
  }
}

/** As a role that sees all, and in the forms that digests are made of. */
export async function openReader(backupUrl: string): Promise<OwnLine> {
  const line = await openLine(backupUrl, 'rastro-backup')
  try {
    await requireScope(line.db)
    await queries.setForms(line.db)
    return line
  } catch (error) {
    await line.end()
    throw error
  }
}

/** Row-level security is forced: whoever does not see past it would take an empty backup, and not notice. */
async function requireScope(db: Db): Promise<void> {
  const { role, includesAll, readsAll } = await queries.findReader(db)
  if (includesAll && readsAll) return
  throw new ForbiddenError(
    'backup.role',
    `The role "${role}" of RASTRO_DATABASE_BACKUP_URL does not see all rows, so its backup would lack them. As a superuser: alter role ${role} bypassrls; grant pg_read_all_data to ${role}`,
  )
}

async function makeDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if ((await readdir(directory)).length === 0) return
  throw new ConflictError(
    'backup.directory',
    `"${directory}" is not empty. Each backup has a directory of its own.`,
  )
}

/**
 * What was acknowledged to trackers before the backup began shall be in it, so the recorders must have come that far.
 * The place is read before the snapshot: what it says is stored, is in the snapshot.
 */
async function waitForRecorders(bus: Bus, waitSeconds: number, say: Say): Promise<LogMark> {
  const deadline = performance.now() + waitSeconds * 1_000
  const { lastSequence: goal } = await bus.locations.position()
  for (;;) {
    const { stream, createdAt, lastSequence, doneSequence } = await bus.locations.position()
    const isCaughtUp = doneSequence >= goal
    say('waiting for recorders', Math.min(doneSequence, goal), goal)
    if (isCaughtUp || performance.now() > deadline)
      return { stream, createdAt, lastSequence, storedSequence: doneSequence, isCaughtUp }
    await sleep(lookAgainAfterMs)
  }
}

/** At least two: a single one does not say what it has finished. */
export function jobsOf(wanted: number | undefined): number {
  return Math.max(2, wanted ?? Math.min(8, availableParallelism()))
}
