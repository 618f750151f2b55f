// The shared devices as a list, accessible to screen readers.

import { Group, Text, UnstyledButton } from '@mantine/core'
import type { SharedLocation } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import type { Status } from '../../live/fleet.types.ts'
import { StatusDot } from '../../ui/status-dot.tsx'
import type { Format } from '../../ui/use-format.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './share-view.module.css'
import { SharedFields } from './shared-fields.tsx'

export interface Shown {
  device: number
  /** Its name, or its number if names are not shared. */
  name: string
  status: Status
  location: SharedLocation | undefined
  place: string | undefined
}

interface SharedListProps {
  shown: Shown[]
  isHistoric: boolean
  selected: number | undefined
  format: Format
  onPick(device: number | undefined): void
}

export function SharedList({ shown, isHistoric, selected, format, onPick }: SharedListProps) {
  const { t } = useTranslation('shares')
  const nowMs = useNow()
  return (
    <ul className={styles.list} aria-label={t('view.devices')}>
      {shown.map(({ device, name, status, location, place }) => (
        <li key={device}>
          <UnstyledButton
            className={styles.row ?? ''}
            aria-pressed={device === selected}
            onClick={() => onPick(device === selected ? undefined : device)}
          >
            <Group gap={8} wrap="nowrap" justify="space-between">
              <Group gap={8} wrap="nowrap">
                <StatusDot status={status} />
                <Text fw={600} size="sm">
                  {name}
                </Text>
              </Group>
              <Text size="xs" c="dimmed">
                {location
                  ? isHistoric
                    ? format.dateTime(location.dateTime)
                    : format.age(location.dateTime, nowMs)
                  : t('view.noLocation')}
              </Text>
            </Group>
            <Text size="xs" c="dimmed">
              {isHistoric ? t('view.lastOfPeriod') : t(`shell:status.${status}`)}
              {location?.speed !== undefined &&
                status === 'moving' &&
                ` · ${format.speed(location.speed * 3.6)}`}
            </Text>
            {place && <Text size="xs">{place}</Text>}
          </UnstyledButton>
          {device === selected && location && <SharedFields location={location} format={format} />}
        </li>
      ))}
    </ul>
  )
}
