// Driver, odometer, engine hours and trip settings of a device.

import { Stack } from '@mantine/core'
import { DeviceDriver } from '../../ui/drivers/device-driver.tsx'
import { Meter } from '../../ui/trips/meter.tsx'
import { TripSettings } from '../../ui/trips/trip-settings.tsx'
import { useMayManageTrips } from '../../ui/trips/use-may-manage-trips.ts'
import type { DeviceRecord } from './device-record.ts'
import styles from './devices.module.css'

export function TripsTab({ record: { device } }: { record: DeviceRecord }) {
  const mayChange = useMayManageTrips()
  return (
    <Stack gap="xl" className={styles.sections ?? ''}>
      <DeviceDriver deviceId={device.id} />
      <Meter deviceId={device.id} meter="odometer" mayChange={mayChange} />
      <Meter deviceId={device.id} meter="engineHours" mayChange={mayChange} />
      <TripSettings subject={{ level: 'device', id: device.id }} mayChange={mayChange} />
    </Stack>
  )
}
