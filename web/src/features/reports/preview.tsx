// The first rows of a report: loading, failed, empty, or as a table with its facts and footnotes.

import { Group, Loader, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReportPreview } from '@rastro/client'
import { IconTableOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { useFormat } from '../../ui/use-format.ts'
import table from './preview-table.module.css'
import { PreviewTable } from './preview-table.tsx'
import styles from './reports.module.css'

const skeletonRows = 6

interface PreviewProps {
  preview: ReportPreview | undefined
  error: Error | null
  /** What is shown was asked for before the last change. */
  isOld: boolean
  onRetry(): void
}

export function Preview({ preview, error, isOld, onRetry }: PreviewProps) {
  const { t } = useTranslation('reports')
  return (
    <section aria-label={t('preview.title')} aria-busy={isOld || (!preview && !error)}>
      <Stack gap="sm">
        <Group justify="space-between" align="baseline">
          <Title order={2} size="h5">
            {t('preview.title')}
          </Title>
          <RowCount preview={error ? undefined : preview} />
        </Group>
        {error && <Failure error={error} onRetry={onRetry} />}
        {!error && !preview && (
          <Stack gap={8}>
            <Loader size="sm" aria-label={t('ui:loading')} />
            {Array.from({ length: skeletonRows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
              <Skeleton key={row} height={22} animate={false} />
            ))}
          </Stack>
        )}
        {!error && preview && <Rows preview={preview} isOld={isOld} />}
      </Stack>
    </section>
  )
}

function RowCount({ preview }: { preview: ReportPreview | undefined }) {
  const { t } = useTranslation('reports')
  const format = useFormat()
  const count = preview?.rows.filter(({ type }) => type === 'row').length ?? 0
  const shown = format.number(count)
  return (
    <Text size="xs" c="dimmed" role="status">
      {preview && count > 0 && t(preview.isComplete ? 'preview.rows' : 'preview.first', { count, shown })}
    </Text>
  )
}

function Rows({ preview, isOld }: { preview: ReportPreview; isOld: boolean }) {
  const { t } = useTranslation('reports')
  const { title, facts, columns, rows, footnotes } = preview
  const isEmpty = !rows.some(({ type }) => type === 'row')
  return (
    <>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {isEmpty ? (
        <Empty
          icon={<IconTableOff size={32} stroke={1.3} />}
          title={t('preview.empty')}
          description={t('preview.emptyHint')}
        />
      ) : (
        // Scrolls sideways: keyboards need the focus for that.
        <section
          className={table.frame}
          aria-label={t('preview.table', { title })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls.
          tabIndex={0}
        >
          {isOld && <Loader size="xs" className={table.waiting ?? ''} aria-label={t('ui:loading')} />}
          <PreviewTable title={title} columns={columns} rows={rows} />
        </section>
      )}
      {footnotes.length > 0 && (
        <ul className={styles.footnotes} aria-label={t('preview.footnotes')}>
          {footnotes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  )
}
