// The provider, who may use it, and what people get at their first sign-in.

import { Button, Group, PasswordInput, Radio, Stack, Switch, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import type { RoleRule } from './role-rules.tsx'
import { RoleRules } from './role-rules.tsx'

const modes = ['off', 'allowed', 'required'] as const

interface Provider {
  name: string
  issuer: string
  clientId: string
  mode: (typeof modes)[number]
  createsUsers: boolean
  keepsApiKeys: boolean
  claim: string
  roles: RoleRule[]
}

const empty: Provider = {
  ...{ name: '', issuer: '', clientId: '', mode: 'off', createsUsers: false, keepsApiKeys: true },
  ...{ claim: 'groups', roles: [] },
}

export function ProviderForm({ provider }: { provider: Provider | null }) {
  const { t } = useTranslation('sso')
  const queries = useQueryClient()
  const [draft, setDraft] = useState<Provider>(provider ?? empty)
  const [clientSecret, setClientSecret] = useState('')
  const change = (fields: Partial<Provider>) => setDraft((before) => ({ ...before, ...fields }))
  const saving = useMutation({
    mutationFn: () => {
      const { name, issuer, clientId, mode, createsUsers, keepsApiKeys, claim, roles } = draft
      const body = {
        ...{
          name,
          issuer: issuer.trim(),
          clientId: clientId.trim(),
          mode,
          createsUsers,
          keepsApiKeys,
          claim,
          roles,
        },
        ...(clientSecret !== '' && { clientSecret }),
      }
      return withRecentSignIn(() => rastro.put('/api/account/sso', { body }))
    },
    onSuccess: () => {
      setClientSecret('')
      notifications.show({ message: t('saved') })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['sso'] }),
  })
  const isNew = draft.issuer !== provider?.issuer || draft.clientId !== provider?.clientId
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <Stack>
        <TextInput
          label={t('provider.name')}
          description={t('provider.nameHint')}
          required
          withAsterisk={false}
          maxLength={60}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('provider.issuer')}
          description={t('provider.issuerHint')}
          required
          withAsterisk={false}
          value={draft.issuer}
          onChange={(event) => change({ issuer: event.currentTarget.value })}
        />
        <TextInput
          label={t('provider.clientId')}
          required
          withAsterisk={false}
          autoComplete="off"
          value={draft.clientId}
          onChange={(event) => change({ clientId: event.currentTarget.value })}
        />
        <PasswordInput
          label={t('provider.clientSecret')}
          description={t(isNew ? 'provider.clientSecretHint' : 'provider.clientSecretKept')}
          required={isNew}
          withAsterisk={false}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('provider.showSecret') }}
          value={clientSecret}
          onChange={(event) => setClientSecret(event.currentTarget.value)}
        />
        <Radio.Group
          label={t('mode.title')}
          value={draft.mode}
          onChange={(mode) => change({ mode: mode as Provider['mode'] })}
        >
          <Stack gap="xs" mt="xs">
            {modes.map((mode) => (
              <Radio key={mode} value={mode} label={t(`mode.${mode}`)} description={t(`mode.${mode}Hint`)} />
            ))}
          </Stack>
        </Radio.Group>
        {draft.mode === 'required' && (
          <Switch
            label={t('provider.keepsApiKeys')}
            checked={draft.keepsApiKeys}
            onChange={(event) => change({ keepsApiKeys: event.currentTarget.checked })}
          />
        )}
        <Switch
          label={t('provider.createsUsers')}
          description={t('provider.createsUsersHint')}
          checked={draft.createsUsers}
          onChange={(event) => change({ createsUsers: event.currentTarget.checked })}
        />
        <TextInput
          label={t('provider.claim')}
          description={t('provider.claimHint')}
          required
          withAsterisk={false}
          value={draft.claim}
          onChange={(event) => change({ claim: event.currentTarget.value })}
        />
        <RoleRules rules={draft.roles} onChange={(roles) => change({ roles })} />
        {saving.error && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {sentenceOf(saving.error, t)}
          </Text>
        )}
        <Group>
          <Button type="submit" loading={saving.isPending}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
