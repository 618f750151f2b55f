// The vehicle, before its tracker: what it is, who drives it, how it is and where it was last.

import type { Device } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { CopyIcon } from '../../ui/copy-icon.tsx'
import { AnchorLink } from '../../ui/links.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import { VehicleIcon } from '../../ui/vehicle-icon.tsx'
import { usePhoto } from './photo/use-photo.ts'
import { StatusBadge } from './status-badge.tsx'
import styles from './vehicle-header.module.css'

export function VehicleHeader({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const photo = usePhoto(device)
  const { name, vehicleType, model, licensePlate } = device
  const type = vehicleType && t(`vehicle.types.${vehicleType}`)
  return (
    <section className={styles.header} aria-label={t('vehicle.title')}>
      <div className={styles.photo}>
        {photo ? (
          <img src={photo} alt={t('photo.of', { name })} />
        ) : (
          <VehicleIcon type={vehicleType} size={56} />
        )}
      </div>
      <dl className={styles.facts}>
        <Fact label={t('columns.state')}>
          <Contact device={device} />
        </Fact>
        {(type || model) && (
          <Fact label={t('columns.vehicleType')}>{[type, model].filter(Boolean).join(' · ')}</Fact>
        )}
        {licensePlate && <Fact label={t('columns.licensePlate')}>{licensePlate}</Fact>}
        <Driver device={device} />
        {device.lastSeenAt !== null && <LastPosition device={device} />}
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Contact({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const nowMs = useNow()
  const { lastSeenAt } = device
  return (
    <>
      <StatusBadge device={device} />
      {lastSeenAt !== null && (
        <span title={format.dateTime(lastSeenAt)}>
          {t('lastContact', { age: format.age(Math.min(Date.parse(lastSeenAt), nowMs), nowMs) })}
        </span>
      )}
    </>
  )
}

function Driver({ device: { driverName, driverPhone } }: { device: Device }) {
  const { t } = useTranslation('devices')
  if (driverName === null && driverPhone === null) return null
  return (
    <Fact label={t('columns.driver')}>
      {driverName}
      {driverPhone && <PhoneLink phone={driverPhone} />}
    </Fact>
  )
}

function LastPosition({ device: { id, lastSeenAt } }: { device: Device }) {
  const { t } = useTranslation('devices')
  const { data } = useQuery({
    queryKey: ['devices', id, 'last-location', lastSeenAt],
    queryFn: async () =>
      (await rastro.get('/api/devices/{deviceId}/lastLocation', { path: { deviceId: id } })).lastLocation,
  })
  if (!data || data.latitude === null || data.longitude === null) return null
  const coordinates = `${data.latitude.toFixed(5)}, ${data.longitude.toFixed(5)}`
  return (
    <Fact label={t('lastPosition')}>
      {data.place && <span>{data.place.name}</span>}
      <span>{coordinates}</span>
      <CopyIcon text={coordinates} what={t('lastPosition')} />
      <AnchorLink to="/live" search={{ device: id }} size="sm">
        {t('onMap')}
      </AnchorLink>
    </Fact>
  )
}
