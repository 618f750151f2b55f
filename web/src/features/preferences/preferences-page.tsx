import { useTranslation } from 'react-i18next'
import { useMay, useMe } from '../../session/use-me.ts'
import { Page } from '../../ui/page.tsx'
import { ChangePassword } from './change-password.tsx'
import { Display } from './display.tsx'
import { Profile } from './profile.tsx'

export function PreferencesPage() {
  const { t } = useTranslation('preferences')
  const me = useMe()
  const mayChange = useMay()('users.manage')
  return (
    <Page title={t('title')}>
      <Display />
      {me && <Profile key={me.modifiedAt} me={me} mayChange={mayChange} />}
      {me && <ChangePassword me={me} />}
    </Page>
  )
}
