import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Cursor, Limit, UpdatedSince } from '../../../platform/http/paging.ts'
import { nameText } from '../../../platform/http/text.ts'
import { RunBody } from '../report.schema.ts'
import { reportFormats, weekdays } from '../report.types.ts'
import { periodNames, reportEmailStates, scheduleRunStates, stopReasons } from './schedule.types.ts'

const orNull = <S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], description ? { description } : {})
const choice = <T extends string>(values: readonly T[], description?: string) =>
  Type.Enum([...values], { type: 'string', ...(description && { description }) })
const instant = Type.String({ format: 'date-time' })
const day = Type.String({ format: 'date' })

export const maxRecipients = 20

const { from: _from, to: _to, format: _format, ...requestFields } = RunBody.properties
const request = Type.Object(requestFields, {
  additionalProperties: false,
  description: 'As for a report run, without period and format.',
})

const rhythm = Type.Union(
  [
    Type.Object({ every: Type.Literal('daily') }, { additionalProperties: false }),
    Type.Object(
      { every: Type.Literal('weekly'), weekday: choice(weekdays) },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        every: Type.Literal('monthly'),
        day: Type.Union([Type.Integer({ minimum: 1, maximum: 31 }), Type.Literal('last')], {
          description: 'In a month without this day, its last day.',
        }),
      },
      { additionalProperties: false },
    ),
  ],
  { description: 'How often.' },
)

const runState = choice(
  scheduleRunStates,
  '`running`: the files are being written. `sending`: e-mails wait or are being sent. `sent`: none waits any more. `empty`: the report had no rows, and was not sent.',
)

const fields = {
  name: nameText({ description: 'Part of the subject of the e-mails.' }),
  request,
  formats: Type.Array(choice(reportFormats), { minItems: 1, maxItems: 3, uniqueItems: true }),
  rhythm,
  time: Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description: 'In the time zone of the account.',
    examples: ['07:00'],
  }),
  period: choice(periodNames, 'The days before the day of the report. Weeks begin on Monday.'),
  recipients: Type.Array(Type.String({ maxLength: 64 }), {
    minItems: 1,
    maxItems: maxRecipients,
    uniqueItems: true,
    description: 'Ids of contacts with a verified e-mail address.',
  }),
}
const options = {
  sendsEmpty: Type.Boolean({ description: 'Whether a report without rows is sent. The default is false.' }),
  enabled: Type.Boolean({ description: 'The default is true.' }),
}

export const ScheduleBody = Type.Object(
  {
    ...fields,
    sendsEmpty: Type.Optional(options.sendsEmpty),
    enabled: Type.Optional(options.enabled),
  },
  { additionalProperties: false },
)

export const scheduleFields = {
  id: Type.String({ examples: ['rsc_0aB1cD2eF3gH4iJ5kL6mN7'] }),
  ...fields,
  // A contact can be deleted.
  recipients: Type.Array(Type.String(), { description: 'Ids of contacts.' }),
  ...options,
  timeZone: Type.String({ description: 'Of the account.' }),
  userId: orNull(
    Type.String(),
    'The user whose privileges and scope it has: the one who created it, or enabled it after it had stopped. Null if deleted.',
  ),
  nextRunAt: orNull(
    instant,
    'Null if it is not enabled, and for some seconds after the time zone was changed.',
  ),
  stopped: orNull(
    Type.Object({ stoppedAt: instant, reason: choice(stopReasons) }),
    'Why the server disabled it. Null if it did not.',
  ),
  lastRun: orNull(
    Type.Object({
      id: Type.String(),
      day,
      state: runState,
      reason: orNull(Type.String(), 'Why it failed.'),
      startedAt: instant,
      unsentEmails: Type.Integer({ description: 'E-mails that failed or were suppressed.' }),
    }),
    'The newest run that is not a test. Null before the first one.',
  ),
  createdAt: instant,
  modifiedAt: instant,
}
export const ScheduleView = Type.Object(scheduleFields, { $id: 'ReportSchedule', title: 'Report schedule' })

export const SchedulePath = Type.Object({ scheduleId: Type.String({ maxLength: 64 }) })
const paging = { limit: Type.Optional(Limit), cursor: Type.Optional(Cursor) }
export const ScheduleQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name.' })),
    updatedSince: Type.Optional(UpdatedSince),
    ...paging,
  },
  { additionalProperties: false },
)
export const ScheduleRunQuery = Type.Object(paging, { additionalProperties: false })

export const ScheduleRunView = Type.Object(
  {
    id: Type.String({ examples: ['rsr_0aB1cD2eF3gH4iJ5kL6mN7'] }),
    day: orNull(day, 'The day of the schedule. Null for a test.'),
    isTest: Type.Boolean(),
    period: Type.Object({ from: day, to: day }),
    state: runState,
    reason: orNull(Type.String(), 'Why it failed.'),
    reportRunIds: Type.Array(Type.String(), { description: 'One report run per format.' }),
    startedAt: instant,
    emails: Type.Array(
      Type.Object({
        contactId: orNull(Type.String(), 'Null for a test, and if the contact was deleted.'),
        state: choice(
          reportEmailStates,
          '`waiting` with the reason `daily_report_limit`: until the next day. `suppressed`: not sent.',
        ),
        reason: orNull(Type.String()),
        attempts: Type.Integer(),
        unknownAttempts: Type.Integer({
          description: 'Attempts after which it may have been sent. Only these can lead to a second copy.',
        }),
        sentAt: orNull(instant),
      }),
    ),
  },
  { $id: 'ReportScheduleRun', title: 'Report schedule run' },
)

export const LimitBody = Type.Object(
  {
    dailyReportEmailLimit: orNull(
      Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      'E-mails with reports a day. Null restores the default.',
    ),
  },
  { additionalProperties: false },
)
export const limitFields = {
  dailyReportEmailLimit: Type.Integer({ description: 'In force.' }),
  maxDailyReportEmailLimit: Type.Integer({ description: 'Set by the operator.' }),
  used: Type.Integer({ description: 'Today, in the time zone of the account.' }),
}
