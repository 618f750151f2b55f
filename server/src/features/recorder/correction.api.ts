// Compares rows that were decoded again with the stored ones: same, missing or different. Corrections are neither
// judged by rules nor published.

import type { Context } from '../../platform/context.ts'
import * as queries from './correction.queries.ts'
import type { DeviceCache } from './device-cache.api.ts'
import { deviceOf } from './device-cache.api.ts'
import type { LocationRow } from './location-row.types.ts'
import { recordRows } from './recorder.ts'

/** `look` stores nothing, `add` stores what is missing, `correct` also replaces what differs. */
export type CorrectionMode = 'look' | 'add' | 'correct'

export interface Comparison {
  same: number
  missing: number
  /** The device has another location of that instant. */
  differing: number
  /** Of trackers that belonged to no device, or to one that is deleted, when they sent it. */
  ofUnknownDevices: number
}

export async function compareWithStored(
  ctx: Pick<Context, 'db' | 'log'>,
  deviceCache: DeviceCache,
  rows: LocationRow[],
  mode: CorrectionMode,
): Promise<Comparison> {
  const devices = await deviceCache.resolveRows(rows)
  const known = rows.flatMap((row) => {
    const device = deviceOf(devices, row)
    return device ? [{ row, device }] : []
  })
  const matches = known.length > 0 ? await queries.compareRows(ctx.db.recorder, known) : []
  const matching = (match: queries.Match) => known.filter((_, index) => matches[index] === match)
  const same = matching('same')
  const missing = matching('missing')
  const differing = matching('differing')
  if (mode !== 'look' && missing.length > 0) {
    await recordRows(
      ctx,
      deviceCache,
      missing.map(({ row }) => row),
    )
  }
  if (mode === 'correct' && differing.length > 0) {
    await ctx.db.begin('recorder', (db) => queries.replaceRows(db, differing, same))
  }
  return {
    same: same.length,
    missing: missing.length,
    differing: differing.length,
    ofUnknownDevices: rows.length - known.length,
  }
}
