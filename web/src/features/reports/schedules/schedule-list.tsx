// The reports that are sent regularly: when, to how many, and what became of the last one.

import { Stack, Text, Title } from '@mantine/core'
import type { ReportSchedule, ReportType } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../session/use-me.ts'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import { Cell, StackedRow, StackedTable } from '../../../ui/stacked-table.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { useUserName } from '../../../ui/use-user-name.ts'
import styles from '../reports.module.css'
import { ScheduleActions } from './schedule-actions.tsx'
import { LastRun } from './schedule-state.tsx'
import { rhythmText } from './schedule-text.ts'
import { useSchedules } from './use-schedules.ts'

const columns = ['name', 'rhythm', 'next', 'last'] as const

/** Nothing is shown before the first schedule: the button is beside the report. */
export function ScheduleList({ types }: { types: ReportType[] }) {
  const { t } = useTranslation('report-schedules')
  const { data, error, refetch } = useSchedules()
  if (!error && (data === undefined || data.length === 0)) return null
  return (
    <section className={styles.screenOnly} aria-label={t('title')}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('title')}
        </Title>
        {error && !data && (
          <Failure
            error={error}
            onRetry={() => {
              inBackground(refetch())
            }}
          />
        )}
        {data && (
          <StackedTable
            label={t('title')}
            columns={columns.map((column) => t(`columns.${column}`))}
            end={t('columns.actions')}
          >
            {data.map((schedule) => (
              <ScheduleRow
                key={schedule.id}
                schedule={schedule}
                type={types.find(({ report }) => report === schedule.request.report)}
              />
            ))}
          </StackedTable>
        )}
      </Stack>
    </section>
  )
}

interface ScheduleRowProps {
  schedule: ReportSchedule
  type: ReportType | undefined
}

function ScheduleRow({ schedule, type }: ScheduleRowProps) {
  const { t } = useTranslation('report-schedules')
  const format = useFormat()
  const mayManage = useMay()('reports.manage')
  const author = useUserName(schedule.userId)
  const { name, recipients, formats } = schedule
  const facts = [type?.title, formats.map((one) => t(`reports:formats.${one}`)).join(', '), author]
  return (
    <StackedRow>
      <Cell slot="first">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      </Cell>
      <Cell label={t('columns.rhythm')}>
        <div>
          <Text size="sm">{rhythmText(schedule, format, t)}</Text>
          <Text size="xs" c="dimmed">
            {t('recipients', { count: recipients.length })}
          </Text>
        </div>
      </Cell>
      <Cell label={t('columns.next')}>
        <Next schedule={schedule} />
      </Cell>
      <Cell label={t('columns.last')}>
        <LastRun schedule={schedule} />
      </Cell>
      <Cell slot="end">
        <ScheduleActions schedule={schedule} type={type} mayManage={mayManage} />
      </Cell>
    </StackedRow>
  )
}

function Next({ schedule: { stopped, enabled, nextRunAt, timeZone } }: { schedule: ReportSchedule }) {
  const { t } = useTranslation('report-schedules')
  const format = useFormat()
  if (stopped) {
    return (
      <div>
        <Text size="sm" c="var(--mantine-color-error)">
          {t('stopped')}
        </Text>
        <Text size="xs" c="dimmed">
          {t(`stopReasons.${stopped.reason}`)}
        </Text>
      </div>
    )
  }
  if (!enabled) return <Text size="sm">{t('paused')}</Text>
  return (
    <div>
      <Text size="sm">{nextRunAt === null ? t('ui:loading') : format.dateTime(nextRunAt)}</Text>
      <Text size="xs" c="dimmed">
        {timeZone}
      </Text>
    </div>
  )
}
