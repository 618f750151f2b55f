// Who is on call at an instant: a function of the schedule alone. Handovers are local times; one that a clock change skips
// happens when the clock has passed it, one that occurs twice at its first occurrence.

import { createSchedule } from '../../../platform/time/weekly-hours.ts'
import type { Layer, OnCall, Rota, Shift } from './schedule.types.ts'

const weekDays = 7

/** Reads a schedule for any number of instants. */
export function createRota({ timeZone, layers, overrides }: Rota): {
  at(atMs: number): OnCall | undefined
  shifts(fromMs: number, toMs: number): Shift[]
} {
  const readers = layers.map((layer) => readLayer(layer, timeZone))
  const spans = overrides.map((one) => ({ ...one, fromMs: one.from.getTime(), toMs: one.to.getTime() }))

  function at(atMs: number): OnCall | undefined {
    // Of overlapping overrides, the one that was made last.
    const override = spans.findLast(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
    if (override) return { participant: override.participant, layer: null, overrideId: override.id }
    for (const [layer, reader] of [...readers.entries()].reverse()) {
      const participant = reader.at(atMs)
      if (participant !== undefined) return { participant, layer, overrideId: null }
    }
    return undefined
  }

  return {
    at,
    shifts(fromMs, toMs) {
      const changes = new Set<number>([fromMs])
      for (const instant of [
        ...spans.flatMap((one) => [one.fromMs, one.toMs]),
        ...readers.flatMap((reader) => reader.changes(fromMs, toMs)),
      ])
        if (instant > fromMs && instant < toMs) changes.add(instant)
      const shifts: Shift[] = []
      for (const instant of [...changes].sort((a, b) => a - b)) {
        const onCall = at(instant)
        const previous = shifts.at(-1)
        if (previous && isSame(previous.onCall, onCall)) continue
        if (previous) previous.to = new Date(instant)
        shifts.push({ from: new Date(instant), to: new Date(toMs), onCall })
      }
      return shifts
    },
  }
}

/** Cut at local midnights, each part with its local date. */
export function splitByDay(shifts: Shift[], timeZone: string): (Shift & { date: string })[] {
  return shifts.flatMap((shift) => {
    const parts: (Shift & { date: string })[] = []
    for (let fromMs = shift.from.getTime(); fromMs < shift.to.getTime(); ) {
      const date = localDate(fromMs, timeZone)
      const midnight = date.add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds
      const toMs = Math.min(shift.to.getTime(), midnight)
      parts.push({ ...shift, from: new Date(fromMs), to: new Date(toMs), date: date.toString() })
      fromMs = toMs
    }
    return parts
  })
}

function isSame(a: OnCall | undefined, b: OnCall | undefined): boolean {
  return a?.participant === b?.participant && a?.layer === b?.layer && a?.overrideId === b?.overrideId
}

function readLayer(layer: Layer, timeZone: string) {
  const { participants, rotation, handoverWeekday, handoverTime, startsOn, hours } = layer
  const isOn = createSchedule(hours, timeZone)
  const first = firstHandover(startsOn, rotation === 'weekly' ? handoverWeekday : undefined)
  const handovers = new Map<string, number>()
  const handoverOn = (date: Temporal.PlainDate) => {
    const key = date.toString()
    let instant = handovers.get(key)
    if (instant === undefined) {
      instant = instantOf(date, handoverTime, timeZone, 'compatible')
      handovers.set(key, instant)
    }
    return instant
  }

  function turnAt(atMs: number): number {
    let date = localDate(atMs, timeZone)
    while (handoverOn(date) > atMs) date = date.subtract({ days: 1 })
    for (let next = date.add({ days: 1 }); handoverOn(next) <= atMs; next = next.add({ days: 1 })) date = next
    const days = first.until(date, { largestUnit: 'day' }).days
    return rotation === 'weekly' ? Math.floor(days / weekDays) : days
  }

  return {
    at(atMs: number): string | undefined {
      if (participants.length === 0 || !isOn(atMs)) return undefined
      const turn = turnAt(atMs)
      return turn < 0 ? undefined : participants[turn % participants.length]
    },
    /** Every instant at which it may change, and some at which it does not. */
    changes(fromMs: number, toMs: number): number[] {
      const instants: number[] = []
      const last = localDate(toMs, timeZone).add({ days: 1 })
      for (
        let date = localDate(fromMs, timeZone).subtract({ days: 1 });
        Temporal.PlainDate.compare(date, last) <= 0;
        date = date.add({ days: 1 })
      ) {
        instants.push(handoverOn(date))
        for (const { from, to } of hours)
          for (const time of [from, to])
            for (const which of ['earlier', 'later'] as const)
              instants.push(
                time === '24:00'
                  ? instantOf(date.add({ days: 1 }), '00:00', timeZone, which)
                  : instantOf(date, time, timeZone, which),
              )
      }
      // Hours are read from the clock, which jumps.
      if (hours.length > 0) instants.push(...clockChanges(fromMs, toMs, timeZone))
      return instants
    },
  }
}

function firstHandover(startsOn: string, weekday: number | undefined): Temporal.PlainDate {
  const date = Temporal.PlainDate.from(startsOn)
  return weekday === undefined ? date : date.add({ days: (weekday - date.dayOfWeek + weekDays) % weekDays })
}

function localDate(atMs: number, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDate()
}

function instantOf(
  date: Temporal.PlainDate,
  time: string,
  timeZone: string,
  disambiguation: 'compatible' | 'earlier' | 'later',
): number {
  return date.toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds
}

function clockChanges(fromMs: number, toMs: number, timeZone: string): number[] {
  const instants: number[] = []
  let zoned = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone)
  for (;;) {
    const next = zoned.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= toMs) return instants
    instants.push(next.epochMilliseconds)
    zoned = next
  }
}
