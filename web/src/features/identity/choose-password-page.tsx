// The user chooses a password with a link: after forgetting the old one, or to accept an invitation.

import { Loader, TextInput } from '@mantine/core'
import { RastroError } from '@rastro/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
  /** Known once the server has asked for it. */
  const [asksFactor, setAsksFactor] = useState(false)
  const [factor, setFactor] = useState('')
  const choosing = useMutation({
    mutationFn: ({ newPassword, factor }: { newPassword: string; factor: string }) =>
      openClient.post('/session/reset/confirm', {
        body: { secret, newPassword, language, ...(factor && givenFactor(factor)) },
      }),
    onError: (error) => {
      if (error instanceof RastroError && error.code === 'session.second_factor_required') setAsksFactor(true)
    },
  })
  if (choosing.isSuccess) {
    return <IdentityCard state="done" title={t('reset.done')} hint={t('reset.doneHint')} />
  }
  if (secret === '' || isGone(choosing.error)) return <GoneCard hint={t('reset.gone')} />
  return (
    <IdentityCard title={t('reset.title')} hint={t('reset.hint')}>
      <NewPasswordForm
        error={isAsking(choosing.error) ? null : choosing.error}
        isBusy={choosing.isPending}
        onChosen={(newPassword) => choosing.mutate({ newPassword, factor })}
      >
        {asksFactor && (
          <TextInput
            label={t('second-factor:step.either')}
            description={t('second-factor:step.eitherHint')}
            autoComplete="one-time-code"
            autoFocus
            required
            withAsterisk={false}
            value={factor}
            onChange={(event) => setFactor(event.currentTarget.value)}
          />
        )}
      </NewPasswordForm>
    </IdentityCard>
  )
}

function isAsking(error: unknown): boolean {
  return error instanceof RastroError && error.code === 'session.second_factor_required'
}

/** Six digits are the code of an app. */
function givenFactor(text: string): { code: string } | { recoveryCode: string } {
  const digits = text.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? { code: digits } : { recoveryCode: text }
}

export function InvitationPage() {
  const { t } = useTranslation('identity')
  const { language } = usePreferences()
  const secret = useLinkSecret()
  const invitation = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => openClient.post('/session/invitation', { body: { secret } }),
    enabled: secret !== '',
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
  if (secret === '' || isGone(accepting.error ?? invitation.error))
    return <GoneCard hint={t('invitation.gone')} />
  return (
    <IdentityCard
      title={t('invitation.title')}
      hint={found && t('invitation.hint', { account: found.account, userName: found.userName })}
    >
      {invitation.isPending && <Loader aria-label={t('ui:loading')} />}
      {invitation.error && (
        <Failure error={invitation.error} onRetry={() => inBackground(invitation.refetch())} />
      )}
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
