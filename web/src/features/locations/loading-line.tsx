import { Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { useFormat } from '../../ui/use-format.ts'
import type { Loading } from './load-track.ts'

interface LoadingLineProps {
  error: unknown
  loading: Loading | undefined
  refetch(): unknown
}

/** The progress of loading, or its error. */
export function LoadingLine({ error, loading, refetch }: LoadingLineProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  if (error)
    return (
      <Failure
        error={error}
        onRetry={() => {
          refetch()
        }}
      />
    )
  return (
    <Stack gap={6} p="md" role="status">
      <Progress value={(loading?.share ?? 0) * 100} aria-label={t('loading.label')} />
      <Text size="xs" c="dimmed">
        {loading
          ? t('loading.count', { count: loading.count, shown: format.number(loading.count) })
          : t('ui:loading')}
      </Text>
    </Stack>
  )
}
