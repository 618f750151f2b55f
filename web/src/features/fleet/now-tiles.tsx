// What the devices do now. Each number opens the live map with these devices.

import type { Dashboard } from '@rastro/client'
import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Status } from '../../live/fleet.types.ts'
import { TileLink } from '../../ui/links.tsx'
import { StatusDot } from '../../ui/status-dot.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { Figure } from './figure.tsx'
import styles from './fleet.module.css'

const states = ['driving', 'idling', 'standing', 'silent', 'expired'] as const
/** What the live map calls them. */
const statusOf: Record<(typeof states)[number], Status> = {
  driving: 'moving',
  idling: 'idling',
  standing: 'stopped',
  silent: 'offline',
  expired: 'expired',
}
/** The server counts no further. */
const maxOpenAlerts = 10_000

interface NowTilesProps {
  dashboard: Dashboard
  group: string | undefined
}

export function NowTiles({ dashboard: { now, openAlerts }, group }: NowTilesProps) {
  const { t } = useTranslation('fleet')
  const format = useFormat()
  const shown = states.filter((state) => state !== 'expired' || now.expired > 0)
  const alerts = `${format.number(openAlerts)}${openAlerts >= maxOpenAlerts ? '+' : ''}`
  return (
    <ul className={styles.tiles} aria-label={t('now.label')}>
      {shown.map((state) => (
        <li key={state}>
          <TileLink
            to="/live"
            search={{ status: statusOf[state], ...(group !== undefined && { group }) }}
            className={styles.tile}
          >
            <Figure
              icon={<StatusDot status={statusOf[state]} size={11} />}
              label={t(`now.${state}`)}
              value={format.number(now[state])}
            />
          </TileLink>
        </li>
      ))}
      <li>
        <TileLink to="/alerts" className={styles.tile}>
          <Figure icon={<IconBell size={14} aria-hidden />} label={t('now.alerts')} value={alerts} />
        </TileLink>
      </li>
    </ul>
  )
}
