// A plain summary of what the user will see and may do.

import { Alert } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDeviceName } from '../../ui/use-device-name.ts'
import { useFormat } from '../../ui/use-format.ts'
import type { Draft } from './draft.ts'
import { offeredPrivileges } from './draft.ts'
import { useGroupOptions } from './use-users.ts'

export function Permissions({ draft }: { draft: Draft }) {
  const { t, i18n } = useTranslation('users')
  const format = useFormat()
  const groups = useGroupOptions()
  const device = useDeviceName(draft.scope === 'device' && draft.deviceId ? draft.deviceId : undefined)
  const groupNames = draft.groupIds.map((id) => groups.data?.find(({ value }) => value === id)?.label ?? '…')
  const name = draft.name.trim() || t('summary.somebody')

  const and = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const may = offeredPrivileges
    .filter((one) => draft.privileges.includes(one))
    .map((privilege) => t(`summary.may.${privilege.replace('.', '_')}`))
  const scope =
    draft.scope === 'groups' && groupNames.length > 0
      ? t('summary.seesGroups', { name, count: groupNames.length, groups: and.format(groupNames) })
      : draft.scope === 'device' && device
        ? t('summary.seesDevice', { name, device })
        : t('summary.seesNone', { name })
  const sentences = [
    ...(draft.role === 'standard'
      ? [scope, may.length > 0 ? t('summary.mayDo', { what: and.format(may) }) : t('summary.mayLook')]
      : [t(`summary.${draft.role}`, { name })]),
    ...(draft.disabled ? [t('summary.disabled')] : []),
    ...(draft.from ? [t('summary.from', { time: format.dateTime(draft.from) })] : []),
    ...(draft.expiresAt ? [t('summary.expires', { time: format.dateTime(draft.expiresAt) })] : []),
  ]
  return (
    <Alert
      variant="light"
      color="blue"
      icon={<IconEye size={18} />}
      title={t('summary.title')}
      role="status"
      aria-live="polite"
    >
      {sentences.join(' ')}
    </Alert>
  )
}
