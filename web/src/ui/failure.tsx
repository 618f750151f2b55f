// An error in the server's words, with what can be done about it. Without a connection it repeats by itself.

import { Alert, Button, Code, Group, Text } from '@mantine/core'
import { RastroError } from '@rastro/client'
import { IconAlertCircle, IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRetryWhenBack } from './line.ts'

const retryEveryMs = 15_000

export interface FailureProps {
  error: unknown
  onRetry?: () => void
}

export function Failure({ error, onRetry }: FailureProps) {
  const { t } = useTranslation('ui')
  const isOurs = error instanceof RastroError
  const isOffline = isOurs && error.status === 0
  const isAway = isOffline || (isOurs && error.status === 503)
  useRetryWhenBack(isAway ? onRetry : undefined, retryEveryMs)
  const away = isOffline ? 'offline' : 'unavailable'
  return (
    <Alert
      color={isAway ? 'yellow' : 'red'}
      icon={isOffline ? <IconCloudOff size={18} /> : <IconAlertCircle size={18} />}
      title={isAway ? t(`failure.${away}`) : t('failure.title')}
      role="alert"
    >
      <Text size="sm">
        {isAway
          ? t(onRetry ? 'failure.retrying' : 'failure.tryAgain')
          : isOurs
            ? error.message
            : t('failure.unknown')}
      </Text>
      <Group mt="xs" gap="xs">
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            {t('failure.retry')}
          </Button>
        )}
        {isOurs && !isOffline && error.requestId && <Code fz={11}>{error.requestId}</Code>}
      </Group>
    </Alert>
  )
}

/** For a toast or a field: the server's message, or ours if it could not be reached. */
export function sentenceOf(error: unknown, t: (key: string) => string): string {
  if (!(error instanceof RastroError)) return t('ui:failure.unknown')
  return error.status === 0 ? t('ui:failure.notSent') : error.message
}
