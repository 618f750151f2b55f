// Compares what two settings find in a period. Pure.

import type { OpenSegmentView } from '../detection/advance.ts'
import type { Detected, Place, ReasonName, SegmentDay } from '../detection/detection.types.ts'
import type { LocalDay } from '../detection/local-days.ts'
import { secondsWithin } from '../detection/local-days.ts'
import type { StoredSegment, WholeSegment } from '../detection/matching.ts'
import { matchSegments } from '../detection/matching.ts'
import { totalsOf } from '../detection/sums.ts'

const maxSegments = 2_000

interface Found {
  out: Detected
  open: OpenSegmentView | null
}

export interface ComparedDevice {
  current: ComparedSide
  proposed: ComparedSide
  added: ShownSegment[]
  removed: ShownSegment[]
  changed: number
  truncated: boolean
}

interface ComparedSide {
  totals: ShownTotals
  segments: ShownSegment[]
}

export interface ShownTotals {
  trips: number
  stops: number
  gaps: number
  distance: number
  bridgedDistance: number
  tripSeconds: number
  stopSeconds: number
  gapSeconds: number
  idleSeconds: number
  engineSeconds: number | null
}

interface ShownEnd {
  dateTime: string
  latitude: number
  longitude: number
}

interface ShownSegment {
  type: WholeSegment['kind']
  start: ShownEnd
  end: ShownEnd | null
  duration: number
  distance: number
  idleSeconds: number
  beganBy: ReasonName
  endedBy: ReasonName | null
}

/** The period begins with a local day. What segments counted on the days before is left out. */
export function compareSides(current: Found, proposed: Found, period: LocalDay): ComparedDevice {
  const [before, after] = [segmentsOf(current, period), segmentsOf(proposed, period)]
  const stored = before.segments.map(
    (one, index): StoredSegment => ({ ...one, id: String(index), version: 1 }),
  )
  const { changed, created, withdrawn } = matchSegments(stored, after.segments)
  const shown = (list: WholeSegment[]) => list.slice(0, maxSegments).map((one) => toShown(one, period))
  const lists = [before.segments, after.segments, created, withdrawn]
  return {
    current: { totals: before.totals, segments: shown(before.segments) },
    proposed: { totals: after.totals, segments: shown(after.segments) },
    added: shown(created),
    removed: shown(withdrawn),
    changed: changed.filter(({ before, after }) => after.version !== before.version).length,
    truncated: lists.some((list) => list.length > maxSegments),
  }
}

function segmentsOf(
  { out, open }: Found,
  period: LocalDay,
): { segments: WholeSegment[]; totals: ShownTotals } {
  const parts = [...out.segmentDays, ...(open?.segmentDays ?? [])].filter(({ day }) => day >= period.day)
  const partsOf = Map.groupBy(parts, ({ beganAtMs }) => beganAtMs)
  const segments = [...out.segments, ...(open ? [open.segment] : [])]
    .filter(({ endedAtMs }) => endedAtMs === null || endedAtMs > period.startMs)
    .map((segment): WholeSegment => {
      return { ...segment, totals: totalsOf(partsOf.get(segment.beganAtMs) ?? []) }
    })
  return { segments, totals: toTotals(segments, parts, period) }
}

function toTotals(segments: WholeSegment[], parts: SegmentDay[], period: LocalDay): ShownTotals {
  const { cm, bridgedCm, idleSeconds, engineSeconds } = totalsOf(parts)
  const count = (kind: WholeSegment['kind']) => segments.filter((one) => one.kind === kind).length
  const seconds = (kind: WholeSegment['kind']) =>
    segments.reduce((sum, one) => sum + (one.kind === kind ? secondsOf(one, period) : 0), 0)
  return {
    trips: count('trip'),
    stops: count('stop'),
    gaps: count('gap'),
    distance: toMetres(cm),
    bridgedDistance: toMetres(bridgedCm),
    tripSeconds: seconds('trip'),
    stopSeconds: seconds('stop'),
    gapSeconds: seconds('gap'),
    idleSeconds,
    engineSeconds,
  }
}

function toShown(segment: WholeSegment, period: LocalDay): ShownSegment {
  const { kind, beganAtMs, endedAtMs, from, to, began, ended, totals } = segment
  return {
    type: kind,
    start: placeAt(beganAtMs, from),
    end: endedAtMs === null ? null : placeAt(endedAtMs, to),
    duration: secondsOf(segment, period),
    distance: toMetres(totals.cm),
    idleSeconds: totals.idleSeconds,
    beganBy: began.by,
    endedBy: ended?.by ?? null,
  }
}

function secondsOf({ beganAtMs, endedAtMs }: WholeSegment, period: LocalDay): number {
  return secondsWithin(period, beganAtMs, endedAtMs ?? period.endMs)
}

const toMetres = (cm: number) => Math.round(cm / 100)

function placeAt(atMs: number, { latitudeE7, longitudeE7 }: Place): ShownEnd {
  const dateTime = new Date(atMs).toISOString()
  return { dateTime, latitude: latitudeE7 / 1e7, longitude: longitudeE7 / 1e7 }
}
