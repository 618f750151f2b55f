// Measures a leg. Segments are sums of legs.

import type { EngineDay, Leg } from './leg.types.ts'
import type { LocalDays } from './local-days.ts'
import { kmhOf } from './points.ts'
import type { Thresholds } from './settings.ts'
import type { Fix, TripState } from './state.types.ts'

export function legTo(
  state: TripState,
  fix: Fix,
  metres: number,
  engine: EngineDay[],
  thresholds: Thresholds,
  days: LocalDays,
): Leg {
  const { settings } = thresholds
  const from = state.fix!
  const elapsedMs = fix.atMs - from.atMs
  const kmh = kmhOf(metres, elapsedMs)
  // Rounded here, once: from here on only whole numbers are added.
  const computedCm = Math.round(metres * 100 * settings.odometerFactor)
  const isPlausible = kmh <= settings.maxKmh
  const deviceCm = deviceCmBetween(from, fix, settings.maxKmh, elapsedMs)
  const isByDevice = settings.odometer === 'device' && deviceCm !== null && deviceCm !== 'break'
  const isStanding = isStandingLeg(from, fix, metres, kmh, thresholds)
  const hasSpeed = fix.speedTenthKmh !== null && fix.speedTenthKmh <= thresholds.maxTenthKmh
  return {
    fromMs: from.atMs,
    toMs: fix.atMs,
    firstDay: days.at(from.atMs),
    lastDay: days.at(fix.atMs),
    metres,
    kmh,
    isSilent: elapsedMs > thresholds.gapMs,
    isStanding,
    isBridged: false,
    cm: isByDevice ? deviceCm : isPlausible ? computedCm : 0,
    driftCm: isByDevice || isPlausible ? 0 : computedCm,
    deviceCm: deviceCm === 'break' ? null : deviceCm,
    odometerBreaks: deviceCm === 'break' ? 1 : 0,
    engine,
    idlings: followIdling(state, isStanding ? engine : [], settings.idleSeconds),
    speedTenthKmh: hasSpeed ? fix.speedTenthKmh : null,
    part: state.cuts.at(-1)?.atMs,
  }
}

/** A reset, a roll-over or another unit is a break. */
function deviceCmBetween(from: Fix, to: Fix, maxKmh: number, elapsedMs: number): number | null | 'break' {
  if (from.mileageCm === null || to.mileageCm === null) return null
  const cm = to.mileageCm - from.mileageCm
  return cm >= 0 && kmhOf(cm / 100, elapsedMs) <= maxKmh ? cm : 'break'
}

function isStandingLeg(from: Fix, to: Fix, metres: number, kmh: number, { settings }: Thresholds): boolean {
  const { standingKmh } = settings
  if (kmh <= standingKmh) return true
  if (from.speedTenthKmh === null || to.speedTenthKmh === null || metres > settings.stayMetres) return false
  return from.speedTenthKmh <= standingKmh * 10 && to.speedTenthKmh <= standingKmh * 10
}

/** An idling counts once, in the leg in which it becomes long enough. */
function followIdling(state: TripState, engine: EngineDay[], idleSeconds: number): number {
  let seconds = 0
  for (const { onSeconds } of engine) seconds += onSeconds
  const before = state.idleRunSeconds
  state.idleRunSeconds = seconds === 0 ? 0 : before + seconds
  return before < idleSeconds && state.idleRunSeconds >= idleSeconds ? 1 : 0
}
