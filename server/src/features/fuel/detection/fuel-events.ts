// Finds fills and drains in the levels of stops. Pure: the same stops have the same events, in whatever order their
// readings were received.

import type { FuelEvent, FuelReading, FuelStop, FuelThresholds, LastLevel, StopFuel } from './fuel.types.ts'
import { medianOf, smoothReadings } from './smoothing.ts'

/** The share of the tank that a level may move without meaning anything. */
const noiseShare = 0.005
/** Of the tank: what no sensor can tell from noise. */
const leastShare = 0.03
/** A change is certain with so many readings after it, or at the end of the stop. */
const certainReadings = 3
const plateauReadings = 5
const msPerHour = 3_600_000

/** `before` is the last level of the stops before, null if there is none. */
export function fuelOfStop(stop: FuelStop, before: LastLevel | null, thresholds: FuelThresholds): StopFuel {
  const smooth = smoothReadings(stop, before?.ml ?? null, thresholds.tankMl)
  if (smooth.length === 0) return { events: [], firstMl: null, last: null }
  const isEnded = stop.endedAtMs !== null
  const lastOf = (ml: number) => ({ ml, atMs: smooth.at(-1)!.atMs })
  if (stop.isContinued) {
    // The part before ended at this level: a change at the border is found like any other.
    const readings = before ? [{ ...before, isEngineOn: null }, ...smooth] : smooth
    const { events, firstMl, lastMl } = findInStop(readings, isEnded, thresholds)
    return { events, firstMl, last: lastOf(lastMl) }
  }
  const found = findInStop(smooth, isEnded, thresholds)
  const filled = before && filledBefore(smooth[0]!, before, thresholds)
  return {
    events: filled ? [filled, ...found.events] : found.events,
    // Filled before the first reading of this stop: the trip that led to it ended at the level before.
    firstMl: filled ? filled.beforeMl : found.firstMl,
    last: lastOf(found.lastMl),
  }
}

/** Of all stops of a track. */
export function findFuel(stops: FuelStop[], thresholds: FuelThresholds): StopFuel[] {
  let before: LastLevel | null = null
  return stops.map((stop) => {
    const found = fuelOfStop(stop, before, thresholds)
    before = found.last ?? before
    return found
  })
}

/** Between two stops a level only falls. */
function filledBefore(
  { atMs, ml }: FuelReading,
  before: LastLevel,
  { tankMl, minFillMl }: FuelThresholds,
): FuelEvent | null {
  if (ml - before.ml < Math.max(minFillMl, leastShare * tankMl)) return null
  const levels = { beforeMl: before.ml, afterMl: ml, ml: ml - before.ml }
  return { kind: 'fill', fromMs: before.atMs, toMs: atMs, ...levels }
}

function findInStop(
  readings: FuelReading[],
  isEnded: boolean,
  thresholds: FuelThresholds,
): { events: FuelEvent[]; firstMl: number; lastMl: number } {
  const { tankMl, minFillMl, minDrainMl } = thresholds
  const fillMl = Math.max(minFillMl, leastShare * tankMl)
  const drainMl = Math.max(minDrainMl, leastShare * tankMl)
  const noiseMl = noiseShare * tankMl
  const used = idleUse(readings, thresholds)
  const events: FuelEvent[] = []
  const firstMl = plateauFrom(readings, 0, noiseMl)
  let start = 0
  let startMl = firstMl
  /** What the level would be without a fill or drain. */
  const expectedAt = (index: number) => startMl - (used[index]! - used[start]!)
  for (let index = 1; index < readings.length; index += 1) {
    const change = readings[index]!.ml - expectedAt(index)
    const kind = change >= fillMl ? 'fill' : change <= -drainMl ? 'drain' : null
    if (!kind) continue
    const direction = kind === 'fill' ? 1 : -1
    let from = index - 1
    while (from > start && (readings[from]!.ml - expectedAt(from)) * direction > noiseMl) from -= 1
    const to = endOfChange(readings, index, direction, noiseMl)
    if (!isEnded && readings.length - to < certainReadings) break
    const afterMl = plateauFrom(readings, to, noiseMl)
    const beforeMl = plateauUntil(readings, start, from)
    const ml = Math.abs(afterMl - (beforeMl - (used[to]! - used[from]!)))
    const found = { kind, fromMs: readings[from]!.atMs, toMs: readings[to]!.atMs } as const
    addEvent(events, { ...found, beforeMl, afterMl, ml: Math.round(ml) }, noiseMl)
    start = to
    startMl = afterMl
    index = to
  }
  const lastMl = plateauUntil(readings, start, readings.length - 1)
  return { events, firstMl, lastMl }
}

/** The reading after which the level goes no further in this direction. */
function endOfChange(readings: FuelReading[], index: number, direction: 1 | -1, noiseMl: number): number {
  let to = index
  for (let next = to + 1; next < readings.length && next <= to + certainReadings; next += 1) {
    if ((readings[next]!.ml - readings[to]!.ml) * direction > noiseMl) to = next
  }
  return to
}

/** A pause at the pump is not a second fill, and a sensor that fails for some minutes neither a drain nor a fill. */
const pauseMs = 5 * 60_000

function addEvent(events: FuelEvent[], event: FuelEvent, noiseMl: number): void {
  const last = events.at(-1)
  if (!last || event.fromMs - last.toMs > pauseMs) {
    events.push(event)
    return
  }
  events.pop()
  if (last.kind === event.kind) {
    events.push({ ...last, toMs: event.toMs, afterMl: event.afterMl, ml: last.ml + event.ml })
  } else if (Math.abs(event.afterMl - last.beforeMl) > 3 * noiseMl) {
    events.push(last, event)
  }
}

/** The level from a reading on, as long as it stays. */
function plateauFrom(readings: FuelReading[], index: number, noiseMl: number): number {
  const { ml } = readings[index]!
  const part = readings.slice(index, index + plateauReadings)
  const end = part.findIndex((reading) => Math.abs(reading.ml - ml) > 3 * noiseMl)
  return medianOf((end === -1 ? part : part.slice(0, end)).map((reading) => reading.ml))
}

/** The level of the last readings up to one, not before another. */
function plateauUntil(readings: FuelReading[], first: number, last: number): number {
  return medianOf(readings.slice(Math.max(first, last + 1 - plateauReadings), last + 1).map(({ ml }) => ml))
}

/** What the engine has used since the first reading, by reading. */
function idleUse(readings: FuelReading[], { idleMlPerHour, gapMs }: FuelThresholds): number[] {
  let sum = 0
  return readings.map(({ atMs }, index) => {
    const before = readings[index - 1]
    const elapsedMs = before ? atMs - before.atMs : 0
    if (before?.isEngineOn && elapsedMs <= gapMs) sum += (elapsedMs / msPerHour) * idleMlPerHour
    return sum
  })
}
