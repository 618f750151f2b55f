import { Text } from '@mantine/core'
import { IconPolygon, IconSos, IconVolumeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TileLink } from '../../ui/links.tsx'
import styles from './rules.module.css'

const points = [
  { kind: 'sos', icon: IconSos },
  { kind: 'geofence', icon: IconPolygon },
  { kind: 'overdue', icon: IconVolumeOff },
] as const

/** Three rules to start with. */
export function StartingPoints() {
  const { t } = useTranslation('rules')
  return (
    <ul className={styles.kinds}>
      {points.map(({ kind, icon: Icon }) => (
        <li key={kind}>
          <TileLink to="/rules/new" search={{ kind }} className={styles.kind}>
            <Icon size={24} stroke={1.6} aria-hidden />
            <span>
              <Text size="sm" fw={600}>
                {t(`empty.points.${kind}.title`)}
              </Text>
              <Text size="xs" c="dimmed">
                {t(`empty.points.${kind}.hint`)}
              </Text>
            </span>
          </TileLink>
        </li>
      ))}
    </ul>
  )
}
