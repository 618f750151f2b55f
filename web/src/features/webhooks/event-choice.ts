// The events of a webhook. A kind (`alert`) stands for all of its types, including future ones. Empty: all events.

import type { EventKind } from '@rastro/client/constants'
import { eventTypes } from '@rastro/client/constants'

/** Empty if the kind has only one, of its own name. */
export function typesOf(kind: EventKind): string[] {
  return eventTypes[kind].filter((type) => type !== kind)
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
