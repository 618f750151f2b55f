// A run in a dialog: what identifies its file, and what would differ if it were made today.

import { Code, Group, Loader, Stack, Text, Title } from '@mantine/core'
import type { ReportRun } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { useFormat } from '../../ui/use-format.ts'
import { DifferenceList } from './difference-list.tsx'
import { readDifferences, readRun } from './report-api.ts'
import styles from './reports.module.css'
import { RunActions, RunState } from './run-state.tsx'
import { isUnfinished, pollEveryMs, runsKey } from './use-runs.ts'

interface RunDetailsProps {
  runId: string
  onClose(): void
}

export function RunDetails({ runId, onClose }: RunDetailsProps) {
  const { t } = useTranslation('reports')
  const run = useQuery({
    queryKey: [...runsKey, runId],
    queryFn: () => readRun(runId),
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? pollEveryMs : false),
  })
  return (
    <Dialog onClose={onClose} size="xl" title={run.data?.title ?? t('runs.details')}>
      <Stack>
        {run.error && (
          <Failure
            error={run.error}
            onRetry={() => {
              inBackground(run.refetch())
            }}
          />
        )}
        {run.isPending && <Loader aria-label={t('ui:loading')} />}
        {run.data && <Details run={run.data} />}
      </Stack>
    </Dialog>
  )
}

function Details({ run }: { run: ReportRun }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const { request, requestedAt, sha256, dataVersion } = run
  const facts = [
    [t('runs.period'), `${format.calendarDay(request.from)} – ${format.calendarDay(request.to)}`],
    [t('runs.columns.requested'), format.dateTime(requestedAt)],
    [t('runs.columns.format'), t(`formats.${request.format}`)],
    ...(dataVersion === null ? [] : [[t('runs.dataVersion'), format.number(dataVersion)]]),
  ] as [string, string][]
  return (
    <>
      <Group justify="space-between">
        <RunState run={run} />
        <RunActions run={run} />
      </Group>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {sha256 !== null && (
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {t('runs.digest')}
          </Text>
          <Code className={styles.digest ?? ''}>{sha256}</Code>
          <CopyText text={sha256} label={t('runs.copyDigest')} />
        </Group>
      )}
      {dataVersion !== null && <Differences runId={run.id} />}
    </>
  )
}

function Differences({ runId }: { runId: string }) {
  const { t } = useTranslation('reports')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...runsKey, runId, 'differences'],
    queryFn: () => readDifferences(runId),
  })
  return (
    <section aria-label={t('differences.title')}>
      <Stack gap="xs">
        <Title order={3} size="h6">
          {t('differences.title')}
        </Title>
        {error && (
          <Failure
            error={error}
            onRetry={() => {
              inBackground(refetch())
            }}
          />
        )}
        {isPending && <Loader size="sm" aria-label={t('ui:loading')} />}
        {data && data.differences.length === 0 && <Text size="sm">{t('differences.none')}</Text>}
        {data && data.differences.length > 0 && (
          <>
            <Text size="sm">{t('differences.hint')}</Text>
            <DifferenceList differences={data.differences} />
          </>
        )}
        {data && !data.isComplete && (
          <Text size="sm" c="dimmed">
            {t('differences.more')}
          </Text>
        )}
      </Stack>
    </section>
  )
}
