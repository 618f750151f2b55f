// Periods of a dry run.

export const periods = ['day', 'week', 'month', 'own'] as const
export type Period = (typeof periods)[number]

const dayMs = 86_400_000
const days = { day: 1, week: 7, month: 31 } satisfies Record<Exclude<Period, 'own'>, number>

export function periodOf(period: Exclude<Period, 'own'>, nowMs: number): { from: Date; to: Date } {
  return { from: new Date(nowMs - days[period] * dayMs), to: new Date(nowMs) }
}

/** Parses local time such as `2026-11-15T09:30`. An hour that is skipped is the one after it. */
export function instantIn(local: string, timeZone: string): Date {
  const shown = Date.parse(`${local}Z`)
  // The offset may differ where the first guess lands.
  const guess = shown - distanceMs(shown, timeZone)
  return new Date(shown - distanceMs(guess, timeZone))
}

/** The offset of the zone from UTC at an instant. */
function distanceMs(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(atMs)
  const at = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  const shown = Date.parse(`${at.year}-${at.month}-${at.day}T${at.hour}:${at.minute}:${at.second}Z`)
  return shown - Math.floor(atMs / 1_000) * 1_000
}
