// Packs several events into one log message, one per line. The fields that decide visibility precede the JSON, so
// that filtering does not have to parse it.

import type { EventMessage } from '../../platform/bus/event-log.ts'
import type { EventKind, LoggedEvent, NewEvent } from './event.types.ts'

/** The event as programs receive it. `data` is JSON; `deviceId` is empty for an event of the whole account. */
export function toJson(event: {
  id: string
  type: string
  at: string
  deviceId: string
  data: string
}): string {
  const { id, type, at, deviceId, data } = event
  const device = deviceId === '' ? '' : `"deviceId":"${deviceId}",`
  return `{"id":"${id}","type":"${type}","timestamp":"${at}",${device}"data":${data}}`
}

export function pack(events: readonly NewEvent[]): string {
  return events
    .map(
      ({ type, deviceNumber, latitude, longitude, json }) =>
        `${type} ${deviceNumber} ${latitude ?? ''} ${longitude ?? ''}\t${json}`,
    )
    .join('\n')
}

export function unpack({ sequence, kind, loggedAt, text }: EventMessage): LoggedEvent[] {
  return text.split('\n').map((line, index) => {
    const tab = line.indexOf('\t')
    const [type = '', deviceNumber, latitude, longitude] = line.slice(0, tab).split(' ')
    return {
      position: { sequence, index },
      kind: kind as EventKind,
      loggedAt,
      type,
      deviceNumber: Number(deviceNumber),
      latitude: latitude ? Number(latitude) : null,
      longitude: longitude ? Number(longitude) : null,
      json: line.slice(tab + 1),
    }
  })
}
