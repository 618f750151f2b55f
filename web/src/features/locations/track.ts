// The locations of a period in columns, for drawing, searching and playing fifty thousand of them.

import type { Location } from '@rastro/client'
import { kmhPerMs } from '../../ui/speed.ts'
import { distanceM } from './geo.ts'

export const sensors = [
  'altitude',
  'battery',
  'powerVoltage',
  'fuel',
  'temperature',
  'humidity',
  'rpm',
] as const
export type Sensor = (typeof sensors)[number]

export interface Track {
  count: number
  atMs: Float64Array
  latitude: Float64Array
  /** Continues beyond 180° at the antimeridian, so that consecutive values are always close. */
  longitude: Float64Array
  /** NaN if neither reported nor derivable. */
  speedKmh: Float32Array
  /** NaN if not reported. */
  courseDeg: Float32Array
  /** 1 on, 0 off, as last reported; NaN before the first report. Undefined if it is never reported. */
  ignition: Float32Array | undefined
  /** Only columns with values. */
  sensors: Partial<Record<Sensor, Float32Array>>
  /** Longer silence is a gap. */
  longestSilenceMs: number
}

const minSilenceMs = 15 * 60_000
const silentIntervals = 3
/** A simplified track keeps at least one location of this many (server: simplify.ts). */
const maxLeftOut = 200
/** A fix that needs a higher speed is out of reach of the previous one: no speed is derived from it. */
const fastestKmh = 1_200
/** Trackers sleep while they stand: silence that ends where it began is no gap. */
const sameSpotM = 80

interface LocatedFix extends Location {
  latitude: number
  longitude: number
}

/** Locations without a fix or coordinates, and jumps, are dropped. `rawIntervalMs`: of the track before it was simplified. */
export function buildTrack(locations: Location[], rawIntervalMs?: number): Track {
  const located = withoutJumps(locations.filter(isLocated))
  const count = located.length
  const column = (read: (location: LocatedFix) => number | undefined) =>
    Float32Array.from(located, (location) => read(location) ?? Number.NaN)
  const atMs = Float64Array.from(located, ({ dateTime }) => Date.parse(dateTime))
  const reported = sensors.filter((name) => located.some((location) => location[name] !== undefined))
  const intervalMs = medianIntervalMs(atMs)
  const track: Track = {
    count,
    atMs,
    latitude: Float64Array.from(located, ({ latitude }) => latitude),
    longitude: unwrapped(located),
    speedKmh: column(({ speed }) => (speed === undefined ? undefined : speed * kmhPerMs)),
    courseDeg: column(({ course }) => course),
    ignition: located.some(({ ignition }) => ignition !== undefined)
      ? carriedOn(column(({ ignition }) => (ignition === undefined ? undefined : Number(ignition))))
      : undefined,
    sensors: Object.fromEntries(reported.map((name) => [name, column((location) => location[name])])),
    longestSilenceMs: Math.max(
      minSilenceMs,
      silentIntervals * intervalMs,
      rawIntervalMs === undefined ? 0 : maxLeftOut * rawIntervalMs + minSilenceMs,
    ),
  }
  deriveSpeeds(track)
  return track
}

/** Appends locations that are newer than the track. Returns the same track if there are none. */
export function extendTrack(track: Track, locations: Location[]): Track {
  const last = track.count - 1
  if (last < 0) return buildTrack(locations)
  const more = buildTrack(locations.filter(({ dateTime }) => Date.parse(dateTime) > track.atMs[last]!))
  if (more.count === 0) return track
  const turns = Math.round((track.longitude[last]! - more.longitude[0]!) / 360) * 360
  const names = sensors.filter((name) => track.sensors[name] ?? more.sensors[name])
  const either = (one: Float32Array | undefined, other: Float32Array | undefined) =>
    joined(one ?? unknown(track.count), other ?? unknown(more.count))
  const extended: Track = {
    count: track.count + more.count,
    atMs: joined(track.atMs, more.atMs),
    latitude: joined(track.latitude, more.latitude),
    longitude: joined(
      track.longitude,
      more.longitude.map((one) => one + turns),
    ),
    speedKmh: joined(track.speedKmh, more.speedKmh),
    courseDeg: joined(track.courseDeg, more.courseDeg),
    ignition: track.ignition || more.ignition ? carriedOn(either(track.ignition, more.ignition)) : undefined,
    sensors: Object.fromEntries(names.map((name) => [name, either(track.sensors[name], more.sensors[name])])),
    longestSilenceMs: track.longestSilenceMs,
  }
  deriveSpeeds(extended)
  return extended
}

