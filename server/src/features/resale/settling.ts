// Transfers of licenses: the account decides under its own lock, then the tree is settled. Both steps can be repeated by
// any process, and every process finds the same decision.

import type { Context, Tx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { isRefusedMoving } from '../../platform/http/errors.ts'
import { operator, recordChanges } from '../audit/audit.api.ts'
import { countLicenses, lockLicenses, notePeak } from '../licenses/license.api.ts'
import type { PendingTransfer } from './cell.queries.ts'
import * as queries from './cell.queries.ts'
import { treeOf } from './tree-database.ts'

type Needs = Pick<Context, 'db' | 'cells' | 'config' | 'now' | 'log'>

interface Decision {
  isApplied: boolean
  /** How many licenses could have come back. */
  returnable: number
}

/** Transfers of accounts that live in this cell. Returns how many were settled. */
export async function settleTransfers(ctx: Needs, wanted: { id?: string; limit: number }): Promise<number> {
  const pending = await queries.listPendingTransfers(treeOf(ctx), ctx.cells?.own, wanted)
  let settled = 0
  for (const transfer of pending) {
    const decision = await decide(ctx, transfer).catch((error) => {
      // It is settled by the cell that the account moves to.
      if (isRefusedMoving(error)) return undefined
      throw error
    })
    if (!decision) continue
    await queries.settleTransfer(treeOf(ctx), transfer.number, decision, ctx.now())
    settled += 1
  }
  return settled
}

/** Undefined if the account is not here. */
function decide(ctx: Needs, transfer: PendingTransfer): Promise<Decision | undefined> {
  return inTransaction(ctx, transfer.accountNumber, async (tx) => {
    await lockLicenses(tx)
    const before = await queries.findDecision(tx.db)
    if (!before) return undefined
    const { total, used } = await countLicenses(tx.db, tx.now())
    const returnable = Math.max(0, total - used)
    if (before.transfer >= transfer.number) return { isApplied: before.isApplied, returnable }
    const isApplied = transfer.licenses > 0 || used <= transfer.target
    await queries.decideTransfer(tx.db, transfer, isApplied)
    if (isApplied) await notePeak(tx, transfer.target)
    if (isApplied) await recordTransfer(tx, before.publicId, { before: total, after: transfer.target })
    return { isApplied, returnable }
  })
}

async function recordTransfer(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  target: string,
  licenses: { before: number; after: number },
): Promise<void> {
  await recordChanges(ctx, operator, [
    {
      action: 'licenses.changed',
      target,
      before: { licenses: licenses.before },
      after: { licenses: licenses.after },
    },
  ])
}
