// Compares the fills and drains that were found with those that are stored, and lists the rows to write. Pure.

import type { FuelEvent, FuelEventKind } from './detection/fuel.types.ts'

export interface FoundEvent extends FuelEvent {
  /** The part of a stop that it was found in. */
  partMs: number
  /** Of the stop, in 1e-7 degrees. */
  latitude: number
  longitude: number
}

export interface StoredEvent extends FoundEvent {
  number: number
  id: string
  version: number
  isConfirmed: boolean
}

export interface WrittenEvent extends FoundEvent {
  id: string
  version: number
  isNew: boolean
}

export interface EventChanges {
  removed: StoredEvent[]
  written: WrittenEvent[]
}

/**
 * One that overlaps a stored one of its kind is the same. Of the stored ones, those of parts from `untilMs` on are
 * computed later, and those that a user has confirmed stay.
 */
export function compareEvents(
  stored: StoredEvent[],
  found: FoundEvent[],
  untilMs: number,
  newId: (kind: FuelEventKind) => string,
): EventChanges {
  const left = new Set(stored)
  const written = found.flatMap((event): WrittenEvent[] => {
    const before = bestOf(
      [...left].filter((one) => overlaps(one, event)),
      event,
    )
    if (!before) return [{ ...event, id: newId(event.kind), version: 1, isNew: true }]
    left.delete(before)
    if (contentOf(before) === contentOf(event)) return []
    return [{ ...event, id: before.id, version: before.version + 1, isNew: false }]
  })
  const removed = [...left].filter(({ partMs, isConfirmed }) => partMs < untilMs && !isConfirmed)
  return { removed, written }
}

function overlaps(one: FoundEvent, other: FoundEvent): boolean {
  return one.kind === other.kind && one.fromMs <= other.toMs && other.fromMs <= one.toMs
}

/** The one whose end is nearest. */
function bestOf(candidates: StoredEvent[], { toMs }: FoundEvent): StoredEvent | undefined {
  return candidates.sort((one, other) => Math.abs(one.toMs - toMs) - Math.abs(other.toMs - toMs))[0]
}

function contentOf({ partMs, fromMs, toMs, beforeMl, afterMl, ml, latitude, longitude }: FoundEvent): string {
  return [partMs, fromMs, toMs, beforeMl, afterMl, ml, latitude, longitude].join()
}
