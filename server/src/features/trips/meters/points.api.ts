// Instants at which what a device had counted is kept, for other features: the distance since then is a difference of two
// numbers, and stays right when late locations correct the days before.

import type { Tx } from '../../../platform/context.ts'
import type { AccountDb } from '../../../platform/db/db.ts'
import { findZones } from '../trip-state.queries.ts'
import { createZonedDays } from '../zoned-days.ts'
import { readAnchors } from './anchors.ts'
import * as queries from './points.queries.ts'
import { computePoint } from './points.ts'
import { findCounted, findReadingAnchors } from './reading.queries.ts'

/** Keeps what the device had counted at an instant. */
export async function keepPointAt(
  ctx: Pick<Tx, 'db' | 'now'>,
  deviceNumber: number,
  atMs: number,
): Promise<void> {
  const days = createZonedDays(await findZones(ctx.db, deviceNumber))
  const state = await findCounted(ctx.db, deviceNumber)
  const anchors = await readAnchors(ctx.db, deviceNumber, atMs, days, state?.settings ?? null)
  await computePoint(ctx.db, deviceNumber, { atMs, now: ctx.now(), anchors })
}

/** For many devices at once, at the beginning of their current day. Returns that instant for each. */
export async function keepPointsOfToday(
  db: AccountDb,
  deviceNumbers: number[],
  now: Date,
): Promise<{ deviceNumber: number; at: Date }[]> {
  await queries.lockForDay(db, deviceNumbers, now)
  return queries.insertDayPoints(db, deviceNumbers, now)
}

/**
 * Computes points again whose day was corrected, and those of readings that have none, of devices after `after` up to
 * `until`. Returns how many.
 */
export async function refreshPoints(
  ctx: Pick<Tx, 'db' | 'now'>,
  range: { after: number; until: number; limit: number },
): Promise<number> {
  const stale = await queries.listStale(ctx.db, range)
  for (const { deviceNumber, atMs, anchors } of stale) {
    const kept = anchors ?? (await findReadingAnchors(ctx.db, deviceNumber, atMs))
    await computePoint(ctx.db, deviceNumber, { atMs, now: ctx.now(), anchors: kept })
  }
  return stale.length
}
