import type { ReportSchedule } from '@rastro/client'
import { expect, test } from 'vitest'
import { bodyOf, draftOf, isWhole, newDraft } from './schedule-draft.ts'

const schedule: ReportSchedule = {
  id: 'rsc_0aB1cD2eF3gH4iJ5kL6mN7',
  name: 'Fleet',
  request: { report: 'fleetSummary', language: 'en', units: 'metric' },
  formats: ['pdf', 'xlsx'],
  rhythm: { every: 'monthly', day: 'last' },
  time: '06:30',
  period: 'lastMonth',
  recipients: ['con_1'],
  sendsEmpty: true,
  enabled: true,
  timeZone: 'Europe/Madrid',
  userId: null,
  nextRunAt: null,
  stopped: null,
  lastRun: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  modifiedAt: '2026-11-01T00:00:00.000Z',
}

test('an edited schedule keeps what was not changed', () => {
  const { name, rhythm, time, period, formats, recipients, sendsEmpty } = schedule
  expect(bodyOf(draftOf(schedule))).toEqual({ name, rhythm, time, period, formats, recipients, sendsEmpty })
})

test('a new one needs recipients, a name, a time and a format', () => {
  const draft = { ...newDraft('Trips'), recipients: ['con_1'] }
  expect(isWhole(draft)).toBe(true)
  for (const part of [{ name: ' ' }, { time: '' }, { formats: [] }, { recipients: [] }]) {
    expect(isWhole({ ...draft, ...part })).toBe(false)
  }
  expect(bodyOf({ ...draft, time: '07:00:00' })).toMatchObject({
    rhythm: { every: 'weekly', weekday: 'monday' },
    time: '07:00',
    period: 'lastWeek',
  })
})
