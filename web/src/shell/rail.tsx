// The main navigation, with the number of open alerts.

import { Tooltip, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { IconCommand, IconMoon, IconSun } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTheme } from '../ui/use-theme.ts'
import styles from './shell.module.css'
import { useOpenAlerts } from './use-open-alerts.ts'
import { viewIcons } from './view-icons.ts'
import { railViews } from './views.ts'

export function Rail() {
  const { t } = useTranslation('shell')
  const current = useRouterState({ select: ({ location }) => location.pathname })
  const openAlerts = useOpenAlerts()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useTheme()
  const ThemeIcon = scheme === 'dark' ? IconSun : IconMoon
  return (
    <nav className={styles.rail} aria-label={t('rail.label')}>
      <ul>
        {railViews.map(({ path, name }) => {
          const Icon = viewIcons[name]
          const title = t(`views.${name}`)
          const hasCount = name === 'alerts' && openAlerts.count > 0
          return (
            <li key={name}>
              <Tooltip label={title} position="right" openDelay={400}>
                <Link
                  to={path}
                  className={styles.entry}
                  aria-label={
                    hasCount ? `${title}, ${t('rail.openAlerts', { count: openAlerts.count })}` : title
                  }
                  aria-current={current.startsWith(path) ? 'page' : undefined}
                >
                  <Icon size={22} stroke={1.7} />
                  {hasCount && (
                    <span className={styles.count} aria-hidden>
                      {openAlerts.isMore ? `${openAlerts.count}+` : openAlerts.count}
                    </span>
                  )}
                </Link>
              </Tooltip>
            </li>
          )
        })}
      </ul>
      <span className={styles.gap} />
      <Tooltip label={t('rail.palette')} position="right" openDelay={400}>
        <UnstyledButton
          className={styles.entry}
          data-wide-only
          aria-label={t('rail.palette')}
          onClick={spotlight.open}
        >
          <IconCommand size={21} stroke={1.7} />
        </UnstyledButton>
      </Tooltip>
      <Tooltip label={t('rail.theme')} position="right" openDelay={400}>
        <UnstyledButton
          className={styles.entry}
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
