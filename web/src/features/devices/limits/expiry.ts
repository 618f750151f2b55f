// What will become of a device under an expiry that somebody is about to choose.

export interface Expiry {
  isExpiredNow: boolean
  expires: boolean
  /** A day of the account's calendar, like 2026-11-30. */
  date: string
  today: string
}

/** Which sentence tells it. */
export type Consequence =
  | 'stays'
  | 'chooseDate'
  | 'endsOn'
  | 'endsNow'
  | 'comesBack'
  | 'comesBackUntil'
  | 'staysExpired'

export function consequenceOf({ isExpiredNow, expires, date, today }: Expiry): Consequence {
  if (!expires) return isExpiredNow ? 'comesBack' : 'stays'
  if (date === '') return 'chooseDate'
  // Dates of the calendar are in the order of their letters.
  if (date <= today) return isExpiredNow ? 'staysExpired' : 'endsNow'
  return isExpiredNow ? 'comesBackUntil' : 'endsOn'
}

/** The day it is where the account is. */
export function todayIn(timeZone: string, now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now)
}

/** People know their zone by its city. */
export function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}
