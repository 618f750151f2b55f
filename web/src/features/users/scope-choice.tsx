import { Radio, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DevicePicker } from '../../ui/device-picker.tsx'
import { faultAt } from '../../ui/faults.ts'
import type { DeviceScope } from './draft.ts'
import type { FormPart } from './form-part.ts'
import { useGroupOptions } from './use-users.ts'

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
          {(['group', 'device', 'none'] as const).map((scope) => (
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
      {draft.scope === 'group' && (
        <Select
          label={t('form.group')}
          searchable
          clearable
          disabled={isLocked}
          placeholder={t('form.groupExample')}
          nothingFoundMessage={t('form.noGroup')}
          data={groups.data ?? []}
          value={draft.groupId}
          onChange={(groupId) => change({ groupId })}
          error={faultAt(error, 'groupId')}
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
