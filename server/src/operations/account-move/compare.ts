// Checks that both sides have the same rows. Old history is compared before the pause, because it takes long.

import { setTimeout as sleep } from 'node:timers/promises'
import { ConflictError } from '../../platform/http/errors.ts'
import type { MovedTable } from './copy.queries.ts'
import * as queries from './copy.queries.ts'
import type { Sides } from './move.types.ts'

const maxTries = 10
const retryAfterMs = 1_000
const startOfTime = new Date(0)
/** Tracker clocks may be ahead. */
const endOfTime = new Date('9999-01-01T00:00:00Z')

/** Returns the number of locations. */
export async function compareOldHistory(sides: Sides, accountId: number, before: Date): Promise<number> {
  const range = { from: startOfTime, to: before }
  let locations = 0
  for (const table of queries.historyTables) {
    const rows = await compareOldTable(sides, table, accountId, range)
    if (table === 'locations') locations = rows
  }
  return locations
}

/** Retries, because rows in flight may be on one side only. */
async function compareOldTable(
  sides: Sides,
  table: string,
  accountId: number,
  range: { from: Date; to: Date },
): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const { rows, differing } = await compareHistory(sides, table, accountId, range)
    if (differing.length === 0) return rows
    if (tries === maxTries) throw mismatch(`${table} of ${differing.length} devices or sensors`)
    await sleep(retryAfterMs)
  }
}

/** Runs while changes are paused. Returns the number of rows. */
export async function compareAll(
  sides: Sides,
  accountId: number,
  tables: MovedTable[],
  since: Date,
): Promise<{ rows: number; locations: number }> {
  const { source, target } = sides
  let rows = 0
  const differing: string[] = []
  for (const { name } of tables) {
    if (queries.historyTables.includes(name)) continue
    const [ours, theirs] = await Promise.all(
      [source, target].map(({ db }) => queries.fingerprintTable(db, name, accountId)),
    )
    rows += ours!.rows
    if (!isSame(ours, theirs))
      differing.push(`${name} (${ours!.rows} rows, ${theirs!.rows} in the other cell)`)
  }
  let locations = 0
  for (const table of queries.historyTables) {
    const history = await compareHistory(sides, table, accountId, { from: since, to: endOfTime })
    if (table === 'locations') locations = history.rows
    if (history.differing.length > 0)
      differing.push(`${table} of ${history.differing.length} devices or sensors`)
  }
  if (differing.length > 0) throw mismatch(differing.join(', '))
  return { rows, locations }
}

async function compareHistory(
  { source, target }: Sides,
  table: string,
  accountId: number,
  range: { from: Date; to: Date },
) {
  const [ours, theirs] = await Promise.all(
    [source, target].map(({ db }) => queries.fingerprintHistory(db, table, accountId, range)),
  )
  const byOwner = new Map(theirs!.map((one) => [one.owner, one]))
  const differing = ours!.filter((one) => !isSame(one, byOwner.get(one.owner)))
  return { rows: ours!.reduce((sum, { rows }) => sum + rows, 0), differing }
}

function isSame(one: queries.Fingerprint | undefined, other: queries.Fingerprint | undefined): boolean {
  return one !== undefined && one.rows === other?.rows && one.hash === other.hash
}

function mismatch(what: string): ConflictError {
  return new ConflictError('moves.copy_differs', `The copy differs from the original: ${what}.`)
}
