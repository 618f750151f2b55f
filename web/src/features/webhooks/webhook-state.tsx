import { Badge, Text } from '@mantine/core'
import type { Webhook } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { useHasDelivered } from './use-webhooks.ts'
import type { WebhookStatus } from './webhook-status.ts'
import { statusOf } from './webhook-status.ts'

const colors: Record<WebhookStatus, string> = {
  disabled: 'red',
  off: 'gray',
  paused: 'yellow',
  failing: 'red',
  replaying: 'blue',
  waiting: 'gray',
  working: 'green',
}

/** The status as a badge; `isLong` adds since when and why. */
export function WebhookState({ of: webhook, isLong }: { of: Webhook; isLong?: boolean }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const nowMs = useNow()
  const hasDelivered = useHasDelivered(webhook.id)
  const status = statusOf(webhook, nowMs, hasDelivered)
  const values = {
    since: format.dateTime(webhook.disabled?.disabledAt ?? webhook.failingSince ?? nowMs),
    until: format.dateTime(webhook.pausedUntil ?? nowMs),
    reason: webhook.disabled?.reason ?? '',
    from: webhook.redelivery ? format.dateTime(webhook.redelivery.from) : '',
    to: webhook.redelivery ? format.dateTime(webhook.redelivery.to) : '',
  }
  return (
    <>
      <Badge color={colors[status]} variant="light" tt="none">
        {t(`status.${status}`)}
      </Badge>
      {isLong && (
        <Text size="sm" mt={4}>
          {t(`statusHint.${status}`, values)}
        </Text>
      )}
    </>
  )
}
