// A month as weeks, and how dark its days are.

/** 2026-11 */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

export function shiftMonth(month: string, by: number): string {
  return Temporal.PlainYearMonth.from(month).add({ months: by }).toString()
}

export function monthEnds(month: string): { from: string; to: string } {
  const first = Temporal.PlainDate.from(`${month}-01`)
  return { from: first.toString(), to: first.with({ day: first.daysInMonth }).toString() }
}

/** Weeks of seven days; undefined where another month begins or ends. `firstWeekday`: 1 is Monday. */
export function weeksOf(month: string, firstWeekday: number): (string | undefined)[][] {
  const first = Temporal.PlainDate.from(`${month}-01`)
  const before = (first.dayOfWeek - firstWeekday + 7) % 7
  const count = Math.ceil((before + first.daysInMonth) / 7)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const number = week * 7 + weekday - before + 1
      return number < 1 || number > first.daysInMonth
        ? undefined
        : `${month}-${String(number).padStart(2, '0')}`
    }),
  )
}

const shades = 4

/** 0 for nothing, then 1 to 4 by quarters of the longest distance. */
export function shadeOf(distanceM: number, longestM: number): number {
  if (distanceM <= 0 || longestM <= 0) return 0
  return Math.min(shades, Math.ceil((distanceM / longestM) * shades))
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The day that a key moves to; undefined if it does not move. Not beyond `last`. */
export function dayAfterKey(day: string, key: string, last: string): string | undefined {
  const date = Temporal.PlainDate.from(day)
  const months = key === 'PageUp' ? -1 : key === 'PageDown' ? 1 : 0
  const days = steps[key] ?? 0
  if (months === 0 && days === 0) return undefined
  const next = date.add({ months, days }).toString()
  return next > last ? last : next
}
