// Archives, drops and rewrites what is due, with a connection of its own: counting a week takes minutes.

import type { Config } from '../../config/config.ts'
import { createPool } from '../../platform/db/db.ts'
import type { Log } from '../../platform/observability/log.ts'
import { openArchiveStore } from './archive.api.ts'
import type { ArchivedNow } from './archiver.api.ts'
import { archiveDueWeeks } from './archiver.api.ts'
import { openAttempts } from './attempts.ts'
import { endPauses } from './failures.queries.ts'
import type { Upkeep } from './upkeep.api.ts'
import { keepArchive } from './upkeep.api.ts'

const statementTimeoutMs = 3_600_000

export type ArchivingResult = ArchivedNow & Upkeep & { failed: number }

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
  if (!store) return { weeks: 0, locations: 0, dropped: 0, rewritten: 0, removed: 0, failed: 0 }
  const pool = createPool({ ...db, poolSize: 1, statementTimeoutMs }, log, 'rastro archive')
  try {
    const ctx = { db: pool, log, now, history }
    if (isAtOnce) await endPauses(pool.recorder, now())
    const attempts = await openAttempts(ctx)
    const kept = await keepArchive(ctx, store, attempts)
    const archived = await archiveDueWeeks(ctx, store, attempts)
    return { ...kept, ...archived, failed: attempts.failed() }
  } finally {
    await pool.end()
  }
}
