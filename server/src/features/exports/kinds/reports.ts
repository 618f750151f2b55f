import type { ExportedKind } from './fields.ts'
import { flag, from, idOf, list, number, object, text, time } from './fields.ts'

const day = (column: string) => from([column], 'string', `t.${column}`)

export const reportKinds: ExportedKind[] = [
  {
    name: 'reportDefinitions',
    table: 'report_definitions',
    about: 'Saved reports.',
    key: { number: 'int' },
    fields: {
      id: text('id'),
      name: text('name'),
      request: object('request'),
      userId: text('user_id'),
      createdAt: time('created_at'),
      modifiedAt: time('modified_at'),
    },
  },
  {
    name: 'reportSchedules',
    table: 'report_schedules',
    about: 'Schedules that send reports by e-mail.',
    key: { number: 'int' },
    fields: {
      id: text('id'),
      name: text('name'),
      request: object('request'),
      formats: list('formats'),
      rhythm: object('rhythm'),
      time: text('time_of_day'),
      period: text('period'),
      recipients: from(
        ['report_recipients.contact_number'],
        'array',
        `array(select c.id from report_recipients x
          join contacts c on c.account_id = x.account_id and c.number = x.contact_number
          where x.account_id = t.account_id and x.schedule_number = t.number order by c.number)`,
      ),
      sendsEmpty: flag('sends_empty'),
      enabled: flag('enabled'),
      userId: text('user_id'),
      nextOn: day('next_on'),
      nextRunAt: time('next_due_at'),
      stoppedAt: time('stopped_at'),
      stoppedReason: text('stopped_reason'),
      createdAt: time('created_at'),
      modifiedAt: time('modified_at'),
    },
  },
  {
    name: 'reportScheduleRuns',
    table: 'report_schedule_runs',
    about: 'Reports that were sent by schedules in the last 90 days.',
    key: { number: 'bigint' },
    fields: {
      id: text('id'),
      scheduleId: idOf('report_schedules', 'schedule_number'),
      day: day('occurs_on'),
      testedBy: text('tested_by'),
      from: day('period_from'),
      to: day('period_to'),
      reportRunIds: list('report_run_ids'),
      state: text('state'),
      reason: text('reason'),
      startedAt: time('started_at'),
    },
  },
  {
    name: 'reportEmails',
    table: 'report_emails',
    about: 'E-mails with reports of the last 90 days.',
    key: { number: 'bigint' },
    fields: {
      id: text('id'),
      scheduleRunId: idOf('report_schedule_runs', 'run_number'),
      contactId: idOf('contacts', 'contact_number'),
      to: text('address'),
      state: text('state'),
      reason: text('reason'),
      dueAt: time('due_at'),
      attempts: number('attempts'),
      unknownAttempts: number('unknown'),
      sentAt: time('sent_at'),
      createdAt: time('created_at'),
    },
  },
  {
    name: 'reportEmailDays',
    table: 'report_email_days',
    about: 'E-mails with reports by day.',
    key: { day: 'date' },
    fields: { day: day('day'), used: number('used') },
  },
  {
    name: 'reportEmailLimit',
    table: 'report_email_limits',
    about: "The account's own daily limit of e-mails with reports.",
    key: { account_id: 'int' },
    fields: { dailyReportEmailLimit: number('daily_limit'), modifiedAt: time('modified_at') },
  },
]
