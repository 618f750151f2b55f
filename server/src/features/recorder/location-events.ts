// Publishes stored locations and statuses as events. One message per account and batch: many locations cost little more than one.

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
  statusOf,
} from './location-row.api.ts'
import { isoTime, toView } from './location-view.ts'
import type { StorableRow } from './storable-row.types.ts'

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

/** The same for statuses. */
export async function publishStatuses(
  ctx: { bus: Pick<Context['bus'], 'events'> },
  rows: StorableRow[],
): Promise<void> {
  const byAccount = Map.groupBy(rows, ({ device }) => device.accountId)
  await Promise.all(
    [...byAccount].map(([accountId, rows]) =>
      appendEvents(ctx, accountId, 'status', rows.map(toStatusEvent)),
    ),
  )
}

/** Device, time and fingerprint are the key of the row and therefore the id of its event. */
function eventIdOf(prefix: string, { row, device }: StorableRow): string {
  const fingerprint = (fingerprintOf(row) >>> 0).toString(36)
  return `${prefix}_${device.deviceId.slice(4)}_${fixedAtMsOf(row).toString(36)}_${fingerprint}`
}

function toStatusEvent(one: StorableRow): NewEvent {
  const { row, device } = one
  const { deviceNumber, deviceId } = device
  const at = isoTime(receivedAtMsOf(row))
  const data = JSON.stringify({ dateTime: isoTime(fixedAtMsOf(row)), receivedAt: at, ...statusOf(row) })
  const json = toJson({ id: eventIdOf('sta', one), type: 'status', at, deviceId, data })
  return { type: 'status', deviceNumber, latitude: null, longitude: null, json }
}

function toEvent(one: StorableRow): NewEvent {
  const { row, device } = one
  const { deviceNumber, deviceId } = device
  const id = eventIdOf('loc', one)
  const at = isoTime(receivedAtMsOf(row))
  const json = toJson({ id, type: 'location', at, deviceId, data: toView(row) })
  return { type: 'location', deviceNumber, latitude: latitudeE7Of(row), longitude: longitudeE7Of(row), json }
}
