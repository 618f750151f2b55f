// Where the device was last, when, and whom to call.

import { Button } from '@mantine/core'
import type { Device } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../live/fleet.types.ts'
import { CopyIcon } from '../../ui/copy-icon.tsx'
import { OpenInFacts } from '../../ui/open-in/open-in-links.tsx'
import { useAddress } from '../../ui/places/use-address.ts'
import { useDevicePlace } from '../../ui/places/use-place.ts'
import { useFormat } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './device-card.module.css'
import { DriverFact } from './driver-fact.tsx'
import { OwnDistance } from './own-distance.tsx'
import { useStoppedFor } from './use-stopped-for.ts'

interface PositionFactsProps {
  row: Row
  device: Device | undefined
}

export function PositionFacts({ row, device }: PositionFactsProps) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const nowMs = useNow()
  const stopped = useStoppedFor(row)
  const place = useDevicePlace(row, 'details')
  const { latitude, longitude, fixedAtMs, lastSeenMs } = row
  const age = (atMs: number | undefined) =>
    atMs ? format.age(Math.min(atMs, nowMs), nowMs) : t('card.never')
  const coordinates =
    latitude === undefined || longitude === undefined
      ? undefined
      : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return (
    <dl className={styles.facts}>
      {stopped && (
        <>
          <dt>{t('card.stoppedFor')}</dt>
          <dd>
            {stopped.isLonger
              ? t('card.longerThan', { time: format.duration(stopped.forMs / 1_000) })
              : format.duration(stopped.forMs / 1_000)}
          </dd>
        </>
      )}
      {place && (
        <>
          <dt>{t('card.place')}</dt>
          <dd>{place.name}</dd>
        </>
      )}
      {latitude !== undefined && longitude !== undefined && (
        <AddressFact key={row.id} latitude={latitude} longitude={longitude} />
      )}
      <dt>{t('card.coordinates')}</dt>
      <dd>
        {coordinates ?? t('card.noCoordinates')}
        {coordinates && <CopyIcon text={coordinates} what={t('card.coordinates')} />}
      </dd>
      <OwnDistance latitude={latitude} longitude={longitude} />
      <OpenInFacts latitude={latitude} longitude={longitude} />
      <dt>{t('card.lastFix')}</dt>
      <dd title={fixedAtMs ? format.dateTime(fixedAtMs) : undefined}>{age(fixedAtMs)}</dd>
      <dt>{t('card.lastContact')}</dt>
      <dd title={lastSeenMs ? format.dateTime(lastSeenMs) : undefined}>{age(lastSeenMs)}</dd>
      <DriverFact deviceId={row.id} device={device} />
    </dl>
  )
}

/** The name of the place stays, whatever the geocoder does. */
function AddressFact(at: { latitude: number; longitude: number }) {
  const { t } = useTranslation('live')
  const { text, renew } = useAddress(at)
  if (!text && !renew) return null
  return (
    <>
      <dt>{t('card.address')}</dt>
      <dd>
        {text}
        {renew && (
          <Button size="compact-xs" variant="subtle" onClick={renew}>
            {t('card.showAddress')}
          </Button>
        )}
      </dd>
    </>
  )
}
