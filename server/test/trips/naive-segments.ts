// The second half of the naive detector: cuts the usable locations into trips, stops and gaps. It looks back over the
// track for every location.

import type { SegmentKind } from '../../src/features/trips/detection/detection.types.ts'
import type { TripSettings } from '../../src/features/trips/detection/settings.ts'
import type { NaiveTrack } from './naive-track.ts'
import { gapMs } from './naive-track.ts'

const bridgeMs = (s: TripSettings) => Math.max(s.bridgeSeconds, 4 * (s.expectedSeconds ?? 0)) * 1_000
const stopMs = (s: TripSettings) => Math.max(s.stopSeconds, 1.5 * (s.expectedSeconds ?? 0)) * 1_000

export interface NaiveCuts {
  cuts: { kind: SegmentKind; first: number; by: string; decided: number }[]
  /** Of each leg, by the index of the location that it ends at: whether its distance counts, and its segment. */
  moved: boolean[]
  segmentOf: number[]
  settingsOf(i: number): TripSettings
  /** Whether the leg to a location is a silence that ended elsewhere. */
  isUnseen(i: number): boolean
}

export function cutNaively({ fixes, metres, kmh }: NaiveTrack): NaiveCuts {
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
  const stood = (i: number) => {
    if (silent(i)) return slept(i)
    const isSlow = kmh(fixes[i - 1]!, fixes[i]!) <= settingsOf(i).standingKmh
    return isSlow && at(i) - at(i - 1) >= stopMs(settingsOf(i))
  }
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
      const mayBeOutlier = !silent(j) && !stood(j) && (speedOf(j) ?? 0) < settingsOf(j).movingKmh * 10
      if (isInside) outside = -1
      else if (halt && outside < 0 && mayBeOutlier) outside = j
      else {
        const other = outside
        const isOther = halt !== undefined && other >= 0 && stationary(other) && between(other, j) <= stay(j)
        halt = undefined
        outside = -1
        if (isOther) halt = { first: other, offFrom: other }
        else if (stood(j)) halt = { first: j - 1, offFrom: j }
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

  const cuts: NaiveCuts['cuts'] = []
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
      /** A third location away, any time after two in a row. */
      const hasStoodAway = (last: number) => {
        for (let j = start + 3; j <= last; j += 1) if (hasLeft(j - 1) && isAway(j)) return true
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
      let goneCm = 0
      for (let j = start + 1; j <= k; j += 1) {
        farthestCm = Math.max(farthestCm, Math.round(between(place, j) * 100))
        if (kmh(fixes[j - 1]!, fixes[j]!) <= settingsOf(j).maxKmh)
          goneCm += Math.round(between(j - 1, j) * 100)
      }
      const s = settingsOf(k)
      const isLong =
        farthestCm >= s.tripMetres * 100 &&
        goneCm >= s.tripMetres * 100 &&
        at(k) - at(start) >= s.tripSeconds * 1_000
      const hasStayed = haltAt(start + 1, k)?.first === start
      if (hasLeft(k) && (hasMoved(k) || hasStoodAway(k)) && isLong && !hasStayed) {
        begin('trip', start, 'moved', k)
        here = k
        finishTrip(start, k)
        return
      }
      const stop = stopAt(start + 1, k)
      if (stop) {
        setMoved(start + 1, stop.first, isManoeuvre(k))
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

  return { cuts, moved, segmentOf, settingsOf, isUnseen: (i) => silent(i) && !slept(i) }
}
