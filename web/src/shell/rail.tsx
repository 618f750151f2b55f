// The main navigation with labels, the number of open alerts, the connection, and the user's menu.

import { UnstyledButton } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConnectionState } from './connection-state.tsx'
import styles from './shell.module.css'
import { useOfferedViews } from './use-offered-views.ts'
import { useOpenAlerts } from './use-open-alerts.ts'
import { UserMenu } from './user-menu.tsx'
import { viewIcons } from './view-icons.ts'
import { railEntryOf, railViews } from './views.ts'

const isInUserMenu = (name: string) => ['fleet', 'reports', 'console', 'settings'].includes(name)

export function Rail() {
  const { t } = useTranslation('shell')
  const current = useRouterState({ select: ({ location }) => railEntryOf(location.pathname) })
  const openAlerts = useOpenAlerts()
  const offered = useOfferedViews(railViews)
  return (
    <nav className={styles.rail} aria-label={t('rail.label')}>
      <ul>
        {offered.map(({ path, name }) => {
          const Icon = viewIcons[name]
          const title = t(`views.${name}`)
          const hasCount = name === 'alerts' && openAlerts.count > 0
          return (
            // On a phone the user's menu leads to them.
            <li key={name} data-wide-only={isInUserMenu(name) ? true : undefined}>
              <Link
                to={path}
                className={styles.entry}
                aria-label={
                  hasCount ? `${title}, ${t('rail.openAlerts', { count: openAlerts.count })}` : title
                }
                aria-current={current === name ? 'page' : undefined}
              >
                <Icon size={22} stroke={1.7} aria-hidden />
                <span className={styles.label}>{t(`rail.short.${name}`)}</span>
                {hasCount && (
                  <span
                    className={styles.count}
                    data-count={openAlerts.isMore ? `${openAlerts.count}+` : openAlerts.count}
                  />
                )}
              </Link>
            </li>
          )
        })}
      </ul>
      <span className={styles.gap} />
      <ConnectionState />
      <UnstyledButton
        className={styles.entry}
        data-wide-only
        aria-label={t('rail.palette')}
        onClick={spotlight.open}
      >
        <IconSearch size={21} stroke={1.7} aria-hidden />
        <span className={styles.label}>{t('rail.search')}</span>
      </UnstyledButton>
      <UserMenu />
    </nav>
  )
}
