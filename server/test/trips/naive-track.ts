// The first half of the naive detector: one location for each instant, what is known of ignition and engine, and which
// coordinates are usable.

import { metresBetween, newCoordinates, withVector } from '../../src/features/geofences/geodesy.api.ts'
import type { TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import type { TripSettings } from '../../src/features/trips/detection/settings.ts'

export interface Seen extends TrackLocation {
  s: TripSettings
  ignitionThen: boolean | null
  runningThen: boolean | null
  counted: number | null
}

export interface NaiveTrack {
  seen: Seen[]
  /** The usable ones, as indexes of `seen` and as themselves. */
  usable: number[]
  fixes: Seen[]
  days: Record<string, Record<string, number>>
  metres(a: TrackLocation, b: TrackLocation): number
  kmh(a: TrackLocation, b: TrackLocation): number
  /** Whether no silence precedes a location of `seen`. */
  connected(k: number): boolean
  dayOf(ms: number): string
  midnightAfter(ms: number): number
}

export const sec = (ms: number) => Math.floor(ms / 1_000)

export const gapMs = (s: TripSettings) => Math.max(s.gapSeconds, 3 * (s.expectedSeconds ?? 0)) * 1_000

export function readNaively(
  rows: TrackLocation[],
  settingsAt: (ms: number) => TripSettings,
  zone: string,
): NaiveTrack {
  const dates = new Map<number, Temporal.PlainDate>()
  const dateOf = (ms: number) => {
    const found = dates.get(ms)
    if (found) return found
    const date = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate()
    dates.set(ms, date)
    return date
  }
  const dayOf = (ms: number) => dateOf(ms).toString()
  const midnightAfter = (ms: number) => dateOf(ms).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds

  // One location for each instant; instants with nothing but rows dated ahead only count.
  const days: NaiveTrack['days'] = {}
  const count = (ms: number, what: string) => {
    const day = dayOf(ms)
    days[day] ??= { locations: 0, ahead: 0, coordinates: 0, accuracy: 0, jump: 0 }
    days[day][what]! += 1
  }
  const byInstant = new Map<number, TrackLocation[]>()
  for (const row of rows) byInstant.set(row.fixedAtMs, [...(byInstant.get(row.fixedAtMs) ?? []), row])
  const seen: Seen[] = []
  const ahead: number[] = []
  for (const fixedAtMs of [...byInstant.keys()].sort((a, b) => a - b)) {
    const all = byInstant.get(fixedAtMs)!.sort((a, b) => a.fingerprint - b.fingerprint)
    const good = all.filter((row) => row.fixedAtMs <= row.receivedAtMs + 300_000)
    if (good.length === 0) {
      ahead.push(fixedAtMs)
      continue
    }
    const first = <Key extends keyof TrackLocation>(key: Key) =>
      (good.find((row) => row[key] !== null)?.[key] ?? null) as TrackLocation[Key]
    const placed = good.find((row) => row.latitudeE7 !== null)
    seen.push({
      ...good[0]!,
      latitudeE7: placed?.latitudeE7 ?? null,
      longitudeE7: placed?.longitudeE7 ?? null,
      accuracyM: (placed ?? good[0]!).accuracyM,
      speedTenthKmh: placed?.speedTenthKmh ?? first('speedTenthKmh'),
      ignition: first('ignition'),
      moving: first('moving'),
      powerVolts: first('powerVolts'),
      mileageCm: first('mileageCm'),
      engineSeconds: first('engineSeconds'),
      s: settingsAt(fixedAtMs),
      ignitionThen: null,
      runningThen: null,
      counted: null,
    })
  }
  for (const ms of ahead) if (seen.length > 0 && ms < seen.at(-1)!.fixedAtMs) count(ms, 'ahead')

  // What is known of ignition and engine holds until the next report or a silence.
  const connected = (k: number) => seen[k]!.fixedAtMs - seen[k - 1]!.fixedAtMs <= gapMs(seen[k]!.s)
  function lastKnown(k: number, read: (one: Seen) => boolean | null): boolean | null {
    for (let j = k; j >= 0; j -= 1) {
      const own = read(seen[j]!)
      if (own !== null) return own
      if (j > 0 && !connected(j)) return null
    }
    return null
  }
  const running = (one: Seen): boolean | null => {
    if (one.s.engine === 'voltage') {
      if (one.powerVolts === null) return null
      return one.powerVolts >= 18 ? one.powerVolts >= 26.4 : one.powerVolts >= 13.2
    }
    if (one.s.engine !== 'movement') return one.ignition
    return one.speedTenthKmh === null ? one.moving : one.speedTenthKmh >= one.s.movingKmh * 10
  }
  for (let k = 0; k < seen.length; k += 1) {
    const one = seen[k]!
    one.ignitionThen = lastKnown(k, (other) => other.ignition)
    one.runningThen = lastKnown(k, running)
    if (one.s.engine !== 'counter' || one.engineSeconds === null) continue
    // The reading before, and the first of the readings with that value.
    const readings = seen.slice(0, k).filter((other) => other.engineSeconds !== null)
    const before = readings.at(-1)
    if (!before) continue
    let since = before
    for (const other of readings.toReversed()) {
      if (other.engineSeconds !== before.engineSeconds) break
      since = other
    }
    const difference = one.engineSeconds - before.engineSeconds!
    if (difference >= 0 && difference <= sec(one.fixedAtMs) - sec(since.fixedAtMs)) one.counted = difference
  }

  // Usable locations.
  const metres = (a: TrackLocation, b: TrackLocation) => {
    const p = withVector(newCoordinates(a.latitudeE7! / 1e7, a.longitudeE7! / 1e7))
    const q = withVector(newCoordinates(b.latitudeE7! / 1e7, b.longitudeE7! / 1e7))
    return metresBetween(p.x, p.y, p.z, q.x, q.y, q.z)
  }
  const kmh = (a: TrackLocation, b: TrackLocation) => (metres(a, b) * 3_600) / (b.fixedAtMs - a.fixedAtMs)
  const candidates: number[] = []
  for (const [k, one] of seen.entries()) {
    count(one.fixedAtMs, 'locations')
    if (one.latitudeE7 === null) count(one.fixedAtMs, 'coordinates')
    else if ((one.accuracyM ?? 0) > one.s.accuracyMetres) count(one.fixedAtMs, 'accuracy')
    else candidates.push(k)
  }
  const usable: number[] = []
  for (let c = 0; c < candidates.length; c += 1) {
    const last = usable.length > 0 ? seen[usable.at(-1)!]! : undefined
    const here = seen[candidates[c]!]!
    if (!last || kmh(last, here) <= here.s.maxKmh) {
      usable.push(candidates[c]!)
      continue
    }
    if (c + 1 === candidates.length) break
    const next = seen[candidates[c + 1]!]!
    const agrees = metres(here, next) <= metres(last, next) && kmh(here, next) <= next.s.maxKmh
    if (agrees) {
      usable.push(candidates[c]!, candidates[c + 1]!)
      c += 1
    } else count(here.fixedAtMs, 'jump')
  }
  const fixes = usable.map((k) => seen[k]!)
  return { seen, usable, fixes, days, metres, kmh, connected, dayOf, midnightAfter }
}
