// Removes what an account left behind in a cell that it does not live in.

import type { Db } from '../../platform/db/db.ts'
import { listMovedTables } from './copy.queries.ts'
import * as queries from './forget.queries.ts'
import { listDeviceNumbers } from './move.queries.ts'

const maxAtOnce = 5_000

/** The caller knows that it lives elsewhere. Returns how many rows were removed. */
export async function forgetAccount(
  db: Db,
  accountId: number,
  onDone: (rows: number) => void = () => {},
): Promise<number> {
  await queries.restTriggers(db)
  let removed = 0
  async function untilNone(remove: () => Promise<number>): Promise<void> {
    for (;;) {
      const rows = await remove()
      removed += rows
      onDone(removed)
      if (rows < maxAtOnce) return
    }
  }
  const forgetHistory = async (devices: number[]) => {
    for (const device of devices) await untilNone(() => queries.deleteSomeLocations(db, device, maxAtOnce))
  }
  await forgetHistory(await listDeviceNumbers(db, accountId))
  await forgetHistory(await queries.listDevicesWithHistory(db, accountId))
  for (const { name, isLocations } of await listMovedTables(db)) {
    if (!isLocations) await untilNone(() => queries.deleteSome(db, name, accountId, maxAtOnce))
  }
  return removed
}
