import { Text } from '@mantine/core'
import type { WebhookDelivery } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'

type Attempt = Pick<WebhookDelivery['attempts'][number], 'startedAt' | 'status' | 'error' | 'tookMs'>

/** When, what the receiver or the broker answered, and how long it took. */
export function AttemptLine({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const { startedAt, status, error, tookMs } = attempt
  const isPublished = status === null && error === null
  const answer = isPublished ? t('published') : status === null ? t('noAnswer') : t('answer', { status })
  const took = format.number(tookMs, { style: 'unit', unit: 'millisecond' })
  return (
    <Text size="sm">
      <time dateTime={startedAt}>
        {format.date(startedAt)} {format.timeWithSeconds(startedAt)}
      </time>{' '}
      · <strong>{answer}</strong> · {took}
      {error && ` · ${error}`}
    </Text>
  )
}
