// Predicts the effect of an expiry setting on a device.

export interface Expiry {
  isExpiredNow: boolean
  expires: boolean
  /** A date in the account's time zone, such as 2026-11-30. */
  date: string
  today: string
}

/** The message that describes it. */
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
  // ISO dates sort as text.
  if (date <= today) return isExpiredNow ? 'staysExpired' : 'endsNow'
  return isExpiredNow ? 'comesBackUntil' : 'endsOn'
}

/** Today's date in the account's time zone. */
export function todayIn(timeZone: string, now = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now)
}

/** The city of a time zone. */
export function cityOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
}
