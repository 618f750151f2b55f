// The ways to every part of the interface, with the number of alerts that nobody has taken up yet.

import { Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import {
  IconBell,
  IconCommand,
  IconHistory,
  IconMapPin,
  IconMoon,
  IconPolygon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTheme } from '../ui/use-theme.ts'
import styles from './shell.module.css'
import { useOpenAlerts } from './use-open-alerts.ts'

const places = [
  { to: '/live', icon: IconMapPin, name: 'live' },
  { to: '/history', icon: IconHistory, name: 'history' },
  { to: '/alerts', icon: IconBell, name: 'alerts' },
  { to: '/geofences', icon: IconPolygon, name: 'geofences' },
  { to: '/settings', icon: IconSettings, name: 'settings' },
] as const

export function Rail() {
  const { t } = useTranslation('shell')
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const openAlerts = useOpenAlerts()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useTheme()
  const ThemeIcon = scheme === 'dark' ? IconSun : IconMoon
  return (
    <nav className={styles.rail} aria-label={t('rail.label')}>
      <ul>
        {places.map(({ to, icon: Icon, name }) => (
          <li key={to}>
            <Tooltip label={t(`rail.${name}`)} position="right" openDelay={400}>
              <Link
                to={to}
                className={styles.place}
                aria-label={
                  name === 'alerts' && openAlerts.count > 0
                    ? `${t('rail.alerts')}, ${t('rail.openAlerts', { count: openAlerts.count })}`
                    : t(`rail.${name}`)
                }
                aria-current={path.startsWith(to) ? 'page' : undefined}
              >
                <Icon size={22} stroke={1.7} />
                {name === 'alerts' && openAlerts.count > 0 && (
                  <span className={styles.count} aria-hidden>
                    {openAlerts.isMore ? `${openAlerts.count}+` : openAlerts.count}
                  </span>
                )}
              </Link>
            </Tooltip>
          </li>
        ))}
      </ul>
      <span className={styles.gap} />
      <Tooltip label={t('rail.palette')} position="right" openDelay={400}>
        <UnstyledButton
          className={styles.place}
          data-wide-only
          aria-label={t('rail.palette')}
          onClick={spotlight.open}
        >
          <IconCommand size={21} stroke={1.7} />
        </UnstyledButton>
      </Tooltip>
      <Tooltip label={t('rail.theme')} position="right" openDelay={400}>
        <UnstyledButton
          className={styles.place}
          data-wide-only
          aria-label={t('rail.theme')}
          onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}
        >
          <ThemeIcon size={21} stroke={1.7} />
        </UnstyledButton>
      </Tooltip>
    </nav>
  )
}
