// A stored location as rules read it.

import type { Fix } from './kind.types.ts'

/** Columns of the history, in the units of the store. */
export interface FixRow {
  fixedMs: number
  receivedMs: number
  latitude: number | null
  longitude: number | null
  speed: number | null
  accuracyM: number | null
  more: Record<string, unknown> | null
  isStatus: boolean
}

/** For locations with nothing but coordinates and speed. */
export const noMore: Readonly<Record<string, unknown>> = Object.freeze({})

export function fixOf(row: FixRow): Fix {
  const more = row.more ?? noMore
  return {
    atMs: row.fixedMs,
    receivedAtMs: row.receivedMs,
    coordinates:
      row.latitude !== null && row.longitude !== null && isOwn(more)
        ? { latitude: row.latitude / 1e7, longitude: row.longitude / 1e7 }
        : undefined,
    speedKmh: row.speed === null ? undefined : row.speed / 10,
    accuracyM: row.accuracyM ?? undefined,
    more,
    isStatus: row.isStatus,
  }
}

/** Excludes repeated last known positions and network estimates. */
function isOwn(more: Readonly<Record<string, unknown>>): boolean {
  if (more.valid === false) return false
  return (more.attributes as { approximate?: unknown } | undefined)?.approximate !== true
}
