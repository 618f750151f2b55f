// What this device does for its user: notifications, the app, and positions for times without a connection.

import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'
import { App } from './app.tsx'
import { Browsers } from './browsers.tsx'
import { Notifications } from './notifications.tsx'
import { Offline } from './offline.tsx'

export function ThisDevicePage() {
  const { t } = useTranslation('this-device')
  return (
    <Page title={t('title')} subtitle={t('hint')}>
      <Notifications />
      <Browsers />
      <App />
      <Offline />
    </Page>
  )
}
