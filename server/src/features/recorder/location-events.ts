// Publishes stored locations as events. One message per account and batch: many locations cost little more than one.

import type { Context } from '../../platform/context.ts'
import type { NewEvent } from '../events/event.types.ts'
import { toJson } from '../events/event-encoding.api.ts'
import { appendEvents } from '../events/event-log.api.ts'
import {
  fingerprintOf,
  fixedAtMsOf,
  latitudeE7Of,
  longitudeE7Of,
  receivedAtMsOf,
} from './location-row.api.ts'
import { isoTime, toView } from './location-view.ts'
import type { StorableRow } from './recorder.queries.ts'

/** Resolves once the event log holds all of them. */
export async function publishLocations(
  ctx: { bus: Pick<Context['bus'], 'events'> },
  rows: StorableRow[],
): Promise<void> {
  const byAccount = Map.groupBy(rows, ({ device }) => device.accountId)
  await Promise.all(
    [...byAccount].map(([accountId, rows]) => appendEvents(ctx, accountId, 'location', rows.map(toEvent))),
  )
}

/** Device, time and fingerprint are the key of the location and therefore the id of its event. */
function toEvent({ row, device }: StorableRow): NewEvent {
  const { deviceNumber, deviceId } = device
  const id = `loc_${deviceId.slice(4)}_${fixedAtMsOf(row).toString(36)}_${(fingerprintOf(row) >>> 0).toString(36)}`
  const at = isoTime(receivedAtMsOf(row))
  const json = toJson({ id, type: 'location', at, deviceId, data: toView(row) })
  return { type: 'location', deviceNumber, latitude: latitudeE7Of(row), longitude: longitudeE7Of(row), json }
}
