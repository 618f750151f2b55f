// What became of the runs of a schedule, and of their e-mails.

import { Text } from '@mantine/core'
import type { ReportSchedule, ReportScheduleRun } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/use-format.ts'
import { reasonText } from './schedule-text.ts'

export function LastRun({ schedule: { lastRun } }: { schedule: ReportSchedule }) {
  const { t } = useTranslation('report-schedules')
  const format = useFormat()
  if (!lastRun) {
    return (
      <Text size="sm" c="dimmed">
        {t('ui:none')}
      </Text>
    )
  }
  return (
    <div>
      <RunOutcome run={lastRun} />
      <Text size="xs" c="dimmed">
        {format.dateTime(lastRun.startedAt)}
      </Text>
    </div>
  )
}

type Outcome = NonNullable<ReportSchedule['lastRun']>

/** A run whose e-mails were not all sent is no success. */
export function RunOutcome({ run }: { run: Pick<Outcome, 'state' | 'reason' | 'unsentEmails'> }) {
  const { t } = useTranslation('report-schedules')
  const { state, reason, unsentEmails } = run
  const isBad = state === 'failed' || unsentEmails > 0
  return (
    <>
      <Text size="sm" {...(isBad && { c: 'var(--mantine-color-error)' })}>
        {t(`runStates.${state}`)}
        {unsentEmails > 0 && ` · ${t('unsent', { count: unsentEmails })}`}
      </Text>
      {reason !== null && (
        <Text size="xs" c="dimmed">
          {reasonText(reason, t)}
        </Text>
      )}
    </>
  )
}

type Email = ReportScheduleRun['emails'][number]

export const isUnsent = ({ state }: Email) => state === 'failed' || state === 'suppressed'

/** `name` is the recipient. */
export function EmailLine({ email, name }: { email: Email; name: string }) {
  const { t } = useTranslation('report-schedules')
  const format = useFormat()
  const { state, sentAt, reason } = email
  const parts = [
    name,
    t(`emailStates.${state}`),
    sentAt !== null && format.dateTime(sentAt),
    reason !== null && reasonText(reason, t),
  ]
  return (
    <Text size="xs" {...(isUnsent(email) ? { c: 'var(--mantine-color-error)' } : { c: 'dimmed' })}>
      {parts.filter(Boolean).join(' · ')}
    </Text>
  )
}
