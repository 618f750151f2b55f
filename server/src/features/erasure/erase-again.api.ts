// Erases accounts again that a restored backup brought back.

import { openConnection } from '../../platform/db/db.ts'
import * as eraser from './eraser.queries.ts'
import { eraseAccount, openEraser } from './eraser.ts'
import type { EraseContext } from './erasure.types.ts'
import { listRisen, listTombstones } from './tombstone.api.ts'
import * as queries from './tombstone.queries.ts'

/** Before the platform serves: nothing caches the accounts, so there is no pause. Returns how many were erased. */
export async function eraseRisen(
  ctx: EraseContext,
  ownerUrl: string,
  onDone: (done: number, total: number) => void = () => {},
): Promise<number> {
  const owner = await openConnection(ownerUrl, 'rastro-erasures')
  try {
    // Of all sources, also for accounts that the backup does not contain: the next restore needs them.
    const tombstones = await listTombstones(ctx)
    await queries.keepTombstones(owner.db, tombstones)
    const risen = await listRisen(ctx, tombstones)
    for (const [index, number] of risen.entries()) {
      await queries.dropClosing(owner.db, number)
      const { db, end } = await openEraser(ctx, number)
      await eraser.insertErasure(db, number, ctx.now()).finally(end)
      await eraseAccount(ctx, number, { settleMs: 0 })
      onDone(index + 1, risen.length)
    }
    return risen.length
  } finally {
    await owner.end()
  }
}
