// The files that were made, newest first.

import { Group, Menu, Stack, Text, Title } from '@mantine/core'
import type { ReportRun, ReportType } from '@rastro/client'
import { IconFiles, IconGitCompare, IconRepeat, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../session/use-me.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useUserName } from '../../ui/use-user-name.ts'
import { deleteRun } from './report-api.ts'
import { searchOf } from './report-request.ts'
import styles from './reports.module.css'
import { RunActions, RunState } from './run-state.tsx'
import type { Runs } from './use-runs.ts'
import { useCreateRun } from './use-runs.ts'

interface RunListProps {
  pages: Runs
  types: ReportType[]
  /** Opens the details of a run. */
  onOpen(runId: string): void
}

export function RunList({ pages, types, onOpen }: RunListProps) {
  const { t } = useTranslation('reports')
  const repeating = useCreateRun()
  const { runs } = pages
  const columns = ['report', 'format', 'requested', 'state'] as const
  return (
    <section className={styles.screenOnly} aria-label={t('runs.title')}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('runs.title')}
        </Title>
        {pages.error && !pages.data && (
          <Failure
            error={pages.error}
            onRetry={() => {
              inBackground(pages.refetch())
            }}
          />
        )}
        {repeating.error && <Failure error={repeating.error} />}
        {pages.data && runs.length === 0 && (
          <Empty
            icon={<IconFiles size={32} stroke={1.3} />}
            title={t('runs.none')}
            description={t('runs.noneHint')}
          />
        )}
        {runs.length > 0 && (
          <StackedTable
            label={t('runs.title')}
            columns={columns.map((column) => t(`runs.columns.${column}`))}
            end={t('runs.actions')}
          >
            {runs.map((run) => (
              <RunRow
                key={run.id}
                run={run}
                type={types.find(({ report }) => report === run.request.report)}
                onRepeat={() => repeating.mutate(run.request)}
                onOpen={() => onOpen(run.id)}
                refetch={pages.refetch}
              />
            ))}
          </StackedTable>
        )}
        <LoadMore of={pages} />
      </Stack>
    </section>
  )
}

interface RunRowProps {
  run: ReportRun
  type: ReportType | undefined
  onRepeat(): void
  onOpen(): void
  refetch(): Promise<unknown>
}

function RunRow({ run, type, onRepeat, onOpen, refetch }: RunRowProps) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const me = useMe()
  const [isDeleting, setDeleting] = useState(false)
  const author = useUserName(me && me.id !== run.requestedBy ? run.requestedBy : null)
  const { from, to } = run.request
  return (
    <StackedRow>
      <Cell slot="first">
        <AnchorLink to="/reports" search={searchOf(run.request, type)} size="sm" fw={500}>
          {run.title}
        </AnchorLink>
        <Text size="xs" c="dimmed">
          {from === to ? format.calendarDay(from) : `${format.calendarDay(from)} – ${format.calendarDay(to)}`}
        </Text>
      </Cell>
      <Cell label={t('runs.columns.format')}>
        <Text size="sm">{t(`formats.${run.request.format}`)}</Text>
      </Cell>
      <Cell label={t('runs.columns.requested')}>
        <div>
          <Text size="sm">{format.dateTime(run.requestedAt)}</Text>
          {author && (
            <Text size="xs" c="dimmed">
              {author}
            </Text>
          )}
        </div>
      </Cell>
      <Cell label={t('runs.columns.state')}>
        <Group justify="space-between" gap="xs">
          <RunState run={run} />
          <RunActions run={run} />
        </Group>
      </Cell>
      <Cell slot="end">
        <RowMenu label={t('runs.actionsOf', { title: run.title })}>
          <Menu.Item leftSection={<IconRepeat size={16} />} onClick={onRepeat}>
            {t('runs.repeat')}
          </Menu.Item>
          {run.dataVersion !== null && (
            <Menu.Item leftSection={<IconGitCompare size={16} />} onClick={onOpen}>
              {t('runs.details')}
            </Menu.Item>
          )}
          {run.state === 'done' && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
              {t('runs.delete')}
            </Menu.Item>
          )}
        </RowMenu>
        {isDeleting && (
          <ConfirmDialog
            title={t('runs.delete')}
            action={t('ui:delete')}
            onConfirm={async () => {
              await deleteRun(run.id)
              await refetch()
            }}
            onClose={() => setDeleting(false)}
          >
            <Text size="sm">{t('runs.deleteHint', { title: run.title })}</Text>
          </ConfirmDialog>
        )}
      </Cell>
    </StackedRow>
  )
}
