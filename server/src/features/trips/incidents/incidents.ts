// Finds incidents in the locations of a device, in the order of time. A pure function of the rows and the limits.

import { kmhOf, metresFrom, pointOf } from '../detection/points.ts'
import type { DrivingLimits, HarshKind, Incident, IncidentRow } from './incident.types.ts'
import { harshKinds } from './incident.types.ts'

/** A speed counts until the next location, but not over a longer silence. */
export const maxHoldMs = 300_000
/** Trackers repeat an event in the reports that follow it. */
export const repeatedWithinMs = 10_000

export interface IncidentFinder {
  /** Returns what the row completes. */
  take(row: IncidentRow): Incident[]
  end(): Incident[]
}

export function createIncidentFinder(limits: DrivingLimits): IncidentFinder {
  const harshAtMs = new Map<HarshKind, number>()
  let span: Incident | undefined
  let last: IncidentRow | undefined

  const close = (): Incident[] => {
    const closed = span ? [span] : []
    span = undefined
    return closed
  }

  function followSpan(row: IncidentRow): Incident[] {
    const done: Incident[] = []
    const isAbove = isAboveLimit(row, limits)
    if (span) {
      if (row.atMs - last!.atMs > maxHoldMs) done.push(...close())
      else {
        span.endMs = row.atMs
        span.cm! += legCm(last!, row, limits)
        if (isAbove) span.topTenthKmh = Math.max(span.topTenthKmh!, row.speedTenthKmh!)
        else done.push(...close())
      }
    }
    if (isAbove && !span) {
      const { atMs, speedTenthKmh } = row
      const ofSpan = { endMs: atMs, cm: 0, topTenthKmh: speedTenthKmh, limitKmh: limits.limitKmh }
      span = { kind: 'speeding', startMs: atMs, ...ofSpan, ...placeIn(row) }
    }
    last = row
    return done
  }

  return {
    take(row) {
      const done: Incident[] = []
      for (const kind of harshIn(row.alerts)) {
        const isRepeated = row.atMs - (harshAtMs.get(kind) ?? Number.NEGATIVE_INFINITY) <= repeatedWithinMs
        harshAtMs.set(kind, row.atMs)
        if (!isRepeated) done.push(harshIncident(kind, row))
      }
      return row.isUsable ? [...done, ...followSpan(row)] : done
    },
    end: close,
  }
}

/** A higher speed than the vehicle can have is an error of the receiver. */
function isAboveLimit({ speedTenthKmh }: IncidentRow, { limitKmh, maxKmh }: DrivingLimits): boolean {
  if (limitKmh === null || speedTenthKmh === null) return false
  return speedTenthKmh > limitKmh * 10 && speedTenthKmh <= maxKmh * 10
}

/** As the distance of trips is computed; a jump counts nothing. */
function legCm(from: IncidentRow, to: IncidentRow, { maxKmh, odometerFactor }: DrivingLimits): number {
  const metres = metresFrom(
    pointOf(from.latitudeE7!, from.longitudeE7!),
    pointOf(to.latitudeE7!, to.longitudeE7!),
  )
  const isPlausible = kmhOf(metres, to.atMs - from.atMs) <= maxKmh
  return isPlausible ? Math.round(metres * 100 * odometerFactor) : 0
}

function harshIncident(kind: HarshKind, row: IncidentRow): Incident {
  const noSpan = { endMs: null, cm: null, topTenthKmh: null, limitKmh: null }
  return { kind, startMs: row.atMs, ...noSpan, ...placeIn(row) }
}

function placeIn({ isUsable, latitudeE7, longitudeE7 }: IncidentRow) {
  return isUsable ? { latitudeE7, longitudeE7 } : { latitudeE7: null, longitudeE7: null }
}

function harshIn(alerts: unknown): readonly HarshKind[] {
  return Array.isArray(alerts) ? harshKinds.filter((kind) => alerts.includes(kind)) : []
}
