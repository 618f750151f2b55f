// What a run of the processor reports: events, and the log of corrections.

import { newId } from '../../platform/crypto/ids.ts'
import type { OutboxEvent } from '../events/event.types.ts'
import type { SegmentRow } from './changes.ts'
import { isCorrection, isWorthEvent } from './detection/correction.ts'
import { secondsBetween } from './detection/local-days.ts'
import type { ChangedSegment, StoredSegment, WholeSegment } from './detection/matching.ts'
import { toIso, toMetres } from './measures.api.ts'
import type { Processed } from './processing.types.ts'
import type { NewCorrection } from './segment.queries.ts'
import { toSegmentId } from './segment-id.ts'

/** History that is imported, or computed for the first time, causes no events. */
const maxAgeMs = 3 * 86_400_000
/** An event is marked as late if it happened so long before. */
const lateAfterMs = 30 * 60_000
/** Blocks of late locations correct a trip again and again; the log of corrections has every step. */
const correctedEveryMs = 15 * 60_000

/** All changes of segments that had ended. */
export function correctionsOf({ device, changes, cause }: Processed): NewCorrection[] {
  if (!changes) return []
  const { deviceNumber } = device
  const { changed, withdrawn } = changes.matched
  return [
    ...changed.filter(isRewritten).map(({ before, after }) => ({
      ...{ deviceNumber, segmentId: after.id, kind: after.kind, version: after.version, cause },
      before: summaryOf(before),
      after: summaryOf(after),
    })),
    ...withdrawn
      .filter((before) => isCorrection({ before }))
      .map((before) => ({
        ...{ deviceNumber, segmentId: before.id, kind: before.kind, version: before.version + 1, cause },
        before: summaryOf(before),
        after: null,
      })),
  ]
}

const isRewritten = (changed: ChangedSegment) =>
  isCorrection(changed) && changed.after.version !== changed.before.version

export function summaryOf({ beganAtMs, endedAtMs, totals }: WholeSegment): object {
  return {
    startedAt: toIso(beganAtMs),
    endedAt: endedAtMs === null ? null : toIso(endedAtMs),
    distance: toMetres(totals.cm),
  }
}

/** In the order of what happened; corrections follow. */
export function eventsOf({ device, changes, cause }: Processed, now: Date): OutboxEvent[] {
  if (!changes) return []
  const eventOf = (type: string, tripAtMs: number, data: object, at?: Date) =>
    datedEvent(device, type, tripAtMs, data, now, at)
  const { changed, withdrawn } = changes.matched
  const beforeOf = new Map(changed.map((one) => [one.after.id, one]))
  const driven = changes.written
    .filter(({ kind }) => kind === 'trip')
    .flatMap((trip) => {
      const { before } = beforeOf.get(trip.id) ?? {}
      const isEnded = trip.endedAtMs !== null
      const started = before ? [] : eventOf('trip.started', trip.beganAtMs, startOf(trip))
      if (!isEnded || (before && before.endedAtMs !== null)) return started
      return [...started, ...eventOf('trip.ended', trip.endedAtMs!, endOf(trip))]
    })
    .sort((a, b) => +a.at - +b.at)
  const largest = correctionToPublish(changed, device.correctedEventAtMs, now)
  const corrected = largest
    ? eventOf('trip.corrected', largest.before.endedAtMs!, correctionData(largest, cause), now)
    : []
  const gone = withdrawn
    .filter(({ kind }) => kind === 'trip')
    .flatMap((trip) =>
      eventOf('trip.withdrawn', trip.endedAtMs ?? trip.beganAtMs, withdrawalOf(trip, cause), now),
    )
  return [...driven, ...corrected, ...gone]
}

/** None if it is about what happened too long ago. */
export function datedEvent(
  { deviceNumber, deviceId }: Processed['device'],
  type: string,
  aboutMs: number,
  data: object,
  now: Date,
  at = new Date(aboutMs),
): OutboxEvent[] {
  const ageMs = +now - aboutMs
  if (ageMs > maxAgeMs) return []
  const late = ageMs > lateAfterMs ? { late: true } : {}
  return [{ id: newId('evt'), type, at, deviceNumber, deviceId, data: { ...data, ...late } }]
}

/** The one with the largest difference, unless the device had one lately. */
function correctionToPublish(
  changed: ChangedSegment[],
  lastAtMs: number | null,
  now: Date,
): ChangedSegment | undefined {
  if (lastAtMs !== null && +now - lastAtMs < correctedEveryMs) return undefined
  const differenceOf = ({ before, after }: ChangedSegment) => Math.abs(after.totals.cm - before.totals.cm)
  return changed
    .filter(
      (one) => one.after.kind === 'trip' && +now - one.before.endedAtMs! <= maxAgeMs && isWorthEvent(one),
    )
    .sort((a, b) => differenceOf(b) - differenceOf(a))[0]
}

/** The devices of which a correction is published. */
export function correctedDevicesOf(events: OutboxEvent[]): number[] {
  return events.filter(({ type }) => type === 'trip.corrected').map(({ deviceNumber }) => deviceNumber)
}

function startOf(trip: SegmentRow): object {
  return { id: idOf(trip), version: trip.version, start: placeAt(trip.beganAtMs, trip.from) }
}

function endOf(trip: SegmentRow): object {
  const { totals, beganAtMs, endedAtMs } = trip
  return {
    ...startOf(trip),
    end: placeAt(endedAtMs!, trip.to),
    distance: toMetres(totals.cm),
    duration: secondsBetween(beganAtMs, endedAtMs!),
  }
}

function correctionData({ before, after, absorbed }: ChangedSegment, cause: string): object {
  const absorbedIds = absorbed.length > 0 ? { absorbed: absorbed.map(idOf) } : {}
  return {
    id: idOf(after),
    version: after.version,
    cause,
    before: summaryOf(before),
    after: { ...summaryOf(after), ...absorbedIds },
  }
}

function withdrawalOf(trip: StoredSegment, cause: string): object {
  return { id: idOf(trip), version: trip.version + 1, cause, before: summaryOf(trip) }
}

const idOf = ({ kind, id }: Pick<StoredSegment, 'kind' | 'id'>) => toSegmentId(kind, id)

function placeAt(atMs: number, { latitudeE7, longitudeE7 }: SegmentRow['from']): object {
  return { dateTime: toIso(atMs), latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7 }
}
