// To make a webhook, or to change one.

import { Button, Group, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Webhook } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withProof } from '../../session/proof.ts'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../ui/faults.ts'
import { EventPicker } from './event-picker.tsx'
import { TargetPicker } from './target-picker.tsx'
import { webhooksKey } from './use-webhooks.ts'

type Wanted = Pick<Webhook, 'name' | 'url' | 'enabled' | 'events' | 'groups' | 'devices'>

const blank: Wanted = { name: '', url: '', enabled: true, events: [], groups: [], devices: [] }

export interface WebhookFormProps {
  of?: Webhook
  onMade?: (made: { name: string; secret: string }) => void
  onClose: () => void
}

export function WebhookForm({ of: webhook, onMade, onClose }: WebhookFormProps) {
  const { t } = useTranslation('webhooks')
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<Wanted>(() => documentOf(webhook ?? blank))
  const change = (part: Partial<Wanted>) => setWanted((before) => ({ ...before, ...part }))
  const saving = useMutation({
    mutationFn: async () => {
      const body = { ...wanted, name: wanted.name.trim(), url: wanted.url.trim() }
      if (!webhook) return onMade?.(await withProof(() => rastro.post('/api/webhooks', { body })))
      const path = { webhookId: webhook.id }
      await withProof(() => rastro.put('/api/webhooks/{webhookId}', { path, body }))
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: webhooksKey })
      if (webhook) notifications.show({ message: t('ui:saved') })
      onClose()
    },
  })
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={webhook ? t('edit') : t('create')}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <form onSubmit={save}>
        <Stack>
          <TextInput
            label={t('name')}
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            value={wanted.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={faultAt(saving.error, 'name')}
          />
          <TextInput
            label={t('url')}
            description={t('urlSays')}
            placeholder={t('urlExample')}
            type="url"
            required
            withAsterisk={false}
            value={wanted.url}
            onChange={(event) => change({ url: event.currentTarget.value })}
            error={faultAt(saving.error, 'url')}
          />
          <EventPicker events={wanted.events} onChange={(events) => change({ events })} />
          <TargetPicker groups={wanted.groups} devices={wanted.devices} onChange={change} />
          <Switch
            label={t('enabled')}
            description={t('enabledSays')}
            checked={wanted.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
          {isElsewhere(saving.error, ['name', 'url']) && <Failure error={saving.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('ui:cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {webhook ? t('ui:save') : t('make')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function documentOf({ name, url, enabled, events, groups, devices }: Wanted): Wanted {
  return { name, url, enabled, events, groups, devices }
}
