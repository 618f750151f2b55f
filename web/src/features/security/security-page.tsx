// Sign-in and security: each section is a component of its own.

import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'
import { AuthenticatorApp } from './factors/authenticator-app.tsx'
import { Passkeys } from './factors/passkeys.tsx'
import { RecoveryCodeSection } from './factors/recovery-code-section.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { OwnSignIns } from './own-sign-ins.tsx'

export function SecurityPage() {
  const { t } = useTranslation('security')
  return (
    <Page title={t('title')} subtitle={t('hint')}>
      <AuthenticatorApp />
      <Passkeys />
      <RecoveryCodeSection />
      <OwnSessions />
      <OwnSignIns />
    </Page>
  )
}
