// Both sides must have the same rows. History is long: what is old is compared before anybody has to wait for it.

import { setTimeout as sleep } from 'node:timers/promises'
import { ConflictError } from '../../platform/http/errors.ts'
import type { MovedTable } from './copy.queries.ts'
import * as queries from './copy.queries.ts'
import type { Sides } from './move.types.ts'

const maxTries = 10
const tryAgainAfterMs = 1_000
const beginning = new Date(0)
/** Clocks of trackers may be ahead. */
const endOfTime = new Date('9999-01-01T00:00:00Z')

/** While it is being written to, what is on its way may be on one side only: it is looked at again. */
export async function compareOldHistory(sides: Sides, accountId: number, before: Date): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const { rows, differing } = await compareHistory(sides, accountId, { from: beginning, to: before })
    if (differing.length === 0) return rows
    if (tries === maxTries) throw unlike(`history of ${differing.length} devices`)
    await sleep(tryAgainAfterMs)
  }
}

/** When nobody writes any more. Returns how many rows there are. */
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
  if (differing.length > 0) throw unlike(differing.join(', '))
  return { rows, locations: history.rows }
}

async function compareHistory(
  { source, target }: Sides,
  accountId: number,
  stretch: { from: Date; to: Date },
) {
  const [ours, theirs] = await Promise.all(
    [source, target].map(({ db }) => queries.fingerprintLocations(db, accountId, stretch)),
  )
  const known = new Map(theirs!.map((one) => [one.device, one]))
  const differing = ours!.filter((one) => !isSame(one, known.get(one.device)))
  return { rows: ours!.reduce((sum, { rows }) => sum + rows, 0), differing }
}

function isSame(one: queries.Fingerprint | undefined, other: queries.Fingerprint | undefined): boolean {
  return one !== undefined && one.rows === other?.rows && one.hash === other.hash
}

function unlike(what: string): ConflictError {
  return new ConflictError('moves.unlike', `The copy is not like the original: ${what}.`)
}
