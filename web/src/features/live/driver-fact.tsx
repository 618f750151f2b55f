// Who drives now, by tag or assignment; otherwise who is noted with the device.

import type { Device } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { FleetEvent } from '../../live/fleet.types.ts'
import { useEvents } from '../../live/use-fleet.tsx'
import { driversKey, useDeviceDriver } from '../../ui/drivers/use-drivers.ts'
import { inBackground } from '../../ui/in-background.ts'
import { AnchorLink } from '../../ui/links.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import styles from './device-card.module.css'

export function DriverFact({ deviceId, device }: { deviceId: string; device: Device | undefined }) {
  const { t } = useTranslation('live')
  const queries = useQueryClient()
  const { data } = useDeviceDriver(deviceId)
  useEvents(
    useCallback(
      ({ type, device: changed }: FleetEvent) => {
        if (changed === deviceId && type === 'driver.changed')
          inBackground(queries.invalidateQueries({ queryKey: [...driversKey, 'of-device', deviceId] }))
      },
      [queries, deviceId],
    ),
  )
  const driver = data?.driver
  const tag = data?.tag
  if (!driver && !tag && !device?.driverName && !device?.driverPhone) return null
  return (
    <>
      <dt>{t('card.driver')}</dt>
      <dd className={styles.driver}>
        {driver && (
          <AnchorLink to="/drivers/$driverId" params={{ driverId: driver.id }} size="sm">
            {driver.name}
          </AnchorLink>
        )}
        {!driver && tag && t('card.unknownTag', { tag })}
        {!driver && !tag && device?.driverName}{' '}
        {!driver && !tag && device?.driverPhone && <PhoneLink phone={device.driverPhone} />}
      </dd>
    </>
  )
}
