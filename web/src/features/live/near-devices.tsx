// The devices around a place, nearest first.

import { Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useFormat } from '../../ui/use-format.ts'
import styles from './near-devices.module.css'

const radius = 50_000
const limit = 5

interface NearDevicesProps {
  latitude: number
  longitude: number
  onPick(id: string): void
}

export function NearDevices({ latitude, longitude, onPick }: NearDevicesProps) {
  const { t } = useTranslation('live')
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['devices', 'near', latitude, longitude],
    queryFn: ({ signal }) =>
      rastro.get('/api/devices/near', { query: { latitude, longitude, radius, limit }, signal }),
    refetchInterval: 30_000,
  })
  if (!data) return null
  if (data.devices.length === 0) {
    return (
      <Text size="xs" c="dimmed">
        {t('place.noneNear', { distance: format.distance(radius) })}
      </Text>
    )
  }
  return (
    <ul className={styles.list} aria-label={t('place.near')}>
      {data.devices.map(({ id, name, distance }) => (
        <li key={id}>
          <UnstyledButton className={styles.row ?? ''} onClick={() => onPick(id)}>
            <span className={styles.name}>{name}</span>
            <span className={styles.distance}>{format.distance(distance)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
