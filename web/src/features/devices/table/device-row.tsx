import { Badge, Text } from '@mantine/core'
import type { Device } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../../../ui/links.tsx'
import { Cell, StackedRow } from '../../../ui/stacked-table.tsx'
import { useFormat } from '../../../ui/use-format.ts'
import { useNow } from '../../../ui/use-now.ts'

interface DeviceRowProps {
  device: Device
  groupNames: Map<string, string>
}

export function DeviceRow({ device, groupNames }: DeviceRowProps) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const nowMs = useNow()
  const { id, name, model, state, identifier, groups, limits, lastSeenAt } = device
  return (
    <StackedRow>
      <Cell slot="first">
        <AnchorLink
          to="/devices/$deviceId"
          params={{ deviceId: id }}
          search={state === 'expired' ? { tab: 'limits' } : {}}
          fw={600}
          size="sm"
        >
          {name}
        </AnchorLink>
        {model && (
          <Text size="xs" c="dimmed">
            {model}
          </Text>
        )}
      </Cell>
      <Cell label={t('columns.state')}>
        <Badge variant="light" tt="none" color={state === 'expired' ? 'yellow' : 'green'}>
          {t(`state.${state}`)}
        </Badge>
      </Cell>
      <Cell label={t('columns.identifier')}>{identifier}</Cell>
      <Cell label={t('columns.groups')}>
        {groups.map((group) => groupNames.get(group) ?? group).join(', ')}
      </Cell>
      <Cell label={t('columns.expires')}>
        {limits.expires && limits.expirationDate ? format.calendarDay(limits.expirationDate) : t('ui:never')}
      </Cell>
      <Cell label={t('columns.lastContact')}>
        {lastSeenAt ? format.age(Math.min(Date.parse(lastSeenAt), nowMs), nowMs) : t('ui:never')}
      </Cell>
    </StackedRow>
  )
}
