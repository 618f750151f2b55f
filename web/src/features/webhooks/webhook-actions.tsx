import { ActionIcon, Button, List, Menu, Text } from '@mantine/core'
import type { Webhook } from '@rastro/client'
import { IconDots, IconKey, IconPencil, IconPlayerTrackPrev, IconSend, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { useMay } from '../../session/use-me.ts'
import { DangerDialog } from '../../ui/danger-dialog.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { RedeliveryDialog } from './redelivery-dialog.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { SendTest } from './send-test.tsx'
import { webhookKey, webhooksKey } from './use-webhooks.ts'
import { WebhookForm } from './webhook-form.tsx'

export interface NewSecret {
  secret: string
  oldSecretUntil: string
}

type Doing = 'test' | 'edit' | 'replay' | 'rotate' | 'delete'

const more = [
  ['replay', IconPlayerTrackPrev],
  ['rotate', IconKey],
  ['delete', IconTrash],
] as const

export function WebhookActions({
  webhook,
  onSecret,
}: {
  webhook: Webhook
  onSecret: (made: NewSecret) => void
}) {
  const { t } = useTranslation('webhooks')
  const queries = useQueryClient()
  const go = useNavigate()
  const mayManage = useMay()('webhooks.manage')
  const [doing, setDoing] = useState<Doing>()
  const stop = () => setDoing(undefined)
  if (!mayManage) return null

  async function remove(): Promise<void> {
    const path = { webhookId: webhook.id }
    await withRecentSignIn(() => rastro.delete('/api/webhooks/{webhookId}', { path }))
    await go({ to: '/settings/webhooks' })
    queries.removeQueries({ queryKey: webhookKey(webhook.id) })
    inBackground(queries.invalidateQueries({ queryKey: webhooksKey }))
  }

  return (
    <>
      <Button leftSection={<IconSend size={16} />} onClick={() => setDoing('test')}>
        {t('test.action')}
      </Button>
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setDoing('edit')}>
        {t('ui:edit')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="lg" variant="default" aria-label={t('more')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {more.map(([what, Icon]) => (
            <Menu.Item
              key={what}
              leftSection={<Icon size={16} />}
              {...(what === 'delete' && { color: 'red' })}
              onClick={() => setDoing(what)}
            >
              {t(`${what}.action`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {doing === 'test' && <SendTest webhookId={webhook.id} onClose={stop} />}
      {doing === 'edit' && <WebhookForm of={webhook} onClose={stop} />}
      {doing === 'replay' && <RedeliveryDialog webhookId={webhook.id} onClose={stop} />}
      {doing === 'rotate' && <RotateSecret webhook={webhook} onSecret={onSecret} onClose={stop} />}
      {doing === 'delete' && (
        <DangerDialog
          title={t('delete.title', { name: webhook.name })}
          action={t('delete.confirm')}
          word={webhook.name}
          onConfirm={remove}
          onClose={stop}
        >
          <Text size="sm">{t('delete.hint')}</Text>
          <List size="sm" spacing={4}>
            <List.Item>{t('delete.waiting', { count: webhook.waiting })}</List.Item>
            <List.Item>{t('delete.log')}</List.Item>
          </List>
        </DangerDialog>
      )}
    </>
  )
}
