// What is waiting for the trip processor, for operators.

import type { Context } from '../../platform/context.ts'
import * as queries from './work.queries.ts'

/** A device without a decision to make is processed this often. */
export const paceMs = 10 * 60_000

export interface TripWork {
  /** Devices that were processed before. */
  devices: number
  lastProcessedAt: Date | null
  /** Devices with locations to process, without those of the next line. */
  dueDevices: number
  /** Devices whose track is to be recomputed: on request, in another time zone, or by a newer detector. */
  redoDevices: number
  /** Devices that wait after a recomputation or a failure. */
  postponedDevices: number
  /** When the oldest location that is due was received; null if none is. */
  oldestDueAt: Date | null
}

export async function findTripWork(ctx: Pick<Context, 'db' | 'now'>): Promise<TripWork> {
  const now = ctx.now()
  const states = await queries.countStates(ctx.db.recorder, now)
  const due = await queries.findDue(ctx.db.recorder, { now, pacedBefore: new Date(+now - paceMs) })
  return { ...states, ...due }
}
