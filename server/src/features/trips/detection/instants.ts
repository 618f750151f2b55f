// Makes one location of all rows of an instant, and separates those that are dated after their reception.

import { maxAheadMs } from '../ahead.api.ts'
import type { TrackLocation } from './detection.types.ts'

export function isAhead({ fixedAtMs, receivedAtMs }: TrackLocation): boolean {
  return fixedAtMs - receivedAtMs > maxAheadMs
}

/** Shared, because there are hardly ever any. */
const none: number[] = []

export interface Instant {
  location: TrackLocation
  /** Instants before it whose rows are all dated ahead. */
  aheadAtMs: readonly number[]
}

/**
 * `push` takes rows in the order of time and fingerprint and returns the instant that they complete; `end` returns the
 * last one. Rows that are dated ahead count only once a later location follows: until then they are read again.
 */
export function createInstants(): {
  push(row: TrackLocation): Instant | undefined
  end(): Instant | undefined
} {
  let united: TrackLocation | undefined
  let isCopy = false
  let aheadAtMs = none
  let nextAheadAtMs = none

  function take(): Instant | undefined {
    if (!united) return undefined
    const instant = { location: united, aheadAtMs }
    united = undefined
    aheadAtMs = nextAheadAtMs
    nextAheadAtMs = none
    return instant
  }

  return {
    push(row) {
      if (isAhead(row)) {
        if (united?.fixedAtMs === row.fixedAtMs) return undefined
        if (united) nextAheadAtMs = withInstant(nextAheadAtMs, row)
        else aheadAtMs = withInstant(aheadAtMs, row)
        return undefined
      }
      if (united?.fixedAtMs === row.fixedAtMs) {
        united = unite(isCopy ? united : { ...united }, row)
        isCopy = true
        return undefined
      }
      const complete = take()
      if (aheadAtMs !== none) aheadAtMs = aheadAtMs.filter((atMs) => atMs !== row.fixedAtMs)
      united = row
      isCopy = false
      return complete
    },
    end: take,
  }
}

function withInstant(list: number[], { fixedAtMs }: TrackLocation): number[] {
  if (list === none) return [fixedAtMs]
  if (list.at(-1) !== fixedAtMs) list.push(fixedAtMs)
  return list
}

/** The coordinates of the first row that has any, with their accuracy and speed; of the rest the first value. */
function unite(into: TrackLocation, row: TrackLocation): TrackLocation {
  if (into.latitudeE7 === null && row.latitudeE7 !== null) {
    into.latitudeE7 = row.latitudeE7
    into.longitudeE7 = row.longitudeE7
    into.accuracyM = row.accuracyM
    into.speedTenthKmh = row.speedTenthKmh ?? into.speedTenthKmh
  } else into.speedTenthKmh ??= row.speedTenthKmh
  into.ignition ??= row.ignition
  into.moving ??= row.moving
  into.powerVolts ??= row.powerVolts
  into.mileageCm ??= row.mileageCm
  into.engineSeconds ??= row.engineSeconds
  into.driverTag ??= row.driverTag ?? null
  return into
}
