import { useTranslation } from 'react-i18next'
import { useMay, useMe } from '../../session/use-me.ts'
import { useSendsMail } from '../../session/use-sends-mail.ts'
import { Page } from '../../ui/page.tsx'
import { ChangePassword } from './change-password.tsx'
import { Display } from './display.tsx'
import { OwnEmail } from './own-email.tsx'
import { Profile } from './profile.tsx'

export function PreferencesPage() {
  const { t } = useTranslation('preferences')
  const me = useMe()
  const mayChange = useMay()('users.manage')
  const sendsMail = useSendsMail()
  return (
    <Page title={t('title')}>
      <Display />
      {me && <Profile key={me.modifiedAt} me={me} mayChange={mayChange} hasEmail={!sendsMail} />}
      {me && sendsMail && <OwnEmail key={me.email} me={me} />}
      {me && <ChangePassword me={me} />}
    </Page>
  )
}
