// Suppresses statuses that repeat the last one of their tracker: most heartbeats say that nothing has changed.

import { crc32 } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { upTo } from '../../platform/lru.ts'
import { keyOf } from '../recorder/device-cache.api.ts'
import { deviceRefOf, receivedAtMsOf, statusOf } from '../recorder/location-row.api.ts'
import type { LocationRow } from '../recorder/location-row.types.ts'

/** A status that was evicted is written again: that costs a row and is right. */
const maxTrackers = 50_000
/** An unchanged status is written again after this time: well before the device would count as offline. */
const repeatAfterMs = 240_000
/** Measured values change by less than this without a reason. */
const tolerance = 0.5
/** About the radio around the tracker: they change with every report. */
const radioAttributes = new Set(['wifi', 'cells', 'network'])

export interface StatusFilter {
  /** Whether the log needs it: an alarm, a changed value, or the first one for some time. */
  isNews(row: LocationRow): boolean
  /** Call it once the log holds the row. */
  remember(row: LocationRow): void
}

/** Only what is compared: attributes may be long. */
interface Remembered {
  values: Record<string, unknown>
  states: number
  atMs: number
}

export function createStatusFilter(max = maxTrackers): StatusFilter {
  const last = new LRUCache<string, Remembered>(upTo(max))
  const refOf = (row: LocationRow) => keyOf(deviceRefOf(row))
  return {
    isNews(row) {
      const now = remembered(row)
      if (now.values.alerts !== undefined) return true
      const before = last.get(refOf(row))
      return !before || now.atMs - before.atMs >= repeatAfterMs || !isSame(before, now)
    },
    remember(row) {
      last.set(refOf(row), remembered(row))
    },
  }
}

/** Without a time of the tracker that cannot be: it passes. */
function remembered(row: LocationRow): Remembered {
  const { attributes, deviceTime: _, ...values } = statusOf(row)
  return { values, states: crc32(statesOf(attributes)), atMs: receivedAtMsOf(row) }
}

function isSame(before: Remembered, now: Remembered): boolean {
  const names = Object.keys(now.values)
  return (
    before.states === now.states &&
    names.length === Object.keys(before.values).length &&
    names.every((name) => isSameValue(before.values[name], now.values[name]))
  )
}

function isSameValue(before: unknown, now: unknown): boolean {
  if (typeof before === 'number' && typeof now === 'number') return Math.abs(now - before) < tolerance
  return before === now || JSON.stringify(before) === JSON.stringify(now)
}

/** The attributes that are a state, such as `charging`. Counters and levels are written with the next change. */
function statesOf(attributes: unknown): string {
  return JSON.stringify(
    Object.entries(attributes ?? {}).filter(
      ([name, value]) => typeof value !== 'number' && !radioAttributes.has(name),
    ),
  )
}
