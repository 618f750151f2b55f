import { NavLink, Select } from '@mantine/core'
import {
  IconAddressBook,
  IconAdjustments,
  IconBuilding,
  IconFileSearch,
  IconFolders,
  IconKey,
  IconLink,
  IconPlugConnected,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './settings-frame.module.css'

const parts = [
  { path: 'account', icon: IconBuilding },
  { path: 'api-keys', icon: IconKey },
  { path: 'users', icon: IconUsers },
  { path: 'groups', icon: IconFolders },
  { path: 'contacts', icon: IconAddressBook },
  { path: 'webhooks', icon: IconWebhook },
  { path: 'shares', icon: IconLink },
  { path: 'ways-in', icon: IconPlugConnected },
  { path: 'audit', icon: IconFileSearch },
  { path: 'preferences', icon: IconAdjustments },
] as const

export function SettingsFrame() {
  const { t } = useTranslation('shell')
  const go = useNavigate()
  const current = useRouterState({ select: ({ location }) => location.pathname.split('/')[2] ?? '' })
  return (
    <div className={styles.frame}>
      <nav className={styles.parts} aria-label={t('settings.label')}>
        {parts.map(({ path, icon: Icon }) => (
          <NavLink
            key={path}
            component={Link}
            to={`/settings/${path}` as never}
            label={t(`settings.${path}`)}
            leftSection={<Icon size={17} stroke={1.7} />}
            active={current === path}
            aria-current={current === path ? 'page' : undefined}
            className={styles.part}
          />
        ))}
      </nav>
      <div className={styles.choice}>
        <Select
          aria-label={t('settings.label')}
          allowDeselect={false}
          value={current}
          data={parts.map(({ path }) => ({ value: path, label: t(`settings.${path}`) }))}
          onChange={(path) => void go({ to: `/settings/${path}` as never })}
        />
      </div>
      <div className={styles.part_page}>
        <Outlet />
      </div>
    </div>
  )
}
