import type { Group } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../../ui/links.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'

const columns = ['name', 'description', 'devices', 'changed'] as const

export function GroupTable({ groups }: { groups: Group[] }) {
  const { t } = useTranslation('groups')
  const format = useFormat()
  return (
    <StackedTable label={t('title')} columns={columns.map((column) => t(`columns.${column}`))}>
      {groups.map((group) => (
        <StackedRow key={group.id}>
          <Cell slot="first">
            <AnchorLink to="/settings/groups/$groupId" params={{ groupId: group.id }} size="sm" fw={600}>
              {group.name}
            </AnchorLink>
          </Cell>
          <Cell label={t('columns.description')}>{group.description}</Cell>
          <Cell label={t('columns.devices')}>{format.number(group.devices.length)}</Cell>
          <Cell label={t('columns.changed')}>{format.date(group.modifiedAt)}</Cell>
        </StackedRow>
      ))}
    </StackedTable>
  )
}
