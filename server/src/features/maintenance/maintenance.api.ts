// For other features: how many devices and plans are in which state, and the rows of the report.

import type { AccountDb } from '../../platform/db/db.ts'
import type { Fragment } from '../../platform/db/sql.ts'
import type { DeviceScope } from '../../platform/http/caller.ts'
import type { Period, ReportedState } from './state.queries.ts'
import { countStates, listWantedKeys, readStates } from './state.queries.ts'
import type { MaintenanceState, StateCounts } from './state.types.ts'
import { states } from './state.types.ts'

/** Of the devices of a scope, or of one of its groups. A device with several plans is counted with each. */
export function countMaintenance(
  db: AccountDb,
  scope: DeviceScope,
  { groupId, now }: { groupId?: string | undefined; now: Date },
): Promise<StateCounts> {
  return countStates(db, scope, { groupId }, now)
}

const rowsPerRead = 1_000

/** Of devices `d` that are wanted, the worst first. The costs are those of a period. */
export async function* readMaintenance(
  db: AccountDb,
  isWanted: Fragment,
  now: Date,
  period: Period,
): AsyncGenerator<(ReportedState & { state: MaintenanceState })[]> {
  const keys = await listWantedKeys(db, isWanted, now)
  for (let from = 0; from < keys.length; from += rowsPerRead) {
    const rows = await readStates(db, keys.slice(from, from + rowsPerRead), now, period)
    yield rows.map((row) => ({ ...row, state: row.level === -1 ? 'unknown' : states[row.level]! }))
  }
}
