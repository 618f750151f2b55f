import { MultiSelect, Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DevicePicker } from '../../ui/device-picker.tsx'
import { faultAt } from '../../ui/faults.ts'
import type { DeviceScope } from './draft.ts'
import type { FormPart } from './form-part.ts'
import { useGroupOptions } from './use-users.ts'

const maxGroups = 100

export function ScopeChoice({ draft, change, error, isLocked }: FormPart) {
  const { t } = useTranslation('users')
  const groups = useGroupOptions()
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('form.scope')}
        value={draft.scope}
        onChange={(scope) => change({ scope: scope as DeviceScope })}
      >
        <Stack gap="sm" mt="xs">
          {(['groups', 'device', 'none'] as const).map((scope) => (
            <Radio
              key={scope}
              value={scope}
              label={t(`scope.${scope}`)}
              description={t(`scopeHint.${scope}`)}
              disabled={isLocked}
            />
          ))}
        </Stack>
      </Radio.Group>
      {draft.scope === 'groups' && (
        <MultiSelect
          label={t('form.groups')}
          searchable
          clearable
          hidePickedOptions
          maxValues={maxGroups}
          disabled={isLocked}
          placeholder={draft.groupIds.length === 0 ? t('form.groupsExample') : ''}
          nothingFoundMessage={t('form.noGroup')}
          data={groups.data ?? []}
          value={draft.groupIds}
          onChange={(groupIds) => change({ groupIds })}
          error={faultAt(error, 'groupIds')}
        />
      )}
      {draft.scope === 'device' && (
        <DevicePicker
          label={t('form.device')}
          disabled={isLocked}
          placeholder={draft.deviceId ? '' : t('form.deviceExample')}
          value={draft.deviceId ? [draft.deviceId] : []}
          onChange={(chosen) => change({ deviceId: chosen.at(-1) ?? null })}
          error={faultAt(error, 'deviceId')}
        />
      )}
    </Stack>
  )
}
