// Finds fills and drains in the levels of stops. Pure: the same stops have the same events, in whatever order their readings
// were received.

import type { FuelEvent, FuelReading, FuelStop, FuelThresholds, StopLevels } from './fuel.types.ts'
import { medianOf, smoothReadings } from './smoothing.ts'

/** The share of the tank that a level may move without meaning anything. */
const noiseShare = 0.005
/** A change is certain with so many readings after it, or at the end of the stop. */
const certainReadings = 3
const plateauReadings = 5
const msPerHour = 3_600_000

export interface FoundFuel {
  events: FuelEvent[]
  levels: StopLevels[]
}

/** `beforeMl` is the last level of the stop before the first one, null if there is none. */
export function findFuel(
  stops: FuelStop[],
  beforeMl: number | null,
  thresholds: FuelThresholds,
): FoundFuel {
  const events: FuelEvent[] = []
  const levels: StopLevels[] = []
  let lastMl = beforeMl
  let lastAtMs = stops[0]?.beganAtMs ?? 0
  for (const stop of stops) {
    const readings = smoothReadings(stop, lastMl, thresholds.tankMl)
    const { beganAtMs, endedAtMs } = stop
    if (readings.length === 0) {
      levels.push({ beganAtMs, endedAtMs, firstMl: null, lastMl: null })
      continue
    }
    const found = findInStop(readings, endedAtMs !== null, thresholds)
    const filled = lastMl === null ? null : filledBefore(readings[0]!, lastMl, lastAtMs, thresholds)
    if (filled) events.push(filled)
    events.push(...found.events)
    // Filled before the first reading of this stop: the trip that led to it ended at the level before.
    levels.push({ beganAtMs, endedAtMs, firstMl: filled ? filled.beforeMl : found.firstMl, lastMl: found.lastMl })
    lastMl = found.lastMl
    lastAtMs = readings.at(-1)!.atMs
  }
  return { events, levels }
}

/** Between two stops a level only falls. */
function filledBefore(
  { atMs, ml }: FuelReading,
  beforeMl: number,
  beforeAtMs: number,
  { tankMl, minFillMl }: FuelThresholds,
): FuelEvent | null {
  if (ml - beforeMl < Math.max(minFillMl, leastShare * tankMl)) return null
  return { kind: 'fill', fromMs: beforeAtMs, toMs: atMs, beforeMl, afterMl: ml, ml: ml - beforeMl }
}

/** Of the tank: what no sensor can tell from noise. */
const leastShare = 0.03

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
