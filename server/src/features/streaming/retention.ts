import type { Context } from '../../platform/context.ts'
import { GoneError } from '../../platform/http/errors.ts'
import type { Cursor } from '../events/event-log.api.ts'

/** Whoever comes too late for the log is told how to go on without it. */
export async function requireHeld(ctx: Pick<Context, 'bus'>, { place, at, epoch }: Cursor): Promise<void> {
  const { first, last } = await ctx.bus.events.bounds()
  const isHeld = place.sequence >= first - 1 && place.sequence <= last
  if (isHeld && epoch === ctx.bus.events.epoch()) return
  const since = at.toISOString()
  throw new GoneError(
    'events.too_old',
    `The events since ${since} are no longer kept. Read what changed since then; this cursor serves as a time there: GET /api/lastLocations?updatedSince=<cursor>, GET /api/alerts?from=<cursor>, GET /api/devices/{deviceId}/locations?from=<cursor>. Then follow what happens from now on, without a cursor.`,
  )
}
