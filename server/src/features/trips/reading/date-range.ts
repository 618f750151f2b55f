// Whole days of an account.

import { InvalidError } from '../../../platform/http/errors.ts'
import type { LocalDay, LocalDays } from '../detection/local-days.ts'

export const maxDays = 400

export interface DateRange {
  from: string
  to: string
}

/** Both dates are included. Throws if there are too many days, or none. */
export function listDates({ from, to }: DateRange, days: LocalDays): LocalDay[] {
  const first = Temporal.PlainDate.from(from)
  const last = Temporal.PlainDate.from(to)
  const count = first.until(last, { largestUnit: 'days' }).days + 1
  if (count < 1) throw refused('must not be before from')
  if (count > maxDays) throw refused(`must be at most ${maxDays - 1} days after from`)
  const dates = Array.from({ length: count }, (_, index) => days.of(first.add({ days: index }).toString()))
  // A date that the time zone has skipped has no time.
  return dates.filter(({ startMs, endMs }) => endMs > startMs)
}

function refused(message: string): InvalidError {
  return new InvalidError('query.invalid', `to ${message}.`, { details: [{ path: 'to', message }] })
}
