// Failed steps of the archive, and when each is tried again.

import type { Db } from '../../platform/db/db.ts'

export type ArchiveStep = 'archive' | 'drop' | 'rewrite' | 'merge' | 'remove'

export interface ArchiveFailure {
  step: ArchiveStep
  /** The key of an object, or the folder of a week. */
  subject: string
  failures: number
  failedSince: Date
  failedAt: Date
  retryAt: Date
  reason: string
}

/** Doubles the pause with each failure of the subject. */
export async function noteFailure(
  db: Db,
  { step, subject, reason }: Pick<ArchiveFailure, 'step' | 'subject' | 'reason'>,
  at: Date,
  { firstPauseS, maxPauseS }: { firstPauseS: number; maxPauseS: number },
): Promise<void> {
  await db`
    insert into archive_failures as f (step, subject, failures, failed_since, failed_at, retry_at, reason)
    values (${step}, ${subject}, 1, ${at}, ${at}, ${at}::timestamptz + make_interval(secs => ${firstPauseS}), ${reason})
    on conflict (step, subject) do update set failures = f.failures + 1, failed_at = excluded.failed_at,
      reason = excluded.reason, retry_at = excluded.failed_at
        + make_interval(secs => least(${firstPauseS} * 2 ^ least(f.failures, 20), ${maxPauseS}))`
}

export async function endFailure(db: Db, step: ArchiveStep, subject: string): Promise<void> {
  await db`delete from archive_failures where step = ${step} and subject = ${subject}`
}

/** What is still wanted is tried, and fails again, within hours. */
export async function forgetFailuresBefore(db: Db, at: Date): Promise<void> {
  await db`delete from archive_failures where failed_at < ${at}`
}

export async function endPauses(db: Db, at: Date): Promise<void> {
  await db`update archive_failures set retry_at = ${at} where retry_at > ${at}`
}

export async function isWaiting(db: Db, step: ArchiveStep, subject: string, at: Date): Promise<boolean> {
  const rows = await db`
    select from archive_failures where step = ${step} and subject = ${subject} and retry_at > ${at}`
  return rows.length > 0
}

export function listFailures(db: Db, limit: number): Promise<ArchiveFailure[]> {
  return db<ArchiveFailure>`
    select step, subject, failures, failed_since, failed_at, retry_at, reason from archive_failures
    order by failed_since, step, subject limit ${limit}`
}
