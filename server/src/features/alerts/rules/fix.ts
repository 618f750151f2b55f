// A stored location as rules see it.

import type { Fix } from './kind.types.ts'

/** Columns of history, in the store's units. */
export interface FixRow {
  fixedMs: number
  receivedMs: number
  latitude: number | null
  longitude: number | null
  speed: number | null
  accuracyM: number | null
  more: Record<string, unknown> | null
}

/** Of a location that says no more than where and how fast. */
export const noMore: Readonly<Record<string, unknown>> = Object.freeze({})

export function fixOf(row: FixRow): Fix {
  const more = row.more ?? noMore
  return {
    atMs: row.fixedMs,
    receivedAtMs: row.receivedMs,
    place:
      row.latitude !== null && row.longitude !== null && isOwn(more)
        ? { latitude: row.latitude / 1e7, longitude: row.longitude / 1e7 }
        : undefined,
    speedKmh: row.speed === null ? undefined : row.speed / 10,
    accuracyM: row.accuracyM ?? undefined,
    more,
  }
}

/** Not the last known place repeated, nor the network's guess. */
function isOwn(more: Readonly<Record<string, unknown>>): boolean {
  if (more.valid === false) return false
  return (more.attributes as { approximate?: unknown } | undefined)?.approximate !== true
}
