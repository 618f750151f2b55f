// Closes the days of accounts, reports them to the reseller tree, and emits events for the staff of the reseller. Every step is a
// transaction of its own and can be repeated: a day that was closed stays as it is.

import type { Context } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { isRefusedMoving } from '../../../platform/http/errors.ts'
import { metrics } from '../../../platform/observability/metrics.ts'
import { addToOutbox } from '../../events/outbox.api.ts'
import { lockLicenses } from '../../licenses/license.api.ts'
import { treeOf } from '../tree-database.ts'
import * as queries from './closing.queries.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'now' | 'log'>

const maxAccounts = 100
const maxDays = 500

/** One day of each account that is due; after an outage the next poll closes the next one. Whether there may be more. */
export async function closeDays(ctx: Needs): Promise<boolean> {
  const due = await queries.listDue(ctx.db.directory, ctx.now(), maxAccounts)
  let closed = 0
  for (const { accountId } of due) {
    try {
      if (await unlessMoving(() => closeNext(ctx, accountId))) closed += 1
    } catch (error) {
      // One account must not hold up the others.
      ctx.log.warn({ err: error, accountId }, 'closing a day of usage failed, will retry')
    }
  }
  metrics.usageDaysClosed.inc(closed)
  return closed > 0 && due.length === maxAccounts
}

function closeNext(ctx: Needs, accountId: number): Promise<boolean> {
  return inTransaction(ctx, accountId, async (tx) => {
    // In the order of those who activate devices.
    await lockLicenses(tx)
    const cursor = await queries.lockCursor(tx.db, tx.now())
    if (!cursor) return false
    await queries.closeDay(tx.db, cursor.day, tx.now())
    await queries.moveCursor(tx.db, cursor.day)
    return true
  })
}

/** To the reseller tree. Whether there may be more. */
export async function reportDays(ctx: Needs): Promise<boolean> {
  const days = await queries.listUnreported(ctx.db.directory, maxDays)
  if (days.length === 0) return false
  const tree = treeOf(ctx)
  await queries.keepInTree(tree, days)
  const reported = Map.groupBy(await queries.listReported(tree, days), (one) => one.accountNumber)
  for (const [accountNumber, ofAccount] of reported) {
    await unlessMoving(async () => {
      await queries.markReported(
        ctx.db.forAccount(accountNumber),
        ofAccount.map(({ day }) => day),
      )
      return true
    })
  }
  return reported.size > 0 && days.length === maxDays
}

export function countUnreported(ctx: Needs): Promise<number> {
  return queries.countUnreported(ctx.db.directory)
}

/** Events of the staff account, with an identifier that is the same if a process dies before it notes that. */
export async function emitDays(ctx: Needs): Promise<boolean> {
  const tree = treeOf(ctx)
  const days = await queries.listPendingEvents(tree, ctx.cells?.own, maxDays)
  for (const [staffNumber, ofStaff] of Map.groupBy(days, (one) => one.staffNumber)) {
    const isSent = await unlessMoving(() =>
      inTransaction(ctx, staffNumber, async (tx) => {
        const events = ofStaff.map(({ account, day, closedAt, json }) => ({
          ...{ id: `${account}.${day}:usage`, type: 'usage.day_closed', at: closedAt },
          ...{ deviceNumber: 0, deviceId: '', data: json },
        }))
        await addToOutbox(tx, events)
        return true
      }),
    )
    if (isSent) await queries.markEmitted(tree, ofStaff)
  }
  return days.length === maxDays
}

/** An account that is being moved continues in its new cell. */
async function unlessMoving(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (isRefusedMoving(error)) return false
    throw error
  }
}
