import { Anchor, Code, Loader, Stack, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { ShownSecret } from '../../ui/shown-secret.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { useEventNames } from './use-event-names.ts'
import { useWebhook } from './use-webhooks.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookState } from './webhook-state.tsx'

const route = getRouteApi('/shell/settings/webhooks/$webhookId')

export function WebhookPage() {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const eventNames = useEventNames()
  const { webhookId } = route.useParams()
  const answer = useWebhook(webhookId)
  const [secret, setSecret] = useState<{ secret: string; oldSecretUntil: string }>()
  const webhook = answer.data
  const back = (
    <Anchor size="sm" renderRoot={(props) => <Link to="/settings/webhooks" {...props} />}>
      {t('back')}
    </Anchor>
  )
  if (!webhook) {
    return (
      <Page title={t('title')} subtitle={back}>
        {answer.error ? (
          <Failure
            error={answer.error}
            onRetry={() => {
              inBackground(answer.refetch())
            }}
          />
        ) : (
          <Loader aria-label={t('ui:loading')} />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={webhook.name}
      subtitle={back}
      actions={<WebhookActions webhook={webhook} onSecret={setSecret} />}
    >
      {secret && (
        <ShownSecret
          key={secret.secret}
          title={t('made', { name: webhook.name })}
          label={t('secret')}
          copyLabel={t('copySecret')}
          secret={secret.secret}
          onDone={() => setSecret(undefined)}
        >
          <Text size="sm">{t('rotate.until', { until: format.dateTime(secret.oldSecretUntil) })}</Text>
        </ShownSecret>
      )}
      <Stack gap={6}>
        <div role="status">
          <WebhookState of={webhook} isLong />
        </div>
        <Text size="sm">
          <Code style={{ overflowWrap: 'anywhere' }}>{webhook.url}</Code>
        </Text>
        <Text size="sm" c="dimmed">
          {eventNames(webhook.events)} · {targetsText(webhook.groups.length, webhook.devices.length)} ·{' '}
          {t('waiting', { count: webhook.waiting, number: format.number(webhook.waiting) })}
        </Text>
        {webhook.oldSecretUntil && (
          <Text size="sm" c="dimmed">
            {t('rotate.until', { until: format.dateTime(webhook.oldSecretUntil) })}
          </Text>
        )}
        {webhook.lastGapAt && <Text size="sm">{t('gap', { at: format.dateTime(webhook.lastGapAt) })}</Text>}
      </Stack>
      <DeliveryLog webhookId={webhookId} />
    </Page>
  )

  function targetsText(groups: number, devices: number): string {
    if (groups === 0 && devices === 0) return t('everyDevice')
    const parts = [
      groups > 0 && t('ofGroups', { count: groups }),
      devices > 0 && t('ofDevices', { count: devices }),
    ]
    return parts.filter(Boolean).join(', ')
  }
}
