// Archives, drops, rewrites and merges what is due, with a connection of its own: counting a week takes minutes. One process at
// a time: two would discard each other's objects.

import type { Config } from '../../config/config.ts'
import { createPool, openConnection } from '../../platform/db/db.ts'
import type { ObjectStore } from '../../platform/objects/object-store.types.ts'
import type { Log } from '../../platform/observability/log.ts'
import { openArchiveStore } from './archive.api.ts'
import type { ArchiveContext, ArchivedNow } from './archiver.api.ts'
import { archiveDueWeeks } from './archiver.api.ts'
import * as queries from './archiver.queries.ts'
import { openAttempts } from './attempts.ts'
import { endPauses } from './failures.queries.ts'
import type { Merged } from './merge-late.api.ts'
import { mergeLate } from './merge-late.api.ts'
import type { Upkeep } from './upkeep.api.ts'
import { keepArchive } from './upkeep.api.ts'

const statementTimeoutMs = 3_600_000

export interface ArchivingResult extends ArchivedNow, Upkeep, Merged {
  failed: number
  /** Another process archives: nothing was done. */
  isBusy: boolean
}

const nothing: ArchivingResult = {
  ...{
    weeks: 0,
    locations: 0,
    dropped: 0,
    rewritten: 0,
    removed: 0,
    merged: 0,
    mergedLocations: 0,
    failed: 0,
  },
  isBusy: false,
}

/** By hand, what failed lately is tried again at once. */
export interface ArchivingOptions {
  isAtOnce?: boolean
}

export async function archiveNow(
  { db, history }: Pick<Config, 'db' | 'history'>,
  log: Log,
  now: () => Date,
  { isAtOnce = false }: ArchivingOptions = {},
): Promise<ArchivingResult> {
  const store = await openArchiveStore(history)
  if (!store) return nothing
  // It ends with the process, however that ends.
  const lock = await openConnection(db.databaseUrl, 'rastro archive lock')
  try {
    if (!(await queries.tryLock(lock.db))) return { ...nothing, isBusy: true }
    return await archiveAll(db, store, { log, now, history, isAtOnce })
  } finally {
    await lock.end()
  }
}

async function archiveAll(
  db: Config['db'],
  store: ObjectStore,
  { isAtOnce, ...options }: Omit<ArchiveContext, 'db'> & Required<ArchivingOptions>,
): Promise<ArchivingResult> {
  const pool = createPool({ ...db, poolSize: 1, statementTimeoutMs }, options.log, 'rastro archive')
  try {
    const ctx = { ...options, db: pool }
    if (isAtOnce) await endPauses(pool.recorder, ctx.now())
    const attempts = await openAttempts(ctx)
    const kept = await keepArchive(ctx, store, attempts)
    const merged = await mergeLate(ctx, store, attempts)
    const archived = await archiveDueWeeks(ctx, store, attempts)
    return { ...kept, ...merged, ...archived, failed: attempts.failed(), isBusy: false }
  } finally {
    await pool.end()
  }
}
