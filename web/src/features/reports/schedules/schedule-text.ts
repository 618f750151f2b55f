// Schedules and what became of their runs, in words.

import type { ReportSchedule } from '@rastro/client'
import { RastroError } from '@rastro/client'
import { sentenceOf } from '../../../ui/failure.tsx'
import type { Format } from '../../../ui/use-format.ts'
import { weekdays } from '../weekdays.ts'

type Translate = (key: string) => string

export const rhythms = ['daily', 'weekly', 'monthly'] as const
export const lastDayOfMonth = 31

/** Every Monday at 07:00. */
export function rhythmText(
  { rhythm, time }: Pick<ReportSchedule, 'rhythm' | 'time'>,
  format: Format,
  t: (key: string, values: Record<string, unknown>) => string,
): string {
  const at = format.timeOfDay(time)
  if (rhythm.every === 'daily') return t('report-schedules:rhythm.daily', { time: at })
  if (rhythm.every === 'weekly') {
    const weekday = format.weekdayName(weekdays.indexOf(rhythm.weekday) + 1)
    return t('report-schedules:rhythm.weekly', { weekday, time: at })
  }
  return rhythm.day === 'last'
    ? t('report-schedules:rhythm.last', { time: at })
    : t('report-schedules:rhythm.monthly', { day: rhythm.day, time: at })
}

/** Those that the server has a code for. Others are sentences of a mail server, or of a failed report. */
const reasons = [
  'account_blocked',
  'account_closing',
  'account_suspended',
  'contact_unverified',
  'daily_report_limit',
  'email_unverified',
  'mail_not_configured',
  'no_recipients',
  'outcome_unknown',
  'report_cancelled',
  'report_deleted',
  'report_expired',
]

export function reasonText(reason: string, t: Translate): string {
  return reasons.includes(reason) ? t(`report-schedules:reasons.${reason}`) : reason
}

const faults: Record<string, string> = {
  'reportSchedules.email_unverified': 'ownAddress',
  'reportSchedules.test_running': 'testRunning',
  'reportSchedules.too_many': 'tooMany',
  'reportSchedules.not_found': 'notFound',
  'mail.not_configured': 'noMailServer',
  'reports.too_many_unfinished': 'tooManyReports',
}

/** What went wrong, and what can be done about it. */
export function faultText(error: unknown, t: Translate): string {
  const fault = error instanceof RastroError ? faults[error.code] : undefined
  return fault === undefined ? sentenceOf(error, t) : t(`report-schedules:faults.${fault}`)
}
