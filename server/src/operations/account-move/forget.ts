// Removes the rows of an account from a cell that is no longer its home cell.

import type { Db } from '../../platform/db/db.ts'
import { listMovedTables } from './copy.queries.ts'
import * as queries from './forget.queries.ts'
import { listDeviceNumbers } from './move.queries.ts'

const batchSize = 5_000

/** The caller has checked that the home cell is another one. Returns the number of removed rows. */
export async function forgetAccount(
  db: Db,
  accountId: number,
  onDone: (rows: number) => void = () => {},
): Promise<number> {
  await queries.disableTriggers(db)
  let removed = 0
  async function untilNone(remove: () => Promise<number>): Promise<void> {
    for (;;) {
      const rows = await remove()
      removed += rows
      onDone(removed)
      if (rows < batchSize) return
    }
  }
  const forgetHistory = async (devices: number[]) => {
    for (const device of devices) await untilNone(() => queries.deleteSomeLocations(db, device, batchSize))
  }
  await forgetHistory(await listDeviceNumbers(db, accountId))
  await forgetHistory(await queries.listDevicesWithHistory(db, accountId))
  const tables = (await listMovedTables(db)).filter(({ isLocations }) => !isLocations)
  // The account last: it shows that there is something to remove.
  const names = tables.map(({ name }) => name).filter((name) => name !== 'accounts')
  for (const name of [...names, 'accounts'])
    await untilNone(() => queries.deleteSome(db, name, accountId, batchSize))
  return removed
}
