// Events of fills and drains. A later correction publishes none.

import { newId } from '../../platform/crypto/ids.ts'
import type { OutboxEvent } from '../events/event.types.ts'
import type { FuelEventKind } from './detection/fuel.types.ts'
import type { WrittenEvent } from './event-changes.ts'
import type { FuelSensor } from './fuel-sensor.types.ts'

/** As of trips: history that is imported, or computed for the first time, causes no events. */
const maxAgeMs = 3 * 86_400_000
const lateAfterMs = 30 * 60_000

const types: Record<FuelEventKind, string> = { fill: 'fuel.filled', drain: 'fuel.drained' }

export function eventsOf(
  { id: sensorId, deviceNumber, deviceId }: Pick<FuelSensor, 'id' | 'deviceNumber'> & { deviceId: string },
  events: WrittenEvent[],
  now: Date,
): OutboxEvent[] {
  return events
    .filter(({ toMs }) => +now - toMs <= maxAgeMs)
    .map((event) => ({
      id: newId('evt'),
      type: types[event.kind],
      at: new Date(event.toMs),
      deviceNumber,
      deviceId,
      data: {
        ...{ id: event.id, version: event.version, sensorId },
        ...{ startedAt: toIso(event.fromMs), endedAt: toIso(event.toMs), litres: event.ml / 1_000 },
        ...{ levelBefore: event.beforeMl / 1_000, levelAfter: event.afterMl / 1_000 },
        ...{ latitude: event.latitude / 1e7, longitude: event.longitude / 1e7 },
        ...(+now - event.toMs > lateAfterMs ? { late: true } : {}),
      },
    }))
}

function toIso(atMs: number): string {
  return new Date(atMs).toISOString()
}
