// Tells what was stored. One message of the log for each account of a batch: many locations cost little more than one.

import type { Context } from '../../platform/context.ts'
import type { NewEvent } from '../events/event.types.ts'
import { toJson } from '../events/event-encoding.api.ts'
import { appendEvents } from '../events/event-log.api.ts'
import { isoTime, toView } from './location-view.ts'
import type { StorableRow } from './recorder.queries.ts'

/** Resolves once the log of events holds all of it. */
export async function tellOfLocations(
  ctx: { bus: Pick<Context['bus'], 'events'> },
  rows: StorableRow[],
): Promise<void> {
  const ofAccounts = Map.groupBy(rows, ({ device }) => device.accountId)
  await Promise.all(
    [...ofAccounts].map(([accountId, rows]) => appendEvents(ctx, accountId, 'location', rows.map(toEvent))),
  )
}

/** Device, time and fingerprint are the location's key, and so the event's. */
function toEvent({ row, device }: StorableRow): NewEvent {
  const { deviceNumber, deviceId } = device
  const [, fixedMs, receivedMs, latitude, longitude, fingerprint] = row
  const id = `loc_${deviceId.slice(4)}_${fixedMs.toString(36)}_${(fingerprint >>> 0).toString(36)}`
  const at = isoTime(receivedMs)
  const json = toJson({ id, type: 'location', at, deviceId, data: toView(row) })
  return { type: 'location', deviceNumber, latitude, longitude, json }
}
