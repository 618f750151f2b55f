// Several events in one message of the log: a line each. What decides who may see an event stands before its JSON, so that
// nobody has to read that.

import type { EventMessage } from '../../platform/bus/event-log.ts'
import type { EventKind, LoggedEvent, NewEvent } from './event.types.ts'

/** The event as programs receive it. `data` is JSON. */
export function toJson(event: {
  id: string
  type: string
  at: string
  deviceId: string
  data: string
}): string {
  const { id, type, at, deviceId, data } = event
  return `{"id":"${id}","type":"${type}","timestamp":"${at}","device":"${deviceId}","data":${data}}`
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
      place: { sequence, index },
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
