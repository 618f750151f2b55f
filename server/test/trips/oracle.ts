// A second, deliberately naive detector: it looks at the whole track, again and again, and is written from the
// definitions of trips, stops and gaps, not from the code that it checks.

import { metresBetween, newCoordinates, withVector } from '../../src/features/geofences/geodesy.api.ts'
import type { SegmentKind, TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import type { TripSettings } from '../../src/features/trips/detection/settings.ts'

export interface OracleSegment {
  kind: SegmentKind
  beganAtMs: number
  endedAtMs: number | null
  /** Of the beginning. */
  by: string
  decidedAtMs: number
}

export type OracleSums = Record<string, number | null>

export interface OracleResult {
  segments: OracleSegment[]
  /** By the beginning of the segment and the day. */
  segmentDays: Record<string, OracleSums>
  days: Record<string, Record<string, number>>
}

interface Seen extends TrackLocation {
  s: TripSettings
  ignitionThen: boolean | null
  runningThen: boolean | null
  counted: number | null
}

const sec = (ms: number) => Math.floor(ms / 1_000)

export function naiveSegments(
  rows: TrackLocation[],
  settingsAt: (ms: number) => TripSettings,
  zone: string,
): OracleResult {
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
  const gapMs = (s: TripSettings) => Math.max(s.gapSeconds, 3 * (s.expectedSeconds ?? 0)) * 1_000
  const bridgeMs = (s: TripSettings) => Math.max(s.bridgeSeconds, 4 * (s.expectedSeconds ?? 0)) * 1_000
  const stopMs = (s: TripSettings) => Math.max(s.stopSeconds, 1.5 * (s.expectedSeconds ?? 0)) * 1_000

  // One location for each instant; instants with nothing but rows dated ahead only count.
  const days: OracleResult['days'] = {}
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
  if (fixes.length === 0) return { segments: [], segmentDays: {}, days }

  // Which settings decide a leg: those of the location that completed it, the next one if it was suspected.
  const at = (i: number) => fixes[i]!.fixedAtMs
  const decider = new Map<number, TripSettings>()
  for (let i = 1; i < fixes.length; i += 1) {
    const isSuspect = kmh(fixes[i - 1]!, fixes[i]!) > fixes[i]!.s.maxKmh
    decider.set(i, isSuspect ? fixes[i + 1]!.s : fixes[i]!.s)
  }
  const settingsOf = (i: number) => decider.get(i) ?? fixes[i]!.s

  const stay = (i: number) => Math.max(settingsOf(i).stayMetres, Math.min(200, fixes[i]!.accuracyM ?? 0))
  const between = (i: number, j: number) => metres(fixes[i]!, fixes[j]!)
  const speedOf = (i: number) => fixes[i]!.speedTenthKmh
  const off = (i: number) => settingsOf(i).detection === 'auto' && fixes[i]!.ignitionThen === false
  const silent = (i: number) => at(i) - at(i - 1) > gapMs(settingsOf(i))
  const slept = (i: number) => silent(i) && between(i - 1, i) <= stay(i)
  const believable = (i: number) => {
    const speed = kmh(fixes[i - 1]!, fixes[i]!)
    return speed >= settingsOf(i).movingKmh && speed <= settingsOf(i).maxKmh
  }
  const bridged = (i: number) =>
    silent(i) && !slept(i) && believable(i) && at(i) - at(i - 1) < bridgeMs(settingsOf(i))
  const isGap = (i: number) => silent(i) && !slept(i) && !bridged(i)
  const leave = (i: number) => {
    const s = settingsOf(i)
    const ignition = s.detection === 'auto' ? fixes[i]!.ignitionThen : null
    if (ignition === false) return s.leaveMetres * 2
    return ignition && (speedOf(i) ?? -1) >= s.movingKmh * 10 ? s.leaveMetres / 3 : s.leaveMetres
  }
  const stationary = (i: number) => {
    const s = settingsOf(i)
    const limit = off(i) ? Math.max(s.standingKmh, s.movingKmh) : s.standingKmh
    return speedOf(i) === null || speedOf(i)! <= limit * 10
  }

  /** The location since which the device has stayed, seen from location k, looking back to `from`. */
  function haltAt(
    from: number,
    k: number,
  ): { first: number; offFrom: number; isOutside: boolean } | undefined {
    let halt: { first: number; offFrom: number } | undefined
    let outside = -1
    for (let j = from; j <= k; j += 1) {
      const isInside = halt !== undefined && between(halt.first, j) <= stay(j)
      const mayBeOutlier = !silent(j) && (speedOf(j) ?? 0) < settingsOf(j).movingKmh * 10
      if (isInside) outside = -1
      else if (halt && outside < 0 && mayBeOutlier) outside = j
      else {
        const other = outside
        const isOther = halt !== undefined && other >= 0 && stationary(other) && between(other, j) <= stay(j)
        halt = undefined
        outside = -1
        if (isOther) halt = { first: other, offFrom: other }
        else if (slept(j)) halt = { first: j - 1, offFrom: j }
        else if (stationary(j)) halt = { first: j, offFrom: j }
      }
    }
    return halt && { ...halt, isOutside: outside >= 0 }
  }
  /** The stop that is certain at location k. */
  function stopAt(from: number, k: number): { first: number; by: string } | undefined {
    const halt = haltAt(from, k)
    if (!halt || halt.isOutside) return undefined
    if (at(k) - at(halt.first) >= stopMs(settingsOf(k))) {
      return { first: halt.first, by: silent(k) ? 'slept' : 'stayed' }
    }
    let offFirst = -1
    for (let j = k; j >= halt.offFrom && off(j); j -= 1) offFirst = j
    const isOffLong = offFirst >= 0 && at(k) - at(offFirst) >= settingsOf(k).ignitionOffSeconds * 1_000
    return isOffLong ? { first: halt.first, by: 'ignitionOff' } : undefined
  }

  const cuts: { kind: SegmentKind; first: number; by: string; decided: number }[] = []
  const moved: boolean[] = fixes.map(() => false)
  const segmentOf: number[] = fixes.map(() => 0)
  const begin = (kind: SegmentKind, first: number, by: string, decided: number) => {
    cuts.push({ kind, first, by, decided })
    for (let j = first + 1; j < fixes.length; j += 1) segmentOf[j] = cuts.length - 1
  }
  const setMoved = (from: number, to: number, value: boolean) => {
    for (let j = from; j <= to; j += 1) moved[j] = value
  }
  const passGap = (k: number) => {
    begin('gap', k - 1, 'silence', k)
    moved[k] = true
    begin('stop', k, 'reported', k)
  }
  const end = fixes.length - 1
  begin('stop', 0, 'first', 0)
  let place = 0
  let here = 0
  if (fixes[0]!.s.detection === 'ignition') byIgnition()
  else byMotion()

  function byMotion(): void {
    while (here < end) {
      if (cuts.at(-1)!.kind === 'stop') leaveStop()
      else leaveTrip()
    }
  }

  function leaveStop(): void {
    const start = here
    const isAtStop = (k: number) => between(place, k) <= Math.min(stay(k), leave(k))
    for (let k = start + 1; k <= end; k += 1) {
      const isAway = (j: number) => between(place, j) > leave(j)
      const hasLeft = (last: number) => {
        for (let j = start + 2; j <= last; j += 1) if (isAway(j - 1) && isAway(j)) return true
        return false
      }
      const hasMoved = (last: number) => {
        for (let j = start + 1; j <= last; j += 1) {
          if (speedOf(j) === null || speedOf(j)! >= settingsOf(j).movingKmh * 10) return true
        }
        return false
      }
      const isManoeuvre = (last: number) => hasLeft(last) && hasMoved(last)
      if (isAtStop(k)) {
        setMoved(start + 1, k, k > start + 1 && isManoeuvre(k - 1))
        here = k
        return
      }
      if (isGap(k)) {
        setMoved(start + 1, k - 1, isManoeuvre(k - 1))
        passGap(k)
        place = here = k
        return
      }
      let farthestCm = 0
      for (let j = start + 1; j <= k; j += 1)
        farthestCm = Math.max(farthestCm, Math.round(between(place, j) * 100))
      const s = settingsOf(k)
      const isLong = farthestCm >= s.tripMetres * 100 && at(k) - at(start) >= s.tripSeconds * 1_000
      const hasStayed = haltAt(start + 1, k)?.first === start
      if (hasLeft(k) && isLong && !hasStayed) {
        begin('trip', start, 'moved', k)
        here = k
        finishTrip(start, k)
        return
      }
      const stop = stopAt(start + 1, k)
      if (stop) {
        setMoved(start + 1, stop.first, hasLeft(k))
        setMoved(stop.first + 1, k, false)
        place = stop.first
        here = k
        return
      }
      if (k === end) setMoved(start + 1, end, isManoeuvre(end))
    }
    here = end
  }

  function leaveTrip(): void {
    const start = cuts.at(-1)!.first
    for (let k = here + 1; k <= end; k += 1) {
      here = k
      if (isGap(k)) {
        setMoved(start + 1, k - 1, true)
        passGap(k)
        place = k
        return
      }
      if (finishTrip(start, k)) return
    }
  }

  function finishTrip(start: number, k: number): boolean {
    setMoved(start + 1, k, true)
    const stop = stopAt(start + 1, k)
    if (!stop) return false
    setMoved(stop.first + 1, k, false)
    begin('stop', stop.first, stop.by, k)
    place = stop.first
    return true
  }

  function byIgnition(): void {
    const isOn = (k: number) => fixes[k]!.ignitionThen === true
    let onSince = isOn(0) ? 0 : -1
    let offSince = -1
    for (let k = 1; k <= end; k += 1) {
      const s = settingsOf(k)
      const isTrip = cuts.at(-1)!.kind === 'trip'
      if (isGap(k) || (!isTrip && bridged(k))) {
        passGap(k)
        onSince = isOn(k) ? k : -1
        offSince = -1
        continue
      }
      if (isTrip) {
        moved[k] = true
        if (slept(k) && !isOn(k) && offSince < 0) offSince = k - 1
        if (isOn(k)) offSince = -1
        else if (offSince >= 0) {
          if (at(k) - at(offSince) < s.ignitionOffSeconds * 1_000) continue
          setMoved(offSince + 1, k, false)
          begin('stop', offSince, silent(k) ? 'slept' : 'ignitionOff', k)
          offSince = onSince = -1
        } else if (fixes[k]!.ignitionThen === false) offSince = k
        continue
      }
      moved[k] = false
      if (!isOn(k)) onSince = -1
      else if (onSince < 0) onSince = k
      else if (at(k) - at(onSince) >= s.tripSeconds * 1_000) {
        begin('trip', onSince, 'ignitionOn', k)
        setMoved(onSince + 1, k, true)
        offSince = -1
      }
    }
  }

  // Segments without duration are none; what belongs to them belongs to the next.
  const segments: OracleSegment[] = []
  const indexOfCut: number[] = []
  for (const [c, cut] of cuts.entries()) {
    const next = cuts[c + 1]
    indexOfCut[c] = segments.length
    if (next && next.first === cut.first) continue
    segments.push({
      kind: cut.kind,
      beganAtMs: at(cut.first),
      endedAtMs: next ? at(next.first) : null,
      by: cut.by,
      decidedAtMs: at(cut.decided),
    })
  }

  // Sums.
  const segmentDays: OracleResult['segmentDays'] = {}
  const sumsOf = (leg: number, ms: number): OracleSums => {
    const segment = segments[indexOfCut[segmentOf[leg]!]!]!
    const key = `${segment.beganAtMs} ${dayOf(ms)}`
    segmentDays[key] ??= {
      ...{ cm: 0, bridgedCm: 0, driftCm: 0, deviceCm: null, odometerBreaks: 0, idleSeconds: 0, idlings: 0 },
      ...{ engineSeconds: null, topSpeedTenthKmh: null, locations: 0 },
    }
    return segmentDays[key]
  }
  const add = (sums: OracleSums, name: string, value: number) => {
    sums[name] = (sums[name] ?? 0) + value
  }
  add(sumsOf(0, at(0)), 'locations', 1)
  let idleRun = 0
  for (let i = 1; i <= end; i += 1) {
    const s = settingsOf(i)
    const [from, to] = [fixes[i - 1]!, fixes[i]!]
    const last = sumsOf(i, at(i))
    add(last, 'locations', 1)
    const speed = to.speedTenthKmh
    if (speed !== null && speed <= s.maxKmh * 10) {
      last.topSpeedTenthKmh = Math.max(last.topSpeedTenthKmh ?? speed, speed)
    }

    // Distance.
    const isFirstOnly = dayOf(at(i - 1)) === dayOf(at(i))
    const share = isFirstOnly ? 1 : (midnightAfter(at(i - 1)) - at(i - 1)) / (at(i) - at(i - 1))
    const addShared = (name: string, value: number) => {
      const part = Math.round(value * share)
      add(sumsOf(i, at(i - 1)), name, part)
      if (!isFirstOnly) add(last, name, value - part)
    }
    const computed = Math.round(metres(from, to) * 100 * s.odometerFactor)
    let device: number | null = null
    if (from.mileageCm !== null && to.mileageCm !== null) {
      device = to.mileageCm - from.mileageCm
      const isWrong = device < 0 || (device * 36) / (at(i) - at(i - 1)) > s.maxKmh
      if (isWrong) {
        device = null
        add(last, 'odometerBreaks', 1)
      } else addShared('deviceCm', device)
    }
    const isGapLeg = cuts[segmentOf[i]!]!.kind === 'gap'
    const counts = (cm: number) => {
      addShared('cm', cm)
      if (isGapLeg || (moved[i] && silent(i) && !slept(i))) addShared('bridgedCm', cm)
    }
    if (s.odometer === 'device' && device !== null) counts(device)
    else if (!moved[i] || kmh(from, to) > s.maxKmh) addShared('driftCm', computed)
    else counts(computed)

    // Engine.
    const isSlow = kmh(from, to) <= s.standingKmh
    const bothStand = [from, to].every((one) => (one.speedTenthKmh ?? 1e9) <= s.standingKmh * 10)
    const isStanding = isSlow || (bothStand && metres(from, to) <= s.stayMetres)
    let idle = 0
    for (let k = usable[i - 1]! + 1; k <= usable[i]!; k += 1) {
      const now = seen[k]!
      const isCounter = now.s.engine === 'counter'
      if (isCounter && now.counted !== null) add(sumsOf(i, now.fixedAtMs), 'engineSeconds', now.counted)
      const before = seen[k - 1]!
      if (before.runningThen === null) continue
      if (!isCounter) add(sumsOf(i, before.fixedAtMs), 'engineSeconds', 0)
      if (!before.runningThen || !connected(k)) continue
      for (let ms = before.fixedAtMs; ms < now.fixedAtMs; ) {
        const until = Math.min(now.fixedAtMs, midnightAfter(ms))
        if (!isCounter) add(sumsOf(i, ms), 'engineSeconds', sec(until) - sec(ms))
        if (isStanding) {
          add(sumsOf(i, ms), 'idleSeconds', sec(until) - sec(ms))
          idle += sec(until) - sec(ms)
        }
        ms = until
      }
    }
    if (idle > 0 && idleRun < s.idleSeconds && idleRun + idle >= s.idleSeconds) add(last, 'idlings', 1)
    idleRun = idle > 0 ? idleRun + idle : 0
  }
  return { segments, segmentDays, days }
}
