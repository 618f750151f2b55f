// Visits of geofences by device: when, for how long, and whether the device is still inside.

import { Text } from '@mantine/core'
import type { Visit } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../links.tsx'
import { useDeviceNames } from '../use-device-names.ts'
import { useFormat } from '../use-format.ts'
import styles from './visit-list.module.css'

export function VisitList({ visits, label }: { visits: Visit[]; label: string }) {
  const nameOf = useDeviceNames(visits.map(({ deviceId }) => deviceId))
  return (
    <ul className={styles.list} aria-label={label}>
      {visits.map((visit) => (
        <li key={`${visit.deviceId} ${visit.enteredAt}`}>
          <AnchorLink to="/live" search={{ device: visit.deviceId }} size="sm">
            {nameOf(visit.deviceId) ?? visit.deviceId}
          </AnchorLink>
          <VisitTime visit={visit} />
        </li>
      ))}
    </ul>
  )
}

function VisitTime({ visit: { enteredAt, leftAt, type, duration } }: { visit: Visit }) {
  const { t } = useTranslation('trips')
  const format = useFormat()
  const entered = format.dateTime(enteredAt)
  const stay = type === 'passed' ? t('visits.passed') : format.duration(duration)
  return (
    <Text size="xs" c="dimmed">
      {leftAt === null ? t('visits.since', { at: entered }) : entered} · {stay}
    </Text>
  )
}
