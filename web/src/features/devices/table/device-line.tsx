import { Anchor, Badge, Table, Text } from '@mantine/core'
import type { Device } from '@rastro/client'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../ui/use-format.ts'
import { useNow } from '../../../ui/use-now.ts'
import styles from '../devices.module.css'

interface DeviceLineProps {
  device: Device
  groupNames: Map<string, string>
}

export function DeviceLine({ device, groupNames }: DeviceLineProps) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const nowMs = useNow()
  const { id, name, model, state, identifier, groups, limits, lastSeen } = device
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Anchor
          component={Link}
          to={`/devices/${id}` as never}
          search={(state === 'expired' ? { tab: 'limits' } : {}) as never}
          fw={600}
          size="sm"
        >
          {name}
        </Anchor>
        {model && (
          <Text size="xs" c="dimmed" fw={400}>
            {model}
          </Text>
        )}
      </Table.Th>
      <Table.Td>
        <Badge variant="light" color={state === 'expired' ? 'orange' : 'teal'}>
          {t(`state.${state}`)}
        </Badge>
      </Table.Td>
      <Table.Td className={styles.nowrap}>{identifier}</Table.Td>
      <Table.Td>{groups.map((group) => groupNames.get(group) ?? group).join(', ')}</Table.Td>
      <Table.Td className={styles.nowrap}>
        {limits.expires && limits.expirationDate ? format.calendarDay(limits.expirationDate) : t('ui:never')}
      </Table.Td>
      <Table.Td className={styles.nowrap}>
        {lastSeen ? format.age(Math.min(Date.parse(lastSeen), nowMs), nowMs) : t('ui:never')}
      </Table.Td>
    </Table.Tr>
  )
}
