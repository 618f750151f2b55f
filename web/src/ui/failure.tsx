// An error in the server's words, with what can be done about it.

import { Alert, Button, Code, Group, Text } from '@mantine/core'
import { RastroError } from '@rastro/client'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export interface FailureProps {
  error: unknown
  onRetry?: () => void
}

export function Failure({ error, onRetry }: FailureProps) {
  const { t } = useTranslation('ui')
  const isOurs = error instanceof RastroError
  const isAway = isOurs && (error.status === 0 || error.status === 503)
  return (
    <Alert
      color={isAway ? 'yellow' : 'red'}
      icon={<IconAlertCircle size={18} />}
      title={isAway ? t('failure.unreachable') : t('failure.title')}
      role="alert"
    >
      <Text size="sm">
        {isAway ? t('failure.unreachableHint') : isOurs ? error.message : t('failure.unknown')}
      </Text>
      <Group mt="xs" gap="xs">
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t('failure.retry')}
          </Button>
        )}
        {isOurs && error.requestId && <Code fz={11}>{error.requestId}</Code>}
      </Group>
    </Alert>
  )
}

/** For a toast or a field: the server's message, or ours if it could not be reached. */
export function sentenceOf(error: unknown, t: (key: string) => string): string {
  if (!(error instanceof RastroError)) return t('ui:failure.unknown')
  return error.status === 0 ? t('ui:failure.unreachableHint') : error.message
}
