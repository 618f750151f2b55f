// The cells of one device.

import { Box, Text } from '@mantine/core'
import type { Device } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useFleetState } from '../../../live/use-fleet.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { useDevicePlace } from '../../../ui/places/use-place.ts'
import { useFormat } from '../../../ui/use-format.ts'
import { useNow } from '../../../ui/use-now.ts'
import { VehicleIcon } from '../../../ui/vehicle-icon.tsx'
import { StatusBadge } from '../status-badge.tsx'
import type { Column } from './columns.ts'
import styles from './device-table.module.css'

interface DeviceRowProps {
  device: Device
  columns: Column[]
  groupNames: Map<string, string>
}

export function DeviceRow({ device, columns, groupNames }: DeviceRowProps) {
  return columns.map((column) => (
    <Box component="td" key={column} role="cell" className={styles.cell ?? ''} data-column={column}>
      <CellContent column={column} device={device} groupNames={groupNames} />
    </Box>
  ))
}

interface CellContentProps {
  column: Column
  device: Device
  groupNames: Map<string, string>
}

function CellContent({ column, device, groupNames }: CellContentProps) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const nowMs = useNow()
  const { groups, limits, lastSeenAt, vehicleType } = device
  switch (column) {
    case 'name':
      return <NameCell device={device} />
    case 'state':
      return <StatusBadge device={device} />
    case 'driver':
      return device.driverName
    case 'groups': {
      const names = groups.map((group) => groupNames.get(group) ?? group).join(', ')
      return <span title={names}>{names}</span>
    }
    case 'lastSeen':
      return lastSeenAt ? format.age(Math.min(Date.parse(lastSeenAt), nowMs), nowMs) : t('ui:never')
    case 'place':
      return <PlaceCell key={device.id} deviceId={device.id} />
    case 'expires':
      return limits.expires && limits.expirationDate
        ? format.calendarDay(limits.expirationDate)
        : t('ui:never')
    case 'vehicleType':
      return vehicleType && t(`vehicle.types.${vehicleType}`)
    case 'created':
      return format.dateTime(device.createdAt)
    default:
      return device[column]
  }
}

function PlaceCell({ deviceId }: { deviceId: string }) {
  const row = useFleetState(({ watched }) => watched.find(({ id }) => id === deviceId))
  const place = useDevicePlace(row ?? {}, 'list')
  return place && <span title={place.name}>{place.shortName}</span>
}

function NameCell({ device }: { device: Device }) {
  const { id, name, model, licensePlate, driverName, state, vehicleType } = device
  // Narrow screens have no other columns.
  const vehicle = [licensePlate, driverName].filter(Boolean).join(' · ')
  return (
    <div className={styles.name}>
      <span className={styles.icon}>
        <VehicleIcon type={vehicleType} />
      </span>
      <span className={styles.name_words}>
        <AnchorLink
          to="/devices/$deviceId"
          params={{ deviceId: id }}
          search={state === 'expired' ? { tab: 'limits' } : {}}
          fw={600}
          size="sm"
          title={name}
          className={styles.ellipsis ?? ''}
        >
          {name}
        </AnchorLink>
        {model && (
          <Text size="xs" c="dimmed" className={styles.ellipsis ?? ''} visibleFrom="sm">
            {model}
          </Text>
        )}
        {vehicle && (
          <Text size="xs" c="dimmed" className={styles.ellipsis ?? ''} hiddenFrom="sm">
            {vehicle}
          </Text>
        )}
      </span>
    </div>
  )
}
