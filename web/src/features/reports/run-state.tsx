// How far a run is, and what can be done with it now.

import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { ReportRun } from '@rastro/client'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../ui/failure.tsx'
import type { Format } from '../../ui/use-format.ts'
import { useFormat } from '../../ui/use-format.ts'
import { deleteRun, downloadRun } from './report-api.ts'
import styles from './reports.module.css'
import { isUnfinished, runsKey } from './use-runs.ts'

export function RunState({ run }: { run: ReportRun }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const { state, progress, rows, bytes, expiresAt, failure } = run
  const facts = [
    rows !== null && t('runs.rows', { count: rows, shown: format.number(rows) }),
    bytes !== null && sizeText(bytes, format),
    expiresAt !== null && t('runs.until', { time: format.dateTime(expiresAt) }),
  ].filter(Boolean)
  return (
    <Stack gap={2} className={styles.progress}>
      <Text size="sm" {...(state === 'failed' && { c: 'var(--mantine-color-error)' })}>
        {t(`states.${state}`)}
        {state === 'running' &&
          ` · ${format.number(progress, { style: 'percent', maximumFractionDigits: 0 })}`}
      </Text>
      {isUnfinished(run) && (
        <Progress value={progress * 100} size="sm" aria-label={t('runs.progress', { title: run.title })} />
      )}
      {state === 'done' && (
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      )}
      {state === 'failed' && failure !== null && (
        <Text size="xs" c="dimmed">
          {failure}
        </Text>
      )}
    </Stack>
  )
}

export function RunActions({ run }: { run: ReportRun }) {
  const { t } = useTranslation('reports')
  const queries = useQueryClient()
  const downloading = useMutation({ mutationFn: () => downloadRun(run) })
  const cancelling = useMutation({
    mutationFn: () => deleteRun(run.id),
    onSettled: () => queries.invalidateQueries({ queryKey: runsKey }),
  })
  const error = downloading.error ?? cancelling.error
  if (run.state !== 'done' && !isUnfinished(run)) return null
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {sentenceOf(error, t)}
        </Text>
      )}
      {run.state === 'done' && (
        <Button
          size="xs"
          variant="light"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={downloading.isPending}
          aria-label={t('runs.downloadNamed', { title: run.title })}
          onClick={() => downloading.mutate()}
        >
          {t('runs.download')}
        </Button>
      )}
      {isUnfinished(run) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconX size={16} aria-hidden />}
          loading={cancelling.isPending}
          aria-label={t('runs.cancelNamed', { title: run.title })}
          onClick={() => cancelling.mutate()}
        >
          {t('ui:cancel')}
        </Button>
      )}
    </Group>
  )
}

const kilobyte = 1_000
const megabyte = 1_000_000

function sizeText(bytes: number, format: Format): string {
  const unit = { style: 'unit', maximumFractionDigits: 1 } as const
  return bytes < megabyte
    ? format.number(Math.ceil(bytes / kilobyte), { ...unit, unit: 'kilobyte' })
    : format.number(bytes / megabyte, { ...unit, unit: 'megabyte' })
}
