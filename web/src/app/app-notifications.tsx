import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'

/** Their close buttons have a name, whichever view shows them. */
export function AppNotifications() {
  const { t } = useTranslation('ui')
  const defaultProps = { closeButtonProps: { 'aria-label': t('close') } }
  return (
    <MantineThemeProvider theme={{ components: { Notification: { defaultProps } } }}>
      {/* At the top: the buttons that save a form are at the bottom. */}
      <Notifications position="top-center" limit={3} />
    </MantineThemeProvider>
  )
}
