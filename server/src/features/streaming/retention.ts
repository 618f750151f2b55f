import type { Context } from '../../platform/context.ts'
import { GoneError } from '../../platform/http/errors.ts'
import type { Cursor } from '../events/event-log.api.ts'

/** Clients that are too late for the log are referred to the REST resources. */
export async function requireRetained(
  ctx: Pick<Context, 'bus'>,
  accountId: number,
  { position, at, epoch }: Cursor,
): Promise<void> {
  const { first, last } = await ctx.bus.events.bounds(accountId)
  const isRetained = position.sequence >= first - 1 && position.sequence <= last
  if (isRetained && epoch === ctx.bus.events.epoch()) return
  const since = at.toISOString()
  throw new GoneError(
    'events.too_old',
    `The events since ${since} are no longer retained. Read what changed since then; this cursor is accepted as a time by: GET /api/lastLocations?updatedSince=<cursor>, GET /api/alerts?from=<cursor>, GET /api/devices/{deviceId}/locations?from=<cursor>. Then subscribe without a cursor.`,
  )
}
