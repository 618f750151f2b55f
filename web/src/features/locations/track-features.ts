// A track as map features: one line per run of one speed class, so that a week is a few thousand lines and not one
// per location.

import type { Alert } from '@rastro/client'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import { numberStops } from '../../ui/trips/shown-segments.ts'
import type { LeftOut, SegmentEnd } from '../../ui/trips/trip.types.ts'
import { positionAt } from './position-at.ts'
import type { Track } from './track.ts'
import { indexAt, isGap, rangeOf } from './track.ts'

/** One colour per step. */
const stepKmh = 10

export type Bounds = [[number, number], [number, number]]

interface LineOptions {
  /** The text on a gap. */
  gapLabel(segment: ShownSegment): string
  /** The instants of locations that do not count: no line leads to them. */
  leftOutMs?: ReadonlySet<number>
}

/** Trips, gaps, and what no segment covers: it is not computed yet, or no longer kept. */
export function lineFeatures(
  track: Track,
  segments: readonly ShownSegment[],
  { gapLabel, leftOutMs = new Set() }: LineOptions,
): GeoJSON.FeatureCollection {
  const features: GeoJSON.Feature[] = []
  let trip = 0
  let covered = 0
  const addLines = (first: number, last: number, properties: object) =>
    features.push(...speedLines(track, indicesOf(track, first, last, leftOutMs), properties))
  for (const segment of segments) {
    const { id, kind } = segment
    const range = rangeOf(track, segment.fromMs, segment.toMs)
    if (range && range.first > covered) addLines(covered, range.first, { trip })
    if (range) covered = Math.max(covered, range.last)
    if (kind === 'trip') {
      if (range) addLines(range.first, range.last, { trip, id })
      trip += 1
    } else if (kind === 'gap') {
      const gap = gapLine(track, segment, gapLabel(segment))
      if (gap) features.push(gap)
    }
  }
  if (covered < track.count - 1) addLines(covered, track.count - 1, { trip })
  return { type: 'FeatureCollection', features }
}

function indicesOf(track: Track, first: number, last: number, leftOutMs: ReadonlySet<number>): number[] {
  const indices = Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
  return leftOutMs.size === 0 ? indices : indices.filter((i) => !leftOutMs.has(track.atMs[i]!))
}

/** Silence within a trip, as in a tunnel, is dotted like a gap. */
function speedLines(track: Track, indices: number[], properties: object): GeoJSON.Feature[] {
  const lines: GeoJSON.Feature[] = []
  let begin = 0
  for (let at = 1; at < indices.length; at += 1) {
    const [before, i, after] = [indices[at - 1]!, indices[at]!, indices[at + 1]]
    const isSilent = i - before === 1 && isGap(track, i)
    const kmh = stepOf(track, i)
    const goesOn = !isSilent && after !== undefined && stepOf(track, after) === kmh
    if (goesOn && !(after - i === 1 && isGap(track, after))) continue
    const kind = isSilent ? 'gap' : 'trip'
    lines.push(line(track, indices.slice(begin, at + 1), { kind, kmh, ...properties }))
    begin = at
  }
  return lines
}

function stepOf({ speedKmh }: Track, i: number): number {
  return Math.round((speedKmh[i]! || 0) / stepKmh) * stepKmh
}

function line(track: Track, indices: number[], properties: GeoJSON.GeoJsonProperties): GeoJSON.Feature {
  const coordinates = indices.map((i) => [track.longitude[i]!, track.latitude[i]!])
  return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } }
}

/** Straight, from end to end, also where the period has only one of them. */
function gapLine(track: Track, { id, source }: ShownSegment, label: string): GeoJSON.Feature | undefined {
  if (!source.end) return undefined
  const coordinates = [placeOf(track, source.start), placeOf(track, source.end)]
  return {
    type: 'Feature',
    properties: { kind: 'gap', id, label },
    geometry: { type: 'LineString', coordinates },
  }
}

/** Longitudes of a track continue beyond 180°. */
function placeOf(track: Track, { dateTime, latitude, longitude }: SegmentEnd): [number, number] {
  const near = track.longitude[Math.max(0, indexAt(track, Date.parse(dateTime)))] ?? longitude
  return [longitude + Math.round((near - longitude) / 360) * 360, latitude]
}

interface PointLabels {
  stop(segment: ShownSegment): string
  start: string
  end: string
}

/** Stops with their numbers, both ends, alerts, and locations that were left out. */
export function pointFeatures(
  track: Track,
  segments: readonly ShownSegment[],
  { alerts, leftOut, labels }: { alerts: Alert[]; leftOut: readonly LeftOut[]; labels: PointLabels },
): GeoJSON.FeatureCollection {
  const last = track.count - 1
  const atIndex = (i: number, properties: GeoJSON.GeoJsonProperties) =>
    point([track.longitude[i]!, track.latitude[i]!], properties)
  const numbers = numberStops(segments)
  const features = segments
    .filter(({ kind }) => kind === 'stop')
    .map((stop) => {
      const properties = { kind: 'stop', number: String(numbers.get(stop.id)), label: labels.stop(stop) }
      return point(placeOf(track, stop.source.start), { ...properties, atMs: stop.fromMs })
    })
  if (segments[0]?.kind !== 'stop') {
    features.unshift(atIndex(0, { kind: 'end', label: labels.start, atMs: track.atMs[0] }))
  }
  if (segments.at(-1)?.kind !== 'stop' && last > 0) {
    features.push(atIndex(last, { kind: 'end', label: labels.end, atMs: track.atMs[last] }))
  }
  for (const { id, dateTime, severity, latitude, longitude } of alerts) {
    const atMs = Date.parse(dateTime)
    const position =
      latitude === null || longitude === null ? positionAt(track, atMs) : { latitude, longitude }
    if (!position) continue
    features.push(point([position.longitude, position.latitude], { kind: 'alert', id, severity, atMs }))
  }
  for (const { dateTime, latitude, longitude, reason } of leftOut) {
    if (latitude === null || longitude === null) continue
    const atMs = Date.parse(dateTime)
    features.push(point(placeOf(track, { dateTime, latitude, longitude }), { kind: 'leftOut', reason, atMs }))
  }
  return { type: 'FeatureCollection', features }
}

function point(coordinates: [number, number], properties: GeoJSON.GeoJsonProperties): GeoJSON.Feature {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates } }
}

/** Of the locations from `first` to `last`. West and south first. East may exceed 180° and is never west of west. */
export function boundsOf(
  { latitude, longitude, count }: Track,
  { first, last } = { first: 0, last: count - 1 },
): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = first; i <= last; i += 1) {
    west = Math.min(west, longitude[i]!)
    east = Math.max(east, longitude[i]!)
    south = Math.min(south, latitude[i]!)
    north = Math.max(north, latitude[i]!)
  }
  return [
    [west, south],
    [east, north],
  ]
}
