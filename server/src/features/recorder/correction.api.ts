// Rows that were made anew from what trackers sent, beside those that are stored: what is the same, missing or different.
// What is stored by it is old: it is not judged by rules again, and told to nobody.

import type { Context } from '../../platform/context.ts'
import * as queries from './correction.queries.ts'
import type { DeviceMemory } from './device-cache.api.ts'
import { keyOf } from './device-cache.api.ts'
import type { LocationRow } from './location-row.types.ts'
import { recordRows } from './recorder.ts'

/** `look` stores nothing, `add` what is missing, `correct` also puts what differs in the place of what was stored. */
export type Wish = 'look' | 'add' | 'correct'

export interface Compared {
  same: number
  missing: number
  /** The device has a location of that instant, and it says something else. */
  differing: number
  ofStrangers: number
}

export async function compareWithStored(
  ctx: Pick<Context, 'db' | 'log'>,
  memory: DeviceMemory,
  rows: LocationRow[],
  wish: Wish,
): Promise<Compared> {
  const devices = await memory.resolve(rows.map(([who]) => who))
  const known = rows.flatMap((row) => {
    const device = devices.get(keyOf(row[0]))
    return device ? [{ row, device }] : []
  })
  const likeness = known.length > 0 ? await queries.compareRows(ctx.db.recorder, known) : []
  const alike = (wanted: queries.Likeness) => known.filter((_, at) => likeness[at] === wanted)
  const same = alike('same')
  const missing = alike('missing')
  const differing = alike('differing')
  if (wish !== 'look' && missing.length > 0) {
    await recordRows(
      ctx,
      memory,
      missing.map(({ row }) => row),
    )
  }
  if (wish === 'correct' && differing.length > 0) {
    await ctx.db.begin('recorder', (db) => queries.replaceRows(db, differing, same))
  }
  return {
    same: same.length,
    missing: missing.length,
    differing: differing.length,
    ofStrangers: rows.length - known.length,
  }
}
