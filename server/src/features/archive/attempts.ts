// Tries the steps of the archive one by one: one that fails is noted and tried again later, and the others go on.

import type { Context } from '../../platform/context.ts'
import type { ArchiveStep } from './failures.queries.ts'
import * as failures from './failures.queries.ts'

/** The run of the next hour tries again, then every other, and so on. */
const pauses = { firstPauseS: 50 * 60, maxPauseS: 6 * 3_600 }
const forgetAfterMs = 48 * 3_600_000
/** In a row: it is the store that fails, and each try takes up to a minute. */
const maxFailuresInARow = 10
const maxReasonLength = 500

export interface Attempts {
  /** False if this failed lately, or too much has failed in this run. */
  isDue(step: ArchiveStep, subject: string): Promise<boolean>
  /** The result of the work; undefined if it failed. */
  attempt<T>(step: ArchiveStep, subject: string, work: () => Promise<T>): Promise<T | undefined>
  failed(): number
}

export async function openAttempts(ctx: Pick<Context, 'db' | 'now' | 'log'>): Promise<Attempts> {
  const db = ctx.db.recorder
  await failures.forgetFailuresBefore(db, new Date(ctx.now().getTime() - forgetAfterMs))
  let failed = 0
  let inARow = 0

  return {
    async isDue(step, subject) {
      if (inARow >= maxFailuresInARow) return false
      return !(await failures.isWaiting(db, step, subject, ctx.now()))
    },
    async attempt(step, subject, work) {
      try {
        const result = await work()
        inARow = 0
        await failures.endFailure(db, step, subject)
        return result
      } catch (error) {
        failed += 1
        inARow += 1
        ctx.log.error({ err: error, step, subject }, 'a step of the archive failed, to be tried again')
        const reason = (error as Error).message.slice(0, maxReasonLength)
        await failures.noteFailure(db, { step, subject, reason }, ctx.now(), pauses)
        return undefined
      }
    },
    failed: () => failed,
  }
}
