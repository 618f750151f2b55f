import { Text } from '@mantine/core'
import type { InstallationHealth } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'

const columns = ['role', 'state', 'version', 'eventLoop', 'memory', 'waiting', 'reported'] as const
const bytesPerMb = 1_000_000
const milliseconds = { style: 'unit', unit: 'millisecond' } as const
const megabytes = { style: 'unit', unit: 'megabyte' } as const

export function ProcessTable({ processes }: Pick<InstallationHealth, 'processes'>) {
  const { t } = useTranslation('installation')
  const format = useFormat()
  const nowMs = useNow()
  return (
    <StackedTable label={t('processes')} columns={columns.map((column) => t(`columns.${column}`))}>
      {processes.map((one) => (
        <StackedRow key={one.id}>
          <Cell slot="first">
            <Text size="sm" fw={600} component="span">
              {one.cell === 0 ? one.role : `${one.role} ${one.cell}`}
            </Text>{' '}
            <Text size="xs" c="dimmed" component="span">
              {one.host}
            </Text>
          </Cell>
          <Cell label={t('columns.state')}>{t(`states.${one.state}`)}</Cell>
          <Cell label={t('columns.version')}>{one.version}</Cell>
          <Cell label={t('columns.eventLoop')}>
            {format.number(Math.round(one.eventLoopMs), milliseconds)}
          </Cell>
          <Cell label={t('columns.memory')}>
            {format.number(Math.round(one.memoryBytes / bytesPerMb), megabytes)}
          </Cell>
          <Cell label={t('columns.waiting')}>
            {one.measures.logWaiting !== undefined &&
              t('locationsWaiting', { count: one.measures.logWaiting })}
            {one.measures.messagesDue !== undefined && t('messagesDue', { count: one.measures.messagesDue })}
          </Cell>
          <Cell label={t('columns.reported')}>{format.age(one.reportedAt, nowMs)}</Cell>
        </StackedRow>
      ))}
    </StackedTable>
  )
}
