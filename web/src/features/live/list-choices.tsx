import { Group, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Order } from '../../live/fleet.types.ts'
import { GroupFilter } from './group-filter.tsx'
import type { ChangeLive } from './live-search.ts'

interface ListChoicesProps {
  group: string | undefined
  order: Order
  onChange: ChangeLive
}

/** Group and order of the list. */
export function ListChoices({ group, order, onChange }: ListChoicesProps) {
  const { t } = useTranslation('live')
  return (
    <Group gap="xs" grow>
      <GroupFilter group={group} onChange={(next) => onChange({ group: next })} />
      <Select
        size="xs"
        aria-label={t('order.label')}
        allowDeselect={false}
        value={order}
        data={(['name', 'status', 'age'] as const).map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={(value) => onChange({ order: value === 'name' ? undefined : (value as Order) })}
      />
    </Group>
  )
}
