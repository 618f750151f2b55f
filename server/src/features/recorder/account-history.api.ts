// Deletes locations that an account keeps for a shorter time than its retention class, and old statuses: every night, and
// when the setting is changed. Late locations of long ago are stored first, and deleted by the next run.

import type { Context } from '../../platform/context.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { trimArchived } from '../archive/trim.api.ts'
import { pageAccountNumbers } from '../auth/auth.api.ts'
import * as queries from './account-history.queries.ts'
import { deleteStatuses } from './status.queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'log'>

const dayMs = 86_400_000
const rowsPerStatement = 5_000
const devicesPerPage = 500
/** Statuses are read by rules that look back, and by exports; the history of a device are its locations. */
const statusDays = 30
const accountsPerPage = 500

/** Without an account: all of them. */
export const trimHistory = defineJob<{ accountId?: number }>('account-history', {
  cron: '13 3 * * *',
  // A night of all accounts.
  expireInSeconds: 6 * 3_600,
})

/**
 * Returns how many locations and statuses were deleted. An account that fails does not stop the others; the job is repeated for it.
 */
export async function trimHistories(ctx: Needs, { accountId }: { accountId?: number }): Promise<number> {
  if (accountId !== undefined) return trimAccount(ctx, accountId)
  let deleted = 0
  let failed = 0
  for (let after = 0; ; ) {
    const page = await pageAccountNumbers(ctx, after, accountsPerPage)
    for (const account of page) {
      try {
        deleted += await trimAccount(ctx, account.accountId)
      } catch (error) {
        failed += 1
        ctx.log.warn({ err: error, accountId: account.accountId }, 'history was not trimmed')
      }
    }
    if (page.length < accountsPerPage) break
    after = page.at(-1)!.accountId
  }
  if (failed > 0) throw new Error(`the history of ${failed} accounts was not trimmed`)
  return deleted
}

async function trimAccount(ctx: Needs, accountId: number): Promise<number> {
  const db = ctx.db.forAccount(accountId)
  const days = await queries.findHistoryDays(db)
  const daysAgo = (some: number) => new Date(ctx.now().getTime() - some * dayMs)
  const locationsBefore = days === null ? undefined : daysAgo(days)
  const statusesBefore = daysAgo(Math.min(days ?? statusDays, statusDays))
  if (locationsBefore) await trimArchived(db, locationsBefore)
  let deleted = 0
  for (let after = 0; ; ) {
    const page = await queries.pageDevices(db, after, devicesPerPage)
    const numbers = page.map(({ number }) => number)
    deleted += await untilDone((limit) => deleteStatuses(db, numbers, statusesBefore, limit))
    for (const number of locationsBefore ? numbers : [])
      deleted += await untilDone((limit) => queries.deleteBefore(db, number, locationsBefore!, limit))
    if (page.length < devicesPerPage) return deleted
    after = page.at(-1)!.number
  }
}

async function untilDone(deleteSome: (limit: number) => Promise<number>): Promise<number> {
  for (let deleted = 0; ; ) {
    const some = await deleteSome(rowsPerStatement)
    deleted += some
    if (some < rowsPerStatement) return deleted
  }
}
