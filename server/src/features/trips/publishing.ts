// What a run of the processor reports: events, and the log of corrections.

import { newId } from '../../platform/crypto/ids.ts'
import type { OutboxEvent } from '../events/event.types.ts'
import type { SegmentRow } from './changes.ts'
import { isCorrection, isWorthEvent } from './detection/correction.ts'
import type { ChangedSegment, StoredSegment, WholeSegment } from './detection/matching.ts'
import type { Processed } from './processing.types.ts'
import type { NewCorrection } from './segment.queries.ts'
import { toSegmentId } from './segment-id.ts'

/** History that is imported, or computed for the first time, causes no events. */
const maxAgeMs = 3 * 86_400_000
/** An event is marked as late if it happened so long before. */
const lateAfterMs = 30 * 60_000

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
    start: toIso(beganAtMs),
    end: endedAtMs === null ? null : toIso(endedAtMs),
    distance: toMetres(totals.cm),
  }
}

export function eventsOf({ device, changes, cause }: Processed, now: Date): OutboxEvent[] {
  if (!changes) return []
  const { deviceNumber, deviceId } = device
  const eventAt = (type: string, atMs: number, data: object): OutboxEvent[] => {
    const ageMs = +now - atMs
    if (ageMs > maxAgeMs) return []
    const late = ageMs > lateAfterMs ? { late: true } : {}
    const event = { id: newId('evt'), type, at: new Date(atMs) }
    return [{ ...event, deviceNumber, deviceId, data: { ...data, ...late } }]
  }
  const { changed, withdrawn } = changes.matched
  const beforeOf = new Map(changed.map((one) => [one.after.id, one]))
  const events = changes.written
    .filter(({ kind }) => kind === 'trip')
    .flatMap((trip) => {
      const { before } = beforeOf.get(trip.id) ?? {}
      const isEnded = trip.endedAtMs !== null
      const started = before ? [] : eventAt('trip.started', trip.beganAtMs, startOf(trip))
      if (!isEnded || (before && before.endedAtMs !== null)) return started
      return [...started, ...eventAt('trip.ended', trip.endedAtMs!, endOf(trip))]
    })
  const corrected = changed
    .filter((one) => one.after.kind === 'trip' && isWorthEvent(one))
    .flatMap((one) => eventAt('trip.corrected', one.before.endedAtMs!, correctionData(one, cause)))
  const gone = withdrawn
    .filter(({ kind }) => kind === 'trip')
    .flatMap((trip) => eventAt('trip.withdrawn', trip.endedAtMs ?? trip.beganAtMs, withdrawalOf(trip)))
  return [...events, ...corrected, ...gone]
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
    duration: Math.floor(endedAtMs! / 1_000) - Math.floor(beganAtMs / 1_000),
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

function withdrawalOf(trip: StoredSegment): object {
  return { id: idOf(trip), version: trip.version + 1, before: summaryOf(trip) }
}

const idOf = ({ kind, id }: Pick<StoredSegment, 'kind' | 'id'>) => toSegmentId(kind, id)
const toIso = (atMs: number) => new Date(atMs).toISOString()

/** Whole metres for display; the API's sums are of centimetres. */
export function toMetres(cm: number): number {
  return Math.round(cm / 100)
}

function placeAt(atMs: number, { latitudeE7, longitudeE7 }: SegmentRow['from']): object {
  return { dateTime: toIso(atMs), latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7 }
}
