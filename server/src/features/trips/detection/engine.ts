// Engine time between locations of any kind, also those without usable coordinates.

import type { TrackLocation } from './detection.types.ts'
import type { EngineDay } from './leg.types.ts'
import type { LocalDays } from './local-days.ts'
import { secondsBetween } from './local-days.ts'
import type { Thresholds } from './settings.ts'
import type { TripState } from './state.types.ts'
import { plus } from './sums.ts'

/** A charging alternator raises the voltage of a 12 V or a 24 V system above these. */
const charging12V = 13.2
const charging24V = 26.4
const max12V = 18

/** Adds the time since the previous location to the leg in progress, and remembers what this location reports. */
export function followEngine(
  state: TripState,
  location: TrackLocation,
  thresholds: Thresholds,
  days: LocalDays,
): void {
  const { fixedAtMs } = location
  const isConnected = fixedAtMs - state.lastAtMs <= thresholds.gapMs
  if (state.fix && state.running !== null) addRunning(state, fixedAtMs, isConnected, thresholds, days)
  if (thresholds.settings.engine === 'counter') followCounter(state, location, days)
  state.ignition = location.ignition ?? (isConnected ? state.ignition : null)
  state.running = runningAt(location, thresholds) ?? (isConnected ? state.running : null)
}

function addRunning(
  state: TripState,
  toMs: number,
  isConnected: boolean,
  thresholds: Thresholds,
  days: LocalDays,
): void {
  const isOn = isConnected && state.running === true
  const isCounted = thresholds.settings.engine !== 'counter'
  let fromMs = state.lastAtMs
  do {
    const { day, endMs } = days.at(fromMs)
    // A silence is not cut into days: it adds nothing.
    const untilMs = isOn ? Math.min(endMs, toMs) : toMs
    const seconds = isOn ? secondsBetween(fromMs, untilMs) : 0
    const engine = engineDayOf(state.engine, day)
    engine.onSeconds += seconds
    if (isCounted) engine.engineSeconds = plus(engine.engineSeconds, seconds)
    fromMs = untilMs
  } while (fromMs < toMs)
}

/** A counter may advance in large steps, but never faster than time since it last changed. */
function followCounter(state: TripState, location: TrackLocation, days: LocalDays): void {
  const { fixedAtMs, engineSeconds } = location
  if (engineSeconds === null) return
  const { counter } = state
  if (counter) {
    const difference = engineSeconds - counter.seconds
    const isPlausible = difference >= 0 && difference <= secondsBetween(counter.changedAtMs, fixedAtMs)
    if (state.fix && isPlausible) {
      const engine = engineDayOf(state.engine, days.at(fixedAtMs).day)
      engine.engineSeconds = plus(engine.engineSeconds, difference)
    }
    if (difference === 0) return
  }
  state.counter = { seconds: engineSeconds, changedAtMs: fixedAtMs }
}

function engineDayOf(list: EngineDay[], day: string): EngineDay {
  const last = list.at(-1)
  if (last?.day === day) return last
  const added = { day, onSeconds: 0, engineSeconds: null }
  list.push(added)
  return added
}

export function joinEngine(first: EngineDay[], second: EngineDay[]): EngineDay[] {
  for (const { day, onSeconds, engineSeconds } of second) {
    const engine = engineDayOf(first, day)
    engine.onSeconds += onSeconds
    engine.engineSeconds = plus(engine.engineSeconds, engineSeconds)
  }
  return first
}

function runningAt(location: TrackLocation, { settings }: Thresholds): boolean | null {
  switch (settings.engine) {
    case 'voltage': {
      const volts = location.powerVolts
      if (volts === null) return null
      return volts >= (volts < max12V ? charging12V : charging24V)
    }
    case 'movement':
      if (location.speedTenthKmh === null) return location.moving
      return location.speedTenthKmh >= settings.movingKmh * 10
    default:
      return location.ignition
  }
}
