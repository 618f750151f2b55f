// A second, deliberately naive detector: it looks at the whole track, again and again, and is written from the
// definitions of trips, stops and gaps, not from the code that it checks.

import type { SegmentKind, TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import type { TripSettings } from '../../src/features/trips/detection/settings.ts'
import { cutNaively } from './naive-segments.ts'
import { readNaively, sec } from './naive-track.ts'

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

export function naiveSegments(
  rows: TrackLocation[],
  settingsAt: (ms: number) => TripSettings,
  zone: string,
): OracleResult {
  const track = readNaively(rows, settingsAt, zone)
  const { seen, usable, fixes, days, metres, kmh, connected, dayOf, midnightAfter } = track
  if (fixes.length === 0) return { segments: [], segmentDays: {}, days }
  const { cuts, moved, segmentOf, settingsOf, isUnseen } = cutNaively(track)
  const at = (i: number) => fixes[i]!.fixedAtMs
  const end = fixes.length - 1

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
      if (isGapLeg || (moved[i] && isUnseen(i))) addShared('bridgedCm', cm)
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
