// Fuel sensors of a device, their levels, and fills and drains.

import { Button, Group, Loader, Stack } from '@mantine/core'
import { IconGasStation, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FleetEvent } from '../../../live/fleet.types.ts'
import { useEvents } from '../../../live/use-fleet.tsx'
import { useMay } from '../../../session/use-me.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import type { DeviceRecord } from '../device-record.ts'
import styles from '../devices.module.css'
import { fuelKey, readSensors } from './fuel-api.ts'
import { FuelEvents } from './fuel-events.tsx'
import { SensorDialog } from './sensor-dialog.tsx'
import { SensorSection } from './sensor-section.tsx'

const maxSensors = 4

export function FuelTab({ record: { device } }: { record: DeviceRecord }) {
  const { t } = useTranslation('fuel')
  const mayChange = useMay()('fleet.manage')
  const [isAdding, setIsAdding] = useState(false)
  useFuelEvents(device.id)
  const { data, error, refetch } = useQuery({
    queryKey: [...fuelKey(device.id), 'sensors'],
    queryFn: () => readSensors(device.id),
  })
  if (!data) {
    return error ? (
      <Failure
        error={error}
        onRetry={() => {
          inBackground(refetch())
        }}
      />
    ) : (
      <Loader aria-label={t('ui:loading')} />
    )
  }
  const add = mayChange && data.length < maxSensors && (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={15} />}
      onClick={() => setIsAdding(true)}
    >
      {t('add')}
    </Button>
  )
  return (
    <Stack gap="xl" className={styles.sections ?? ''}>
      {data.length === 0 && (
        <Empty
          icon={<IconGasStation size={32} />}
          title={t('empty')}
          description={t('emptyHint')}
          action={add}
        />
      )}
      {data.map((sensor) => (
        <SensorSection key={sensor.id} sensor={sensor} mayChange={mayChange} />
      ))}
      {data.length > 0 && add && <Group>{add}</Group>}
      {data.length > 0 && <FuelEvents deviceId={device.id} sensors={data} mayChange={mayChange} />}
      {isAdding && <SensorDialog deviceId={device.id} onClose={() => setIsAdding(false)} />}
    </Stack>
  )
}

/** Reads again when the server reports a fill, a drain, or a trip that ended. */
function useFuelEvents(deviceId: string): void {
  const queries = useQueryClient()
  useEvents(
    useCallback(
      ({ type, device }: FleetEvent) => {
        if (device !== deviceId || !type.startsWith('fuel.')) return
        inBackground(queries.invalidateQueries({ queryKey: fuelKey(deviceId) }))
      },
      [queries, deviceId],
    ),
  )
}
