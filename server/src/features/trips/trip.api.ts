// Trips, for other features.

import type { Context } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { findIn } from './reading/trip.ts'

export interface TripSpan {
  deviceId: string
  from: Date
  /** Exclusive; the last location of the trip is before it. */
  to: Date
}

/** The time of a trip, stop or gap; an open one lasts up to its last usable location. */
export async function getTripSpan(
  ctx: Pick<Context, 'db' | 'now'>,
  caller: Caller,
  id: string,
): Promise<TripSpan> {
  const { segment } = await findIn(ctx, caller, id)
  const { deviceId, beganAtMs, untilMs } = segment
  return { deviceId, from: new Date(beganAtMs), to: new Date(untilMs + 1) }
}
