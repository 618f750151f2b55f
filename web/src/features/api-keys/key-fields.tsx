// The name and the limits of an API key, for creating and editing one.

import { Checkbox, MultiSelect, Radio, Stack, TagsInput, TextInput } from '@mantine/core'
import { privileges } from '@rastro/client/constants'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useMay } from '../../session/use-me.ts'
import { DevicePicker } from '../../ui/device-picker.tsx'
import { faultUnder } from '../../ui/faults.ts'
import { MomentInput } from '../../ui/moment-input.tsx'
import type { KeyDraft, KeyScope, Privilege } from './key-draft.ts'

const maxGroups = 100
const maxNetworks = 20

export const fieldsWithFault = ['name', 'privileges', 'groupIds', 'deviceId', 'expiresAt', 'networks']

export interface KeyFieldsProps {
  draft: KeyDraft
  change: (part: Partial<KeyDraft>) => void
  error: Error | null
}

export function KeyFields({ draft, change, error }: KeyFieldsProps) {
  const { t } = useTranslation('api-keys')
  const may = useMay()
  return (
    <>
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        placeholder={t('nameExample')}
        required
        withAsterisk={false}
        maxLength={100}
        data-autofocus
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={faultUnder(error, 'name')}
      />
      <Radio.Group
        label={t('limits.may')}
        value={draft.privileges === null ? 'all' : 'some'}
        onChange={(choice) => change({ privileges: choice === 'all' ? null : [] })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={t('limits.mayAll')} />
          <Radio value="some" label={t('limits.maySome')} description={t('limits.maySomeHint')} />
        </Stack>
      </Radio.Group>
      {draft.privileges !== null && (
        <Checkbox.Group
          label={t('limits.privileges')}
          value={draft.privileges}
          onChange={(chosen) => change({ privileges: chosen as Privilege[] })}
          error={faultUnder(error, 'privileges')}
        >
          <Stack gap="xs" mt="xs">
            {privileges.map((privilege) => (
              <Checkbox
                key={privilege}
                value={privilege}
                label={t(`limits.privilegeNames.${privilege.replace('.', '_')}`)}
                disabled={!may(privilege)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <ScopeFields draft={draft} change={change} error={error} />
      <MomentInput
        label={t('limits.expires')}
        description={t('limits.expiresHint')}
        value={draft.expiresAt}
        onChange={(expiresAt) => change({ expiresAt })}
        error={faultUnder(error, 'expiresAt')}
      />
      <TagsInput
        label={t('limits.networks')}
        description={t('limits.networksHint')}
        placeholder={draft.networks.length === 0 ? t('limits.networksExample') : ''}
        maxTags={maxNetworks}
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        clearable
        clearButtonProps={{ 'aria-label': t('limits.networksClear') }}
        value={draft.networks}
        onChange={(networks) => change({ networks })}
        error={faultUnder(error, 'networks')}
      />
    </>
  )
}

function ScopeFields({ draft, change, error }: KeyFieldsProps) {
  const { t } = useTranslation('api-keys')
  const groups = useQuery({
    queryKey: ['groups', 'names'],
    staleTime: 60_000,
    queryFn: async () => {
      const options: { value: string; label: string }[] = []
      for await (const page of rastro.pages('/api/groups')) {
        options.push(...page.groups.map(({ id, name }) => ({ value: id, label: name })))
      }
      return options
    },
  })
  return (
    <>
      <Radio.Group
        label={t('limits.scope')}
        value={draft.scope}
        onChange={(scope) => change({ scope: scope as KeyScope })}
      >
        <Stack gap="xs" mt="xs">
          {(['all', 'groups', 'device'] as const).map((scope) => (
            <Radio key={scope} value={scope} label={t(`limits.scopes.${scope}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {draft.scope === 'groups' && (
        <MultiSelect
          label={t('limits.groups')}
          searchable
          hidePickedOptions
          maxValues={maxGroups}
          data={groups.data ?? []}
          value={draft.groupIds}
          onChange={(groupIds) => change({ groupIds })}
          nothingFoundMessage={t('users:form.noGroup')}
          error={faultUnder(error, 'groupIds')}
        />
      )}
      {draft.scope === 'device' && (
        <DevicePicker
          label={t('limits.device')}
          value={draft.deviceId ? [draft.deviceId] : []}
          onChange={(chosen) => change({ deviceId: chosen.at(-1) ?? null })}
          error={faultUnder(error, 'deviceId')}
        />
      )}
    </>
  )
}
