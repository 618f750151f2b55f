// In a sentence: what this person will see, and what he may do.

import { Alert } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDeviceName } from '../../ui/use-device-name.ts'
import { useFormat } from '../../ui/use-format.ts'
import type { Draft } from './draft.ts'
import { useGroupOptions } from './use-users.ts'

export function Permissions({ draft }: { draft: Draft }) {
  const { t, i18n } = useTranslation('users')
  const format = useFormat()
  const groups = useGroupOptions()
  const device = useDeviceName(draft.scope === 'device' && draft.deviceId ? draft.deviceId : undefined)
  const group = groups.data?.find(({ value }) => value === draft.group)?.label
  const name = draft.name.trim() || t('sum.somebody')

  const and = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  const may = draft.privileges.map((privilege) => t(`sum.may.${privilege.replace('.', '_')}`))
  const scope =
    draft.scope === 'group' && group
      ? t('sum.includesGroup', { name, group })
      : draft.scope === 'device' && device
        ? t('sum.deviceOnly', { name, device })
        : t('sum.seesNone', { name })
  const says = [
    ...(draft.role === 'standard'
      ? [scope, may.length > 0 ? t('sum.mayDo', { what: and.format(may) }) : t('sum.mayLook')]
      : [t(`sum.${draft.role}`, { name })]),
    ...(draft.disabled ? [t('sum.disabled')] : []),
    ...(draft.from ? [t('sum.from', { time: format.dateTime(draft.from) })] : []),
    ...(draft.expires ? [t('sum.expires', { time: format.dateTime(draft.expires) })] : []),
  ]
  return (
    <Alert
      variant="light"
      color="blue"
      icon={<IconEye size={18} />}
      title={t('sum.title')}
      role="status"
      aria-live="polite"
    >
      {says.join(' ')}
    </Alert>
  )
}
