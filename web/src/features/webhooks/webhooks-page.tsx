import { Anchor, Button, Loader, Text } from '@mantine/core'
import type { Webhook } from '@rastro/client'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { ShownSecret } from '../../ui/shown-secret.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useEventNames } from './use-event-names.ts'
import { useWebhooks } from './use-webhooks.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

export function WebhooksPage() {
  const { t } = useTranslation('webhooks')
  const mayManage = useMay()('webhooks.manage')
  const webhooks = useWebhooks()
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const create = mayManage && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={t('hint')} actions={create}>
      {made && (
        <ShownSecret
          key={made.secret}
          title={t('made', { name: made.name })}
          label={t('secret')}
          copyLabel={t('copySecret')}
          secret={made.secret}
          onDone={() => setMade(undefined)}
        >
          <Text size="sm">{t('secretHint')}</Text>
        </ShownSecret>
      )}
      {webhooks.error && !webhooks.data && (
        <Failure
          error={webhooks.error}
          onRetry={() => {
            inBackground(webhooks.refetch())
          }}
        />
      )}
      {webhooks.isPending && <Loader aria-label={t('ui:loading')} />}
      {webhooks.data?.length === 0 && (
        <Empty
          icon={<IconWebhook size={32} stroke={1.3} />}
          title={t('empty')}
          description={mayManage ? t('emptyHint') : t('mayNot')}
        />
      )}
      {webhooks.data && webhooks.data.length > 0 && <WebhookTable webhooks={webhooks.data} />}
      {isCreating && <WebhookForm onMade={setMade} onClose={() => setIsCreating(false)} />}
    </Page>
  )
}

function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  const { t } = useTranslation('webhooks')
  const { number } = useFormat()
  const eventNames = useEventNames()
  const columns = ['name', 'state', 'events', 'waiting'] as const
  return (
    <StackedTable label={t('title')} columns={columns.map((column) => t(`columns.${column}`))}>
      {webhooks.map((webhook) => (
        <StackedRow key={webhook.id}>
          <Cell slot="first">
            <Anchor
              size="sm"
              fw={600}
              renderRoot={(props) => (
                <Link to="/settings/webhooks/$webhookId" params={{ webhookId: webhook.id }} {...props} />
              )}
            >
              {webhook.name}
            </Anchor>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {webhook.url}
            </Text>
          </Cell>
          <Cell label={t('columns.state')}>
            <WebhookState of={webhook} />
          </Cell>
          <Cell label={t('columns.events')}>{eventNames(webhook.events)}</Cell>
          <Cell label={t('columns.waiting')}>{number(webhook.waiting)}</Cell>
        </StackedRow>
      ))}
    </StackedTable>
  )
}
