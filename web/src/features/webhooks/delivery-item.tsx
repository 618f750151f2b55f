import { Anchor, Badge, Button, Code, Group, Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { WebhookDelivery } from '@rastro/client'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { useMay } from '../../session/use-me.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import { useDeviceName } from '../../ui/use-device-name.ts'
import { useFormat } from '../../ui/use-format.ts'
import { AttemptLine } from './attempt-line.tsx'
import styles from './delivery-log.module.css'
import { webhookKey } from './use-webhooks.ts'

const colors = { waiting: 'yellow', delivered: 'green', failed: 'red' } as const

export function DeliveryItem({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const last = delivery.attempts.at(-1)
  return (
    <li>
      <UnstyledButton
        className={styles.head ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Chevron size={16} aria-hidden />
        <Badge color={colors[delivery.state]} variant="light" tt="none">
          {t(`states.${delivery.state}`)}
        </Badge>
        <Text size="sm" className={styles.type ?? ''}>
          {delivery.type}
          {delivery.redelivery && ` · ${t('replayed')}`}
        </Text>
        <span className={styles.aside}>
          {last && `${last.status ?? t('noAnswer')} · `}
          {t('tries', { count: delivery.attempts.length })}
        </span>
        <time className={styles.aside} dateTime={delivery.createdAt}>
          {format.date(delivery.createdAt)} {format.timeWithSeconds(delivery.createdAt)}
        </time>
      </UnstyledButton>
      <div id={id}>{isOpen && <Details webhookId={webhookId} delivery={delivery} />}</div>
    </li>
  )
}

function Details({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const queries = useQueryClient()
  const mayManage = useMay()('webhooks.manage')
  const deviceName = useDeviceName(delivery.deviceId ?? undefined)
  const sending = useMutation({
    mutationFn: () => {
      const path = { webhookId, deliveryId: delivery.id }
      const call = '/api/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver'
      return withRecentSignIn(() => rastro.post(call, { path }))
    },
    onSuccess: async () => {
      notifications.show({ message: t('redelivered') })
      await queries.invalidateQueries({ queryKey: webhookKey(webhookId) })
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
  })
  return (
    <div className={styles.details}>
      {delivery.deviceId && (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/live" search={{ device: delivery.deviceId ?? '' }} {...props} />}
        >
          {deviceName ?? delivery.deviceId}
        </Anchor>
      )}
      {delivery.attempts.length > 0 && (
        <ol aria-label={t('attempts')}>
          {delivery.attempts.map((attempt) => (
            <li key={attempt.startedAt}>
              <AttemptLine attempt={attempt} />
              {attempt.response && <Code className={styles.body ?? ''}>{attempt.response}</Code>}
            </li>
          ))}
        </ol>
      )}
      {delivery.dueAt && <Text size="sm">{t('due', { at: format.dateTime(delivery.dueAt) })}</Text>}
      <div>
        <Text size="xs" c="dimmed">
          {t('request')}
        </Text>
        <Code className={styles.body ?? ''}>{pretty(delivery.request)}</Code>
      </div>
      {mayManage && delivery.type !== 'webhook.test' && (
        <Group>
          <Button size="xs" variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
            {t('redeliver')}
          </Button>
        </Group>
      )}
    </div>
  )
}

/** Indents JSON; other text stays as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
