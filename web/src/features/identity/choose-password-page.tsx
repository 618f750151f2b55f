// The user chooses a password with a link: after forgetting the old one, or to accept an invitation.

import { Loader } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { GoneCard, IdentityCard } from './identity-card.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { isGone, openClient, useLinkSecret } from './open-client.ts'

export function ResetPage() {
  const { t } = useTranslation('identity')
  const { language } = usePreferences()
  const secret = useLinkSecret()
  const choosing = useMutation({
    mutationFn: (newPassword: string) =>
      openClient.post('/session/reset/confirm', { body: { secret, newPassword, language } }),
  })
  if (choosing.isSuccess) {
    return <IdentityCard state="done" title={t('reset.done')} hint={t('reset.doneHint')} />
  }
  if (secret === '' || isGone(choosing.error)) return <GoneCard hint={t('reset.gone')} />
  return (
    <IdentityCard title={t('reset.title')} hint={t('reset.hint')}>
      <NewPasswordForm
        error={choosing.error}
        isBusy={choosing.isPending}
        onChosen={(newPassword) => choosing.mutate(newPassword)}
      />
    </IdentityCard>
  )
}

export function InvitationPage() {
  const { t } = useTranslation('identity')
  const { language } = usePreferences()
  const secret = useLinkSecret()
  const invitation = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => openClient.post('/session/invitation', { body: { secret } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const accepting = useMutation({
    mutationFn: (newPassword: string) =>
      openClient.post('/session/invitation/accept', { body: { secret, newPassword, language } }),
  })
  const found = invitation.data
  if (accepting.isSuccess && found) {
    const hint = t('invitation.doneHint', { userName: found.userName })
    return <IdentityCard state="done" title={t('invitation.done')} hint={hint} />
  }
  if (isGone(accepting.error ?? invitation.error)) return <GoneCard hint={t('invitation.gone')} />
  return (
    <IdentityCard
      title={t('invitation.title')}
      hint={found && t('invitation.hint', { account: found.account, userName: found.userName })}
    >
      {invitation.isPending && <Loader aria-label={t('ui:loading')} />}
      {invitation.error && <Failure error={invitation.error} onRetry={() => inBackground(invitation.refetch())} />}
      {found && (
        <NewPasswordForm
          userName={found.userName}
          error={accepting.error}
          isBusy={accepting.isPending}
          onChosen={(newPassword) => accepting.mutate(newPassword)}
        />
      )}
    </IdentityCard>
  )
}
