// Schedules of reports that do not run, for operators.

import type { Context } from '../../../platform/context.ts'
import type { FailingSchedule } from './stuck.queries.ts'
import { findLate, listFailing } from './stuck.queries.ts'

/** The notifier looks for them every 5 seconds. */
const lateMs = 15 * 60_000
/** Longer than the difference between any two time zones. */
const lateDayMs = 2 * 86_400_000
const failedRuns = 3
export const maxFailing = 100

export interface StuckSchedules {
  late: number
  /** The day that the oldest one waits for. */
  oldestOn: string | null
  /** Those whose last three runs sent nothing; at most `maxFailing`. */
  failing: FailingSchedule[]
}

export async function findStuckSchedules({ db, now }: Pick<Context, 'db' | 'now'>): Promise<StuckSchedules> {
  const nowMs = now().getTime()
  const dayBefore = new Date(nowMs - lateDayMs).toISOString().slice(0, 10)
  const { count, oldestOn } = await findLate(db.directory, { dueBefore: new Date(nowMs - lateMs), dayBefore })
  const failing = await listFailing(db.directory, { runs: failedRuns, limit: maxFailing })
  return { late: count, oldestOn, failing }
}
