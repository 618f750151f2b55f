import { Badge, Text } from '@mantine/core'
import type { Webhook } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Standing } from './standing.ts'
import { standingOf } from './standing.ts'

const colors: Record<Standing, string> = {
  disabled: 'red',
  off: 'gray',
  paused: 'yellow',
  failing: 'red',
  replaying: 'blue',
  well: 'green',
}

/** How it fares, in a word; `isLong` adds since when and why. */
export function WebhookState({ of: webhook, isLong }: { of: Webhook; isLong?: boolean }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const nowMs = useNow()
  const standing = standingOf(webhook, nowMs)
  const values = {
    since: format.dateTime(webhook.disabled?.at ?? webhook.failingSince ?? nowMs),
    until: format.dateTime(webhook.pausedUntil ?? nowMs),
    reason: webhook.disabled?.reason ?? '',
    from: webhook.redelivery ? format.dateTime(webhook.redelivery.from) : '',
    to: webhook.redelivery ? format.dateTime(webhook.redelivery.to) : '',
  }
  return (
    <>
      <Badge color={colors[standing]} variant="light" tt="none">
        {t(`standing.${standing}`)}
      </Badge>
      {isLong && (
        <Text size="sm" mt={4}>
          {t(`standingSays.${standing}`, values)}
        </Text>
      )}
    </>
  )
}
