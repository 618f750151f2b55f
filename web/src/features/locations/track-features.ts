// A track as map features: one line per run of one speed class, so that a week is a few thousand lines and not one
// per location.

import type { Alert } from '@rastro/client'
import { positionAt } from './position-at.ts'
import type { Segment } from './segments.ts'
import type { Track } from './track.ts'

/** One colour per step. */
const stepKmh = 10

export type Bounds = [[number, number], [number, number]]

export function driveFeatures(track: Track, segments: Segment[]): GeoJSON.FeatureCollection {
  const features: GeoJSON.Feature[] = []
  let drive = 0
  for (const segment of segments) {
    if (segment.kind === 'driving') {
      features.push(...driveLines(track, segment, drive))
      drive += 1
    } else if (segment.last > segment.first) {
      features.push(line(track, [segment.first, segment.last], { kind: segment.kind }))
    }
  }
  return { type: 'FeatureCollection', features }
}

function driveLines(track: Track, { first, last }: Segment, drive: number): GeoJSON.Feature[] {
  const lines: GeoJSON.Feature[] = []
  let begin = first
  for (let i = first + 1; i <= last; i += 1) {
    const kmh = stepOf(track, i)
    if (i < last && stepOf(track, i + 1) === kmh) continue
    const indices = Array.from({ length: i - begin + 1 }, (_, offset) => begin + offset)
    lines.push(line(track, indices, { kind: 'driving', kmh, drive }))
    begin = i
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

/** Stops with their numbers, both ends, and alerts. `label` gives the text beside a stop. */
export function pointFeatures(
  track: Track,
  segments: Segment[],
  alerts: Alert[],
  labels: { stop(segment: Segment): string; start: string; end: string },
): GeoJSON.FeatureCollection {
  const at = (i: number, properties: GeoJSON.GeoJsonProperties) =>
    point(track.longitude[i]!, track.latitude[i]!, properties)
  const stops = segments.filter(({ kind }) => kind === 'stopped')
  const features = stops.map((stop, i) =>
    at(stop.first, { kind: 'stop', number: String(i + 1), label: labels.stop(stop), atMs: stop.fromMs }),
  )
  const last = track.count - 1
  if (segments[0]?.kind !== 'stopped') {
    features.unshift(at(0, { kind: 'end', label: labels.start, atMs: track.atMs[0] }))
  }
  if (segments.at(-1)?.kind !== 'stopped' && last > 0) {
    features.push(at(last, { kind: 'end', label: labels.end, atMs: track.atMs[last] }))
  }
  for (const { id, dateTime, severity, latitude, longitude } of alerts) {
    const atMs = Date.parse(dateTime)
    const position =
      latitude === null || longitude === null ? positionAt(track, atMs) : { latitude, longitude }
    if (!position) continue
    features.push(point(position.longitude, position.latitude, { kind: 'alert', id, severity, atMs }))
  }
  return { type: 'FeatureCollection', features }
}

function point(longitude: number, latitude: number, properties: GeoJSON.GeoJsonProperties): GeoJSON.Feature {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [longitude, latitude] } }
}

/** West and south first. East may exceed 180° and is never west of west. */
export function boundsOf({ latitude, longitude, count }: Track): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < count; i += 1) {
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
