export const timeUnits = ['seconds', 'minutes', 'hours', 'days'] as const
export type TimeUnit = (typeof timeUnits)[number]

export const secondsIn: Record<TimeUnit, number> = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 }

/** The largest that divides it evenly. */
export function fittingUnit(seconds: number | undefined): TimeUnit {
  if (!seconds) return 'minutes'
  return [...timeUnits].reverse().find((unit) => seconds % secondsIn[unit] === 0) ?? 'seconds'
}