/** Whether there is no data between a location and the previous one. */
export function isGap(track: Track, i: number): boolean {
  const silenceMs = track.atMs[i]! - track.atMs[i - 1]!
  return silenceMs > track.longestSilenceMs && distanceM(track, i - 1, i) > sameSpotM
}

export function medianIntervalMs(atMs: ArrayLike<number>): number {
  const steps = Float64Array.from({ length: Math.max(0, atMs.length - 1) }, (_, i) => atMs[i + 1]! - atMs[i]!)
  return steps.toSorted()[(steps.length - 1) >> 1] ?? 0
}

/** The last location at or before a moment; -1 before the first. */
export function indexAt({ atMs, count }: Track, moment: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (atMs[middle]! <= moment) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The indexes of the locations of a span, both ends included; undefined if there are none. */
export function rangeOf(
  track: Track,
  fromMs: number,
  toMs: number,
): { first: number; last: number } | undefined {
  const before = indexAt(track, fromMs)
  const first = track.atMs[before] === fromMs ? before : before + 1
  const last = indexAt(track, toMs)
  return first <= last ? { first, last } : undefined
}

function isLocated(location: Location): location is LocatedFix {
  return location.valid !== false && location.latitude !== null && location.longitude !== null
}

/** A single fix that is out of reach of those around it, as trips leave it out too. */
function withoutJumps(located: LocatedFix[]): LocatedFix[] {
  const coordinates = {
    latitude: located.map(({ latitude }) => latitude),
    longitude: located.map(({ longitude }) => longitude),
  }
  const atMs = located.map(({ dateTime }) => Date.parse(dateTime))
  const isReached = (from: number, to: number) =>
    distanceM(coordinates, from, to) * 1_000 * kmhPerMs <= fastestKmh * (atMs[to]! - atMs[from]!)
  const isJump = (i: number) => !isReached(i - 1, i) && !isReached(i, i + 1) && isReached(i - 1, i + 1)
  return located.filter((_, i) => i === 0 || i === located.length - 1 || !isJump(i))
}

function unwrapped(located: LocatedFix[]): Float64Array {
  let turns = 0
  let before: number | undefined
  return Float64Array.from(located, ({ longitude }) => {
    if (before !== undefined && Math.abs(longitude - before) > 180) turns += longitude < before ? 360 : -360
    before = longitude
    return longitude + turns
  })
}

function deriveSpeeds(track: Track): void {
  const { speedKmh, atMs, count, longestSilenceMs } = track
  for (let i = 1; i < count; i += 1) {
    const tookMs = atMs[i]! - atMs[i - 1]!
    if (!Number.isNaN(speedKmh[i]) || tookMs <= 0 || tookMs > longestSilenceMs) continue
    const kmh = (distanceM(track, i - 1, i) / tookMs) * 1_000 * kmhPerMs
    if (kmh <= fastestKmh) speedKmh[i] = kmh
  }
}

function unknown(count: number): Float32Array {
  return new Float32Array(count).fill(Number.NaN)
}

function joined<A extends Float32Array | Float64Array>(one: A, other: A): A {
  const both = new (one.constructor as new (length: number) => A)(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** What was reported holds until the next report. */
function carriedOn(column: Float32Array): Float32Array {
  for (let i = 1; i < column.length; i += 1) if (Number.isNaN(column[i])) column[i] = column[i - 1]!
  return column
}
