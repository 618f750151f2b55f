// Adds up what belongs to a segment, by local day.

import type { Sums } from './detection.types.ts'
import type { Leg } from './leg.types.ts'

/** The sums of a day. While it is not certain whether a cut counts, those since the cut are apart. */
export interface PartSums extends Sums {
  /** The instant of the cut. */
  part?: number
}

/** The list is in the order of days. */
export type SumsByDay = PartSums[]

export function sumsOf(list: SumsByDay, day: string, part?: number): PartSums {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const sums = list[index]!
    if (sums.day === day && sums.part === part) return sums
  }
  const sums: PartSums = emptySums(day)
  if (part !== undefined) sums.part = part
  list.push(sums)
  return sums
}

/** The same without the parts since cuts before an instant. */
export function joinParts(list: SumsByDay, beforeMs = Number.POSITIVE_INFINITY): SumsByDay {
  const isKept = ({ part }: PartSums) => part === undefined || part >= beforeMs
  if (list.every(isKept)) return list
  const joined: SumsByDay = []
  for (const sums of list) addSums(sumsOf(joined, sums.day, isKept(sums) ? sums.part : undefined), sums)
  return joined
}

export function emptySums(day: string): Sums {
  return {
    day,
    cm: 0,
    bridgedCm: 0,
    driftCm: 0,
    deviceCm: null,
    odometerBreaks: 0,
    idleSeconds: 0,
    idlings: 0,
    engineSeconds: null,
    topSpeedTenthKmh: null,
    locations: 0,
  }
}

/** Null is "unknown": it adds nothing, and stays null if nothing else is known. */
export function plus(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : a + b
}

export function addSums(into: Sums, from: Sums): void {
  into.cm += from.cm
  into.bridgedCm += from.bridgedCm
  into.driftCm += from.driftCm
  into.deviceCm = plus(into.deviceCm, from.deviceCm)
  into.odometerBreaks += from.odometerBreaks
  into.idleSeconds += from.idleSeconds
  into.idlings += from.idlings
  into.engineSeconds = plus(into.engineSeconds, from.engineSeconds)
  into.topSpeedTenthKmh = fastest(into.topSpeedTenthKmh, from.topSpeedTenthKmh)
  into.locations += from.locations
}

export function addAll(into: SumsByDay, from: SumsByDay): void {
  for (const sums of from) addSums(sumsOf(into, sums.day, sums.part), sums)
}

/** Of a segment, from the sums of its days. */
export function totalsOf(list: readonly Sums[]): Omit<Sums, 'day'> {
  const { day: _, ...totals } = list.reduce((into, sums) => {
    addSums(into, sums)
    return into
  }, emptySums(''))
  return totals
}

function fastest(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}

/**
 * Distance between the days of a leg is divided by time between its first and its last day. Days without a location
 * get none, so that they need no row.
 */
export function addLeg(list: SumsByDay, leg: Leg): void {
  const last = sumsOf(list, leg.firstDay.day, leg.part)
  if (leg.firstDay === leg.lastDay) {
    addDistance(last, leg, leg.cm, leg.driftCm, leg.deviceCm)
    for (const { onSeconds, engineSeconds } of leg.engine) {
      if (leg.isStanding) last.idleSeconds += onSeconds
      last.engineSeconds = plus(last.engineSeconds, engineSeconds)
    }
    addEnd(last, leg)
    return
  }
  const share = (leg.firstDay.endMs - leg.fromMs) / (leg.toMs - leg.fromMs)
  const firstCm = Math.round(leg.cm * share)
  const firstDriftCm = Math.round(leg.driftCm * share)
  const firstDeviceCm = leg.deviceCm === null ? null : Math.round(leg.deviceCm * share)
  addDistance(last, leg, firstCm, firstDriftCm, firstDeviceCm)
  for (const { day, onSeconds, engineSeconds } of leg.engine) {
    const sums = sumsOf(list, day, leg.part)
    if (leg.isStanding) sums.idleSeconds += onSeconds
    sums.engineSeconds = plus(sums.engineSeconds, engineSeconds)
  }
  const end = sumsOf(list, leg.lastDay.day, leg.part)
  const deviceCm = leg.deviceCm === null ? null : leg.deviceCm - firstDeviceCm!
  addDistance(end, leg, leg.cm - firstCm, leg.driftCm - firstDriftCm, deviceCm)
  addEnd(end, leg)
}

function addDistance(sums: Sums, leg: Leg, cm: number, driftCm: number, deviceCm: number | null): void {
  sums.cm += cm
  if (leg.isBridged) sums.bridgedCm += cm
  sums.driftCm += driftCm
  sums.deviceCm = plus(sums.deviceCm, deviceCm)
}

function addEnd(sums: Sums, leg: Leg): void {
  sums.odometerBreaks += leg.odometerBreaks
  sums.idlings += leg.idlings
  sums.topSpeedTenthKmh = fastest(sums.topSpeedTenthKmh, leg.speedTenthKmh)
  sums.locations += 1
}
