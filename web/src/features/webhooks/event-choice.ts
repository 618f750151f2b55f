// The events of a webhook. A kind (`alert`) stands for all of its types, including future ones. Empty: all events.

export const eventTypes = {
  location: [],
  alert: ['raised', 'acknowledged', 'resolved', 'withdrawn', 'changed'],
  trip: ['started', 'ended', 'corrected', 'withdrawn'],
  visit: ['started', 'ended'],
  driver: ['changed'],
  fuel: ['filled', 'drained'],
  device: ['created', 'changed', 'deleted', 'online', 'offline', 'expired', 'reactivated'],
  notification: ['sent', 'failed', 'suppressed'],
  command: ['queued', 'sent', 'acknowledged', 'failed', 'expired', 'cancelled'],
  odometer: ['set'],
  maintenance: ['soon', 'due'],
  report: ['finished'],
  account: ['status_changed', 'cap_warned', 'cap_reached', 'cap_exhausted'],
} as const satisfies Record<string, readonly string[]>

export type EventKind = keyof typeof eventTypes
export const eventKinds = Object.keys(eventTypes) as EventKind[]

export function typesOf(kind: EventKind): string[] {
  return eventTypes[kind].map((what) => `${kind}.${what}`)
}

export function isChosen(events: string[], type: string): boolean {
  return events.includes(type) || events.includes(type.split('.')[0] ?? '')
}

/** Some types of a kind, but not all. */
export function isPartly(events: string[], kind: EventKind): boolean {
  return !events.includes(kind) && typesOf(kind).some((type) => events.includes(type))
}

export function chooseKind(events: string[], kind: EventKind, isWanted: boolean): string[] {
  const others = events.filter((event) => event.split('.')[0] !== kind)
  return isWanted ? [...others, kind] : others
}

export function chooseType(events: string[], type: string, isWanted: boolean): string[] {
  const kind = type.split('.')[0] as EventKind
  const types = typesOf(kind).filter((one) => (one === type ? isWanted : isChosen(events, one)))
  const others = chooseKind(events, kind, false)
  return types.length === typesOf(kind).length ? [...others, kind] : [...others, ...types]
}
