// Vehicles whose tank is known: what was filled, drained and used, and what three kinds of sensors report of it.

import type { Calibration } from '../../src/features/fuel/detection/calibration.ts'
import { toMl } from '../../src/features/fuel/detection/calibration.ts'
import type { FuelEventKind, FuelStop } from '../../src/features/fuel/detection/fuel.types.ts'

export type SensorKind = 'percent' | 'litres' | 'voltage'

export interface TrueEvent {
  kind: FuelEventKind
  fromMs: number
  toMs: number
  ml: number
}

export interface Tank {
  kind: SensorKind
  tankMl: number
  intervalMs: number
  stops: FuelStop[]
  events: TrueEvent[]
  usedMl: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Measured at an odd tank: the float lies low for a long time, and voltage falls with the level. */
const shape = [0, 0.04, 0.11, 0.2, 0.31, 0.42, 0.53, 0.65, 0.78, 0.9, 1]

export function calibrationOf(kind: SensorKind, tankMl: number): Calibration {
  const litres = tankMl / 1_000
  if (kind === 'voltage') return shape.map((share, index) => [4_800 - index * 430, share * litres])
  return [
    [0, 0],
    [kind === 'percent' ? 100 : litres, litres],
  ]
}

function rawOf(kind: SensorKind, ml: number, tankMl: number): number {
  if (kind === 'percent') return Math.round((ml / tankMl) * 100)
  if (kind === 'litres') return Math.round(ml / 500) / 2
  const share = ml / tankMl
  const index = Math.min(
    shape.length - 2,
    shape.findLastIndex((one) => one <= share),
  )
  const part = (share - shape[index]!) / (shape[index + 1]! - shape[index]!)
  return Math.round(4_800 - (index + part) * 430)
}

export function simulateTank(seed: number, days: number): Tank {
  const random = randomFrom(seed)
  const between = (least: number, most: number) => least + random() * (most - least)
  const bell = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const kind = (['percent', 'litres', 'voltage'] as const)[seed % 3]!
  const tankMl = Math.round(between(60, 700)) * 1_000
  const intervalMs = [20, 30, 60, 120][Math.floor(random() * 4)]! * 1_000
  const mlPerKm = (tankMl / 1_000) * between(0.6, 1.1)
  const idleMlPerHour = between(800, 3_000)
  const calibration = calibrationOf(kind, tankMl)
  const tank: Tank = { kind, tankMl, intervalMs, stops: [], events: [], usedMl: 0 }
  let level = tankMl * between(0.4, 0.9)
  let nowMs = Date.parse('2026-03-01T00:00:00Z') + Math.floor(random() * hourMs)

  const read = (stop: FuelStop, atMs: number, isEngineOn: boolean) => {
    const sloshing = atMs < stop.beganAtMs + 45_000 ? 0.03 : 0.004
    const noisy = Math.min(tankMl, Math.max(0, level + bell() * sloshing * tankMl))
    // A sensor that is not ready reports an end of its scale.
    const end = random() < 0.5 ? calibration[0]! : calibration.at(-1)!
    const raw = random() < 0.005 ? end[0] : rawOf(kind, noisy, tankMl)
    stop.readings.push({ atMs, ml: toMl(raw, calibration), isEngineOn })
  }
  const use = (ml: number) => {
    const used = Math.min(level, ml)
    level -= used
    tank.usedMl += used
  }
  const stand = (durationMs: number, change: (TrueEvent & { mlPerMs: number }) | null, idleMs: number) => {
    const stop: FuelStop = {
      beganAtMs: nowMs,
      endedAtMs: nowMs + durationMs,
      isContinued: false,
      readings: [],
    }
    const untilMs = nowMs + durationMs
    for (; nowMs < untilMs; nowMs += intervalMs) {
      const isEngineOn = nowMs < stop.beganAtMs + idleMs
      read(stop, nowMs, isEngineOn)
      const spanMs = Math.min(intervalMs, untilMs - nowMs)
      if (isEngineOn) use((spanMs / hourMs) * idleMlPerHour)
      if (change) {
        const overlapMs = Math.min(nowMs + spanMs, change.toMs) - Math.max(nowMs, change.fromMs)
        if (overlapMs > 0) level += (change.kind === 'fill' ? 1 : -1) * change.mlPerMs * overlapMs
      }
    }
    nowMs = untilMs
    tank.stops.push(stop)
  }
  const changeOf = (eventKind: FuelEventKind, ml: number, afterMs: number, durationMs: number) => {
    const event = {
      kind: eventKind,
      fromMs: nowMs + afterMs,
      toMs: nowMs + afterMs + durationMs,
      ml: Math.round(ml),
    }
    tank.events.push(event)
    return { ...event, mlPerMs: event.ml / durationMs }
  }

  for (let day = 0; day < days; day += 1) {
    const trips = 3 + Math.floor(random() * 6)
    for (let trip = 0; trip < trips; trip += 1) {
      const km = between(4, 70)
      nowMs += Math.round((km / between(30, 80)) * hourMs)
      use(km * mlPerKm)
      const isLow = level < tankMl * 0.3
      if (isLow || random() < 0.04) {
        const room = tankMl * 0.98 - level
        const ml = Math.max(tankMl * 0.06, room * between(0.4, 1))
        if (ml <= room) {
          const beginsMs = between(2.5, 5) * minuteMs
          const durationMs = between(1.5, 6) * minuteMs
          stand(
            Math.round(beginsMs + durationMs + between(4, 15) * minuteMs),
            changeOf('fill', ml, Math.round(beginsMs), Math.round(durationMs)),
            0,
          )
          continue
        }
      }
      stand(Math.round(between(6, 90) * minuteMs), null, random() < 0.3 ? between(3, 40) * minuteMs : 0)
    }
    nowMs += Math.round(between(5, 20) * minuteMs)
    use(6 * mlPerKm)
    const isDrained = random() < 0.15 && level > tankMl * 0.35
    const drained = tankMl * between(0.06, 0.25)
    const atNightMs = between(1, 5) * hourMs
    stand(
      Math.round(between(8, 11) * hourMs),
      isDrained
        ? changeOf('drain', drained, Math.round(atNightMs), Math.round(between(2, 25) * minuteMs))
        : null,
      0,
    )
  }
  return tank
}

function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
