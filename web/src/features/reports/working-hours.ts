// The working hours of the report of work time, in the URL and in what the API is asked for.

import type { ReportRequest } from './report-api.ts'
import type { ReportsSearch, SearchChange } from './reports-search.ts'
import { joinList, splitList } from './reports-search.ts'
import { weekdays } from './weekdays.ts'

export type WorkingHours = NonNullable<ReportRequest['workingHours']>

const defaultHours: WorkingHours = { days: weekdays.slice(0, 5), from: '07:00', to: '19:00' }
const shape = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/

/** Those of the report where the URL names none. */
export function workingHoursOf({ hours = '', weekdays: named }: ReportsSearch): WorkingHours {
  const chosen = splitList(named)
  const days = weekdays.filter((day) => chosen.includes(day))
  const [from, to] = shape.test(hours) ? hours.split('-') : []
  return {
    days: days.length > 0 ? days : defaultHours.days,
    from: from ?? defaultHours.from,
    to: to ?? defaultHours.to,
  }
}

export function workingHoursInUrl({
  days,
  from,
  to,
}: WorkingHours): Pick<SearchChange, 'hours' | 'weekdays'> {
  const isUsual = from === defaultHours.from && to === defaultHours.to
  const inOrder = weekdays.filter((day) => days.includes(day))
  const names = joinList(inOrder)
  return {
    hours: isUsual ? undefined : `${from}-${to}`,
    weekdays: names === joinList(defaultHours.days) ? undefined : names,
  }
}

export function isDefault(hours: WorkingHours): boolean {
  const { hours: times, weekdays: days } = workingHoursInUrl(hours)
  return times === undefined && days === undefined
}
