// The locations of a period in columns: fifty thousand of them are drawn, searched and played from here.

import type { Location } from '@rastro/client'
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
  /** Runs on beyond 180° where the antimeridian is crossed, so that neighbours are always near in numbers too. */
  longitude: Float64Array
  /** NaN where neither told nor to be had from the way. */
  speedKmh: Float32Array
  /** NaN where not told. */
  courseDeg: Float32Array
  /** Only those that were told at all. */
  sensors: Partial<Record<Sensor, Float32Array>>
  /** Longer silence is no data. */
  longestSilenceMs: number
}

const kmhPerMs = 3.6
const leastSilenceMs = 15 * 60_000
const silentIntervals = 3
/** A simplified track keeps at least one location of so many (server: simplify.service.ts). */
const maxLeftOut = 200
/** A fix that nothing could have reached from the one before is not to be derived a speed from. */
const fastestKmh = 1_200

interface Placed extends Location {
  latitude: number
  longitude: number
}

/** What is no fix, or has no place, does not become part of the way. `rawIntervalMs`: of the track before it was simplified. */
export function buildTrack(locations: Location[], rawIntervalMs?: number): Track {
  const placed = locations.filter(isPlaced)
  const count = placed.length
  const column = (read: (location: Placed) => number | undefined) =>
    Float32Array.from(placed, (location) => read(location) ?? Number.NaN)
  const atMs = Float64Array.from(placed, ({ dateTime }) => Date.parse(dateTime))
  const told = sensors.filter((name) => placed.some((location) => location[name] !== undefined))
  const intervalMs = medianIntervalMs(atMs)
  const track: Track = {
    count,
    atMs,
    latitude: Float64Array.from(placed, ({ latitude }) => latitude),
    longitude: unwrapped(placed),
    speedKmh: column(({ speed }) => (speed === undefined ? undefined : speed * kmhPerMs)),
    courseDeg: column(({ course }) => course),
    sensors: Object.fromEntries(told.map((name) => [name, column((location) => location[name])])),
    longestSilenceMs: Math.max(
      leastSilenceMs,
      silentIntervals * intervalMs,
      rawIntervalMs === undefined ? 0 : maxLeftOut * rawIntervalMs + leastSilenceMs,
    ),
  }
  deriveSpeeds(track)
  return track
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

function isPlaced(location: Location): location is Placed {
  return location.valid !== false && location.latitude !== null && location.longitude !== null
}

function unwrapped(placed: Placed[]): Float64Array {
  let turns = 0
  let before: number | undefined
  return Float64Array.from(placed, ({ longitude }) => {
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
