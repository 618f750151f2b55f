// Sums of the trips of a device, or of a driver with a device.

import type { LimitsOfDevice } from '../../trips/incidents/incident.api.ts'
import type { ReportedSegment } from '../../trips/reported-segments.api.ts'
import type { Values } from './catalogue.types.ts'
import type { TripIncident } from './driven.ts'
import { cmPer100Km, scoreOf } from './score.ts'

export interface DrivingSums {
  cm: number
  trips: number
  topTenthKmh: number | null
  /** The newest one. */
  limitKmh: number | null
  /** Of trips for which a limit is known. */
  limitedCm: number
  speedings: number
  speedingMs: number
  speedingCm: number
  harshBraking: number
  harshAcceleration: number
  harshCornering: number
}

export function newDrivingSums(): DrivingSums {
  return {
    ...{ cm: 0, trips: 0, topTenthKmh: null, limitKmh: null, limitedCm: 0 },
    ...{ speedings: 0, speedingMs: 0, speedingCm: 0 },
    ...{ harshBraking: 0, harshAcceleration: 0, harshCornering: 0 },
  }
}

export function addTrip(sums: DrivingSums, { segment, cm }: ReportedSegment, limits: LimitsOfDevice): void {
  const { limitKmh } = limits.at(segment.untilMs)
  const top = segment.totals.topSpeedTenthKmh
  sums.cm += cm
  sums.trips += 1
  if (top !== null) sums.topTenthKmh = Math.max(sums.topTenthKmh ?? 0, top)
  if (limitKmh === null) return
  sums.limitKmh = limitKmh
  sums.limitedCm += cm
}

export function addIncident(sums: DrivingSums, { kind, startMs, endMs, cm }: TripIncident): void {
  if (kind !== 'speeding') {
    sums[kind] += 1
    return
  }
  sums.speedings += 1
  sums.speedingMs += endMs! - startMs
  sums.speedingCm += cm!
}

/** Without a limit there is no speeding: unknown is not zero. */
export function drivingValues(sums: DrivingSums): Values {
  const { cm, limitedCm, speedingCm, limitKmh, harshBraking, harshAcceleration, harshCornering } = sums
  const harshEvents = harshBraking + harshAcceleration + harshCornering
  const isLimited = limitKmh !== null
  return {
    distance: cm,
    trips: sums.trips,
    maxSpeed: sums.topTenthKmh,
    speedLimit: isLimited ? limitKmh * 10 : null,
    ...(isLimited && {
      speedings: sums.speedings,
      speedingTime: Math.round(sums.speedingMs / 1_000),
      speedingDistance: speedingCm,
      speedingShare: limitedCm > 0 ? Math.min(1, speedingCm / limitedCm) : null,
      limitedDistance: limitedCm,
      scoredDistance: cm,
      scoredHarshEvents: harshEvents,
    }),
    ...{ harshBraking, harshAcceleration, harshCornering },
    harshTimes100Km: harshEvents * cmPer100Km,
    harshPer100Km: cm > 0 ? (harshEvents * cmPer100Km) / cm : null,
    score: scoreOf({ harshEvents, cm, speedingCm, limitedCm }),
  }
}

/** Of the sums of several rows: only those with a limit. */
export function scoreOfSums(sums: Record<string, number | null>): number | null {
  return scoreOf({
    harshEvents: sums.scoredHarshEvents ?? 0,
    cm: sums.scoredDistance ?? 0,
    speedingCm: sums.speedingDistance ?? 0,
    limitedCm: sums.limitedDistance ?? 0,
  })
}
