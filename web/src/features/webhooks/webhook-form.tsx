// Creates or edits a webhook.

import { PasswordInput, Switch, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Webhook } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { useDraft } from '../../ui/draft.ts'
import { faultAt } from '../../ui/faults.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { EventPicker } from './event-picker.tsx'
import { TargetPicker } from './target-picker.tsx'
import { webhooksKey } from './use-webhooks.ts'

type Wanted = Pick<Webhook, 'name' | 'url' | 'userName' | 'enabled' | 'events' | 'groups' | 'devices'>

const blank: Wanted = {
  name: '',
  url: '',
  userName: null,
  enabled: true,
  events: [],
  groups: [],
  devices: [],
}

export interface WebhookFormProps {
  of?: Webhook
  onMade?: (made: { name: string; secret: string }) => void
  onClose: () => void
}

export function WebhookForm({ of: webhook, onMade, onClose }: WebhookFormProps) {
  const { t } = useTranslation('webhooks')
  const queries = useQueryClient()
  const draft = useDraft<Wanted>(`webhook:${webhook?.id ?? 'new'}`, () => documentOf(webhook ?? blank))
  const { value: wanted, change } = draft
  // Not part of the draft, which the browser keeps.
  const [password, setPassword] = useState('')
  const isBroker = /^(mqtt|amqp)s?:/i.test(wanted.url.trim())
  const saving = useMutation({
    mutationFn: async () => {
      const body = {
        ...wanted,
        name: wanted.name.trim(),
        url: wanted.url.trim(),
        userName: isBroker ? wanted.userName : null,
        ...(isBroker && password !== '' && { password }),
      }
      if (!webhook) return onMade?.(await withRecentSignIn(() => rastro.post('/api/webhooks', { body })))
      const path = { webhookId: webhook.id }
      await withRecentSignIn(() => rastro.put('/api/webhooks/{webhookId}', { path, body }))
    },
    onSuccess: async () => {
      draft.saved()
      await queries.invalidateQueries({ queryKey: webhooksKey })
      if (webhook) notifications.show({ message: t('ui:saved') })
      onClose()
    },
  })
  return (
    <FormDialog
      title={webhook ? t('edit') : t('create')}
      action={webhook ? t('ui:save') : t('make')}
      sending={saving}
      isWhole={wanted.name.trim() !== '' && wanted.url.trim() !== ''}
      fieldsWithFault={['name', 'url', ...(isBroker ? ['userName', 'password'] : [])]}
      size="lg"
      draft={draft}
      onClose={onClose}
    >
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
        description={t('urlHint')}
        placeholder={t('urlExample')}
        type="url"
        required
        withAsterisk={false}
        value={wanted.url}
        onChange={(event) => change({ url: event.currentTarget.value })}
        error={faultAt(saving.error, 'url')}
      />
      {isBroker && (
        <>
          <TextInput
            label={t('userName')}
            autoComplete="off"
            maxLength={200}
            value={wanted.userName ?? ''}
            onChange={({ currentTarget: { value } }) => change({ userName: value === '' ? null : value })}
            error={faultAt(saving.error, 'userName')}
          />
          <PasswordInput
            label={t('password')}
            {...(webhook?.hasPassword && { description: t('passwordKept') })}
            autoComplete="new-password"
            maxLength={500}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={faultAt(saving.error, 'password')}
          />
        </>
      )}
      <EventPicker
        events={wanted.events}
        onChange={(events) => change({ events: events as Webhook['events'] })}
      />
      <TargetPicker groups={wanted.groups} devices={wanted.devices} onChange={change} />
      <Switch
        label={t('enabled')}
        description={t('enabledHint')}
        checked={wanted.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}

function documentOf({ name, url, userName, enabled, events, groups, devices }: Wanted): Wanted {
  return { name, url, userName, enabled, events, groups, devices }
}
