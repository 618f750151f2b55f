// Checks and empties the database that a backup is restored into.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../platform/db/db.ts'
import { openConnection } from '../../platform/db/db.ts'
import { CallerError, ConflictError, ForbiddenError } from '../../platform/http/errors.ts'
import type { Manifest } from './manifest.ts'
import type { Target } from './restore.queries.ts'
import * as queries from './restore.queries.ts'

export interface Wanted {
  manifest: Manifest
  /** Whether existing data may be deleted. */
  replaces: boolean
}

/** PostgreSQL lists our own closed connections for a moment longer. */
const othersTimeoutMs = 2_000
const pollEveryMs = 100

/** For all work before the first change: every error adds that nothing was deleted. */
export async function beforeChange<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CallerError) error.message += '\nThe database was not changed.'
    throw error
  }
}

/** Changes nothing. Returns the version of the server. */
export async function checkTarget(ownerUrl: string, wanted: Wanted): Promise<string> {
  const { db, end } = await openConnection(ownerUrl, 'rastro-restore')
  return requireTarget(db, wanted)
    .then(({ postgres }) => postgres)
    .finally(end)
}

/** pg_restore opens one connection for each job while its first one is still being closed. */
export async function requireConnections(ownerUrl: string, jobs: number): Promise<void> {
  const count = jobs + 1
  const opened = await Promise.allSettled(
    Array.from({ length: count }, () => openConnection(ownerUrl, 'rastro-restore')),
  )
  await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.end() : undefined)))
  const failed = opened.find((one) => one.status === 'rejected')
  if (!failed) return
  throw new ConflictError(
    'restore.connections',
    `The restore needs ${count} connections to the database, and they cannot all be opened: ${failed.reason.message}. Raise the limit, or use fewer with --jobs.`,
  )
}

/** In one transaction, committed only if the backup can be restored afterwards. */
export async function emptyTarget(ownerUrl: string, wanted: Wanted): Promise<void> {
  const { db, end } = await openConnection(ownerUrl, 'rastro-restore')
  try {
    await beforeChange(async () => {
      // Checked again, because it may have changed during the other checks.
      const { tables } = await requireTarget(db, wanted)
      await db.text('begin')
      if (tables.length === 0) return
      await queries.dropEverything(db)
      requireRestorable(await queries.findTarget(db))
    })
    await db.text('commit')
  } finally {
    await end()
  }
}

async function requireTarget(db: Db, { manifest, replaces }: Wanted): Promise<Target> {
  const target = await findIdleTarget(db)
  const { database, owner, missingExtensions, others } = target
  if (!target.ownsDatabase)
    throw new ForbiddenError('restore.owner', `The database "${database}" does not belong to "${owner}".`)
  if (!target.hasAppRole)
    throw new ConflictError('restore.role', 'The role "rastro_app" does not exist; see docs/backup.md.')
  if (!target.hasEraserRole)
    throw new ConflictError('restore.role', 'The role "rastro_eraser" does not exist; see docs/backup.md.')
  if (missingExtensions.length > 0) {
    const create = missingExtensions.map((name) => `create extension ${name}`).join('; ')
    throw new ConflictError(
      'restore.extensions',
      `Extensions are missing in the database. As a superuser: ${create}`,
    )
  }
  if (!target.mayCreate) {
    throw new ForbiddenError(
      'restore.schema',
      `"${owner}" may not create tables in the schema "public". As a superuser: grant create on schema public to ${owner}`,
    )
  }
  requireVersion(target, manifest)
  if (others.length > 0) {
    throw new ConflictError(
      'restore.in_use',
      `Other connections to "${database}" are open: ${others.join(', ')}. Stop the platform first.`,
    )
  }
  if (target.tables.length > 0 && !replaces) {
    throw new ConflictError(
      'restore.not_empty',
      `The database "${database}" is not empty. Restore into an empty one, or add --replace to delete its data.`,
    )
  }
  return target
}

async function findIdleTarget(db: Db): Promise<Target> {
  const deadline = performance.now() + othersTimeoutMs
  for (;;) {
    const target = await queries.findTarget(db)
    if (target.others.length === 0 || performance.now() > deadline) return target
    await sleep(pollEveryMs)
  }
}

/** An archive of a newer server may contain statements that an older one does not support. */
function requireVersion(target: Target, manifest: Manifest): void {
  const wanted = Number.parseInt(manifest.postgres, 10)
  if (Number.parseInt(target.postgres, 10) >= wanted) return
  throw new ConflictError(
    'restore.postgres',
    `The backup is of PostgreSQL ${manifest.postgres}, but the server is the older version ${target.postgres}. Restore it into PostgreSQL ${wanted} or newer.`,
  )
}

/** Whether the backup can be restored after everything owned by the owner is deleted. */
function requireRestorable({ database, owner, tables, missingExtensions, mayCreate }: Target): void {
  const obstacles = [
    ...(tables.length > 0 ? [`${tables.join(', ')} would remain, because "${owner}" does not own it`] : []),
    ...(missingExtensions.length > 0
      ? [`the extensions ${missingExtensions.join(', ')} would be deleted too, with what "${owner}" owns`]
      : []),
    ...(mayCreate ? [] : [`"${owner}" could not create tables in the schema "public" afterwards`]),
  ]
  if (obstacles.length === 0) return
  throw new ConflictError(
    'restore.replace',
    `--replace cannot empty the database "${database}":\n${obstacles.map((one) => `  - ${one}`).join('\n')}\nRestore into a new database without --replace; see docs/backup.md.`,
  )
}
