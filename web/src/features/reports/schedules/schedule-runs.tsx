// The runs of a schedule in a dialog, newest first: state, files, and the e-mail to each recipient.

import { Loader, Stack, Text } from '@mantine/core'
import type { ReportSchedule, ReportScheduleRun } from '@rastro/client'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../../session/session.ts'
import { contactsKey } from '../../../ui/contact-form.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Cell, StackedRow, StackedTable } from '../../../ui/stacked-table.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { EmailLine, isUnsent, RunOutcome } from './schedule-state.tsx'
import { useScheduleRuns } from './use-schedules.ts'

const columns = ['started', 'period', 'state', 'emails'] as const
const maxNames = 1_000
const staleTime = 60_000

interface ScheduleRunsProps {
  schedule: ReportSchedule
  onClose(): void
}

export function ScheduleRuns({ schedule, onClose }: ScheduleRunsProps) {
  const { t } = useTranslation('report-schedules')
  const pages = useScheduleRuns(schedule.id)
  const { data } = useQuery({
    queryKey: [...contactsKey, 'all'],
    queryFn: () => rastro.get('/api/contacts', { query: { limit: maxNames } }),
    staleTime,
  })
  const names = new Map(data?.contacts.map(({ id, name }) => [id, name]))
  return (
    <Dialog onClose={onClose} size="xl" title={t('history.title', { name: schedule.name })}>
      <Stack>
        {pages.error && (
          <Failure
            error={pages.error}
            onRetry={() => {
              inBackground(pages.refetch())
            }}
          />
        )}
        {pages.isPending && <Loader aria-label={t('ui:loading')} />}
        {pages.data && pages.runs.length === 0 && (
          <Empty
            icon={<IconHistory size={32} stroke={1.3} />}
            title={t('history.none')}
            description={t('history.noneHint')}
          />
        )}
        {pages.runs.length > 0 && (
          <>
            <StackedTable
              label={t('history.label')}
              columns={columns.map((column) => t(`history.columns.${column}`))}
            >
              {pages.runs.map((run) => (
                <RunRow key={run.id} run={run} names={names} onOpen={onClose} />
              ))}
            </StackedTable>
            <Text size="xs" c="dimmed">
              {t('history.kept')}
            </Text>
          </>
        )}
        <LoadMore of={pages} />
      </Stack>
    </Dialog>
  )
}

interface RunRowProps {
  run: ReportScheduleRun
  names: ReadonlyMap<string, string>
  onOpen(): void
}

function RunRow({ run, names, onOpen }: RunRowProps) {
  const { t } = useTranslation('report-schedules')
  const format = useFormat()
  const { period, startedAt, isTest, emails, reportRunIds } = run
  const unsentEmails = emails.filter(isUnsent).length
  const recipientOf = (contactId: string | null) =>
    contactId === null
      ? t(isTest ? 'history.you' : 'history.deletedContact')
      : (names.get(contactId) ?? contactId)
  return (
    <StackedRow>
      <Cell slot="first">
        <Text size="sm">{format.dateTime(startedAt)}</Text>
        {isTest && (
          <Text size="xs" c="dimmed">
            {t('history.test')}
          </Text>
        )}
      </Cell>
      <Cell label={t('history.columns.period')}>
        <Text size="sm">
          {period.from === period.to
            ? format.calendarDay(period.from)
            : `${format.calendarDay(period.from)} – ${format.calendarDay(period.to)}`}
        </Text>
      </Cell>
      <Cell label={t('history.columns.state')}>
        <div>
          <RunOutcome run={{ ...run, unsentEmails }} />
          {reportRunIds.map((id, at) => (
            <AnchorLink key={id} to="/reports" search={{ run: id }} size="xs" mr={8} onClick={onOpen}>
              {t('history.file', { number: at + 1 })}
            </AnchorLink>
          ))}
        </div>
      </Cell>
      <Cell label={t('history.columns.emails')}>
        <div>
          {emails.map((email, at) => (
            <EmailLine
              // biome-ignore lint/suspicious/noArrayIndexKey: e-mails have no id, and keep their order.
              key={at}
              email={email}
              name={recipientOf(email.contactId)}
            />
          ))}
        </div>
      </Cell>
    </StackedRow>
  )
}
