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

/** Retries, because rows in flight may be on one side only. */
export async function compareOldHistory(sides: Sides, accountId: number, before: Date): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const { rows, differing } = await compareHistory(sides, accountId, { from: startOfTime, to: before })
    if (differing.length === 0) return rows
    if (tries === maxTries) throw mismatch(`history of ${differing.length} devices`)
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
  for (const { name, isLocations } of tables) {
    if (isLocations) continue
    const [ours, theirs] = await Promise.all(
      [source, target].map(({ db }) => queries.fingerprintTable(db, name, accountId)),
    )
    rows += ours!.rows
    if (!isSame(ours, theirs))
      differing.push(`${name} (${ours!.rows} rows, ${theirs!.rows} in the other cell)`)
  }
  const history = await compareHistory(sides, accountId, { from: since, to: endOfTime })
  if (history.differing.length > 0) differing.push(`history of ${history.differing.length} devices`)
  if (differing.length > 0) throw mismatch(differing.join(', '))
  return { rows, locations: history.rows }
}

async function compareHistory({ source, target }: Sides, accountId: number, range: { from: Date; to: Date }) {
  const [ours, theirs] = await Promise.all(
    [source, target].map(({ db }) => queries.fingerprintLocations(db, accountId, range)),
  )
  const byDevice = new Map(theirs!.map((one) => [one.device, one]))
  const differing = ours!.filter((one) => !isSame(one, byDevice.get(one.device)))
  return { rows: ours!.reduce((sum, { rows }) => sum + rows, 0), differing }
}

function isSame(one: queries.Fingerprint | undefined, other: queries.Fingerprint | undefined): boolean {
  return one !== undefined && one.rows === other?.rows && one.hash === other.hash
}

function mismatch(what: string): ConflictError {
  return new ConflictError('moves.copy_differs', `The copy differs from the original: ${what}.`)
}
