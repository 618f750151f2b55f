// The local days of a device whose account has changed its time zone. Days whose locations are no longer kept stay as they
// were computed, so that a device can have days of several zones. Every instant is part of one day, and a later instant is
// never part of an earlier day.

import type { LocalDay, LocalDays } from './detection/local-days.ts'
import { createLocalDays } from './detection/local-days.ts'

/** A zone that counts from an instant on, at which a day of it begins; null is the beginning of the track. */
export type ZonePeriod = [fromMs: number | null, zone: string]

export interface ZonedDays extends LocalDays {
  zoneOf(day: string): string
}

interface Part {
  zone: string
  days: LocalDays
  fromMs: number
  untilMs: number
  firstDay: string
  /** The last day before the next zone; empty if there is none. It ends where the next zone begins. */
  lastDay: string
}

/** Bounds of days that were looked up, for the days of a long recomputation. */
const maxKnown = 1_000
/** A device with more changes of its zone than this forgets the oldest. */
const maxPeriods = 50

export function createZonedDays(periods: ZonePeriod[]): ZonedDays {
  const [[, firstZone], ...others] = periods as [ZonePeriod, ...ZonePeriod[]]
  if (others.length === 0) return { ...createLocalDays(firstZone), zoneOf: () => firstZone }
  const parts = partsOf(periods)
  const known = new Map<string, LocalDay>()
  let current: LocalDay | undefined

  const partOf = (day: string) => parts.findLast(({ firstDay }) => firstDay <= day)!
  function of(day: string): LocalDay {
    const found = known.get(day)
    if (found) return found
    const { days, fromMs, untilMs, lastDay } = partOf(day)
    const { startMs, endMs } = days.of(day)
    const local = {
      day,
      startMs: Math.max(fromMs, Math.min(startMs, untilMs)),
      endMs: day === lastDay ? untilMs : Math.min(endMs, untilMs),
    }
    if (known.size === maxKnown) known.clear()
    known.set(day, local)
    return local
  }

  return {
    zone: parts.at(-1)!.zone,
    zoneOf: (day) => partOf(day).zone,
    of,
    // The detector compares days by identity: consecutive calls for one day return the same object.
    at(instantMs) {
      if (current && instantMs >= current.startMs && instantMs < current.endMs) return current
      const { days, lastDay } = parts.findLast(({ fromMs }) => fromMs <= instantMs)!
      const { day } = days.at(instantMs)
      current = of(lastDay !== '' && day > lastDay ? lastDay : day)
      return current
    },
  }
}

function partsOf(periods: ZonePeriod[]): Part[] {
  const begun = periods.map(([fromMs, zone]) => {
    const days = createLocalDays(zone)
    return fromMs === null
      ? { zone, days, fromMs: Number.NEGATIVE_INFINITY, firstDay: '' }
      : { zone, days, fromMs, firstDay: days.at(fromMs).day }
  })
  return begun.map((part, index) => {
    const next = begun[index + 1]
    return {
      ...part,
      untilMs: next?.fromMs ?? Number.POSITIVE_INFINITY,
      lastDay: next ? addDays(next.firstDay, -1) : '',
    }
  })
}

/**
 * From `kept` on, everything is computed again. This day itself stays in its zone, because its opening does: it ends where
 * the first later day of the new zone begins.
 */
export function changeZone(
  periods: ZonePeriod[],
  zone: string,
  kept: { day: string; startMs: number },
): ZonePeriod[] {
  const earlier = periods.filter(([fromMs]) => fromMs === null || fromMs <= kept.startMs)
  if (earlier.at(-1)![1] === zone) return earlier
  const days = createLocalDays(zone)
  let next = days.of(addDays(kept.day, 1))
  // A date that was skipped has no duration.
  while (next.startMs < kept.startMs || next.endMs === next.startMs) next = days.of(addDays(next.day, 1))
  const [[, oldest], ...others] = earlier.slice(1 - maxPeriods) as [ZonePeriod, ...ZonePeriod[]]
  return [[null, oldest], ...others, [next.startMs, zone]]
}

function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
