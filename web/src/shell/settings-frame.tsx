import { Select } from '@mantine/core'
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
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PartLink } from '../ui/links.tsx'
import styles from './settings-frame.module.css'

const parts = [
  { name: 'account', to: '/settings/account', icon: IconBuilding },
  { name: 'api-keys', to: '/settings/api-keys', icon: IconKey },
  { name: 'users', to: '/settings/users', icon: IconUsers },
  { name: 'groups', to: '/settings/groups', icon: IconFolders },
  { name: 'contacts', to: '/settings/contacts', icon: IconAddressBook },
  { name: 'webhooks', to: '/settings/webhooks', icon: IconWebhook },
  { name: 'shares', to: '/settings/shares', icon: IconLink },
  { name: 'ingest-keys', to: '/settings/ingest-keys', icon: IconPlugConnected },
  { name: 'audit', to: '/settings/audit', icon: IconFileSearch },
  { name: 'preferences', to: '/settings/preferences', icon: IconAdjustments },
] as const

export function SettingsFrame() {
  const { t } = useTranslation('shell')
  const go = useNavigate()
  const current = useRouterState({ select: ({ location }) => location.pathname.split('/')[2] ?? '' })
  return (
    <div className={styles.frame}>
      <nav className={styles.parts} aria-label={t('settings.label')}>
        {parts.map(({ name, to, icon: Icon }) => (
          <PartLink
            key={name}
            to={to}
            label={t(`settings.${name}`)}
            leftSection={<Icon size={17} stroke={1.7} />}
            active={current === name}
            aria-current={current === name ? 'page' : undefined}
            className={styles.part}
          />
        ))}
      </nav>
      <div className={styles.choice}>
        <Select
          aria-label={t('settings.label')}
          allowDeselect={false}
          value={current}
          data={parts.map(({ name }) => ({ value: name, label: t(`settings.${name}`) }))}
          onChange={(chosen) => {
            const part = parts.find(({ name }) => name === chosen)
            if (part) void go({ to: part.to })
          }}
        />
      </div>
      <div className={styles.part_page}>
        <Outlet />
      </div>
    </div>
  )
}
