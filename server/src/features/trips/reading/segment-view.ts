// A segment as the API shows it.

import type { Static } from 'typebox'
import type { NamePlace } from '../../places/place.api.ts'
import type { Place } from '../detection/detection.types.ts'
import type { LocalDays } from '../detection/local-days.ts'
import { secondsBetween } from '../detection/local-days.ts'
import { noDriving } from '../driving/driving.types.ts'
import { toIso, toMetres, toMetresPerSecond } from '../measures.api.ts'
import { toSegmentId } from '../segment-id.ts'
import { isCut, shareWithin } from './period-share.ts'
import type { ReadSegment, TimeRange } from './reading.types.ts'
import type { SegmentView } from './segment.schema.ts'

export type ShownSegment = Static<typeof SegmentView>

export function toView(segment: ReadSegment, namePlace: NamePlace): ShownSegment {
  const { kind, beganAtMs, endedAtMs, untilMs, totals, began, ended } = segment
  const duration = secondsBetween(beganAtMs, untilMs)
  const isTrip = kind === 'trip'
  const { deviceCm, topSpeedTenthKmh } = totals
  return {
    id: toSegmentId(kind, segment.id),
    deviceId: segment.deviceId,
    type: kind,
    state: endedAtMs !== null ? 'ended' : segment.isSilent ? 'silent' : 'open',
    start: toPoint(beganAtMs, segment.from, namePlace),
    end: endedAtMs === null ? null : toPoint(endedAtMs, segment.to, namePlace),
    duration,
    distance: toMetres(totals.cm),
    bridgedDistance: toMetres(totals.bridgedCm),
    driftDistance: toMetres(totals.driftCm),
    deviceDistance: deviceCm === null ? null : toMetres(deviceCm),
    drivingSeconds: isTrip ? Math.max(0, duration - totals.idleSeconds) : 0,
    idleSeconds: totals.idleSeconds,
    idlings: totals.idlings,
    engineSeconds: totals.engineSeconds,
    maxSpeed: topSpeedTenthKmh === null ? null : toMetresPerSecond(topSpeedTenthKmh),
    averageSpeed: isTrip && duration > 0 ? Math.round(totals.cm / duration) / 100 : null,
    fuelUsed: segment.fuelMl == null ? null : Math.max(0, segment.fuelMl) / 1_000,
    locations: totals.locations,
    coarse: segment.isCoarse,
    beganBy: began.by,
    endedBy: ended?.by ?? null,
    ...(segment.driving ?? noDriving),
    version: segment.version,
    corrections: segment.corrections,
    correctedAt: segment.correctedAtMs === null ? null : toIso(segment.correctedAtMs),
  }
}

/** With the part that lies within the period, if not all of it does. */
export function toViewWithin(
  segment: ReadSegment,
  period: TimeRange,
  days: LocalDays,
  namePlace: NamePlace,
): ShownSegment {
  if (!isCut(segment, period)) return toView(segment, namePlace)
  const { cm, seconds } = shareWithin(segment, period, days)
  return { ...toView(segment, namePlace), cut: true, within: { distance: toMetres(cm), seconds } }
}

function toPoint(atMs: number, { latitudeE7, longitudeE7 }: Place, namePlace: NamePlace) {
  const [latitude, longitude] = [latitudeE7 / 1e7, longitudeE7 / 1e7]
  return { dateTime: toIso(atMs), latitude, longitude, place: namePlace(latitude, longitude) }
}
