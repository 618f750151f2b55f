import { Select } from '@mantine/core'
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { inBackground } from '../ui/in-background.ts'
import { PartLink } from '../ui/links.tsx'
import styles from './settings-frame.module.css'
import { useOfferedViews } from './use-offered-views.ts'
import { viewIcons } from './view-icons.ts'
import { settingsViews } from './views.ts'

export function SettingsFrame() {
  const { t } = useTranslation('shell')
  const go = useNavigate()
  const offered = useOfferedViews(settingsViews)
  const current = useRouterState({ select: ({ location }) => location.pathname.split('/')[2] ?? '' })
  return (
    <div className={styles.frame}>
      <nav className={styles.parts} aria-label={t('views.settings')}>
        {offered.map(({ name, path }) => {
          const Icon = viewIcons[name]
          return (
            <PartLink
              key={name}
              to={path}
              label={t(`views.${name}`)}
              leftSection={<Icon size={17} stroke={1.7} />}
              active={current === name}
              aria-current={current === name ? 'page' : undefined}
              className={styles.part}
            />
          )
        })}
      </nav>
      <div className={styles.choice}>
        <Select
          aria-label={t('views.settings')}
          allowDeselect={false}
          value={current}
          data={offered.map(({ name }) => ({ value: name, label: t(`views.${name}`) }))}
          onChange={(chosen) => {
            const view = offered.find(({ name }) => name === chosen)
            if (view) inBackground(go({ to: view.path }))
          }}
        />
      </div>
      <div className={styles.part_page}>
        <Outlet />
      </div>
    </div>
  )
}
