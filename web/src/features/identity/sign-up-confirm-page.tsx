// The page of the link in the e-mail: choosing a password creates the account. Opening the page does nothing.

import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { openClient } from '../../session/open-client.ts'
import { GoneCard, IdentityCard } from './identity-card.tsx'
import { isGone, useLinkSecret } from './link-secret.ts'
import { NewPasswordForm } from './new-password-form.tsx'

export function SignUpConfirmPage() {
  const { t } = useTranslation('sign-up')
  const secret = useLinkSecret()
  const confirming = useMutation({
    mutationFn: (newPassword: string) =>
      openClient.post('/session/sign-up/confirm', { body: { secret, newPassword } }),
  })
  if (confirming.data) {
    const hint = t('doneHint', { userName: confirming.data.userName })
    return <IdentityCard state="done" title={t('done')} hint={hint} />
  }
  if (secret === '' || isGone(confirming.error)) return <GoneCard hint={t('gone')} />
  return (
    <IdentityCard title={t('choose')} hint={t('chooseHint')}>
      <NewPasswordForm
        error={confirming.error}
        isBusy={confirming.isPending}
        onChosen={(newPassword) => confirming.mutate(newPassword)}
      />
    </IdentityCard>
  )
}
