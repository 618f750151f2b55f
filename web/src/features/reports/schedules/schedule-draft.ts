// What the form of a schedule holds, and what the API is given of it.

import type { ReportSchedule } from '@rastro/client'
import type { weekdays } from '../weekdays.ts'
import type { ReportFormat, ScheduleBody } from './schedule-api.ts'
import type { rhythms } from './schedule-text.ts'

type Rhythm = (typeof rhythms)[number]
type Period = ReportSchedule['period']

/** The choices of other rhythms are kept while the user tries one. */
export interface ScheduleDraft {
  name: string
  every: Rhythm
  weekday: (typeof weekdays)[number]
  day: number | 'last'
  time: string
  period: Period
  formats: ReportFormat[]
  recipients: string[]
  sendsEmpty: boolean
}

export const maxFormats = 3

/** Of a report that is sent after the days that it is about. */
export const usualPeriods: Record<Rhythm, Period> = {
  daily: 'yesterday',
  weekly: 'lastWeek',
  monthly: 'lastMonth',
}

export function newDraft(name: string): ScheduleDraft {
  return {
    name,
    every: 'weekly',
    weekday: 'monday',
    day: 1,
    time: '07:00',
    period: usualPeriods.weekly,
    formats: ['pdf'],
    recipients: [],
    sendsEmpty: false,
  }
}

export function draftOf(schedule: ReportSchedule): ScheduleDraft {
  const { name, rhythm, time, period, formats, recipients, sendsEmpty } = schedule
  return {
    ...newDraft(name),
    every: rhythm.every,
    ...(rhythm.every === 'weekly' && { weekday: rhythm.weekday }),
    ...(rhythm.every === 'monthly' && { day: rhythm.day }),
    ...{ time, period, formats, recipients, sendsEmpty },
  }
}

export function isWhole({ name, time, formats, recipients }: ScheduleDraft): boolean {
  return name.trim() !== '' && time !== '' && formats.length > 0 && recipients.length > 0
}

export function bodyOf(draft: ScheduleDraft): Omit<ScheduleBody, 'request'> {
  const { name, time, period, formats, recipients, sendsEmpty } = draft
  // Browsers may add seconds.
  return {
    name: name.trim(),
    rhythm: rhythmOf(draft),
    time: time.slice(0, 5),
    period,
    formats,
    recipients,
    sendsEmpty,
  }
}

function rhythmOf({ every, weekday, day }: ScheduleDraft): ScheduleBody['rhythm'] {
  if (every === 'daily') return { every }
  return every === 'weekly' ? { every, weekday } : { every, day }
}
