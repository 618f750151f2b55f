// The user chooses a password with a link: after forgetting the old one, or to accept an invitation.

import { Loader, TextInput } from '@mantine/core'
import { RastroError } from '@rastro/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openClient } from '../../session/open-client.ts'
import type { Language } from '../../session/preferences.ts'
import { usePreferences } from '../../session/preferences.ts'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { GoneCard, IdentityCard } from './identity-card.tsx'
import { isGone, useLinkSecret } from './link-secret.ts'
import { NewPasswordForm } from './new-password-form.tsx'

interface Choice {
  secret: string
  newPassword: string
  language: Language
  code?: string
  recoveryCode?: string
}

/** Sends the new password. Asks for the second factor once the server has asked for it. */
function useChoice(secret: string, send: (choice: Choice) => Promise<unknown>) {
  const { t } = useTranslation('identity')
  const { language } = usePreferences()
  const [asksFactor, setAsksFactor] = useState(false)
  const [factor, setFactor] = useState('')
  const choosing = useMutation({
    mutationFn: (newPassword: string) =>
      send({ secret, newPassword, language, ...(factor && givenFactor(factor)) }),
    onError: (error) => {
      if (isAsking(error)) setAsksFactor(true)
    },
  })
  const factorField = asksFactor && (
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
  )
  return { choosing, error: isAsking(choosing.error) ? null : choosing.error, factorField }
}

export function ResetPage() {
  const { t } = useTranslation('identity')
  const secret = useLinkSecret()
  const { choosing, error, factorField } = useChoice(secret, (body) =>
    openClient.post('/session/reset/confirm', { body }),
  )
  if (choosing.isSuccess) {
    return <IdentityCard state="done" title={t('reset.done')} hint={t('reset.doneHint')} />
  }
  if (secret === '' || isGone(choosing.error)) return <GoneCard hint={t('reset.gone')} />
  return (
    <IdentityCard title={t('reset.title')} hint={t('reset.hint')}>
      <NewPasswordForm
        error={error}
        isBusy={choosing.isPending}
        onChosen={(newPassword) => choosing.mutate(newPassword)}
      >
        {factorField}
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
  const secret = useLinkSecret()
  const invitation = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => openClient.post('/session/invitation', { body: { secret } }),
    enabled: secret !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const {
    choosing: accepting,
    error,
    factorField,
  } = useChoice(secret, (body) => openClient.post('/session/invitation/accept', { body }))
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
          error={error}
          isBusy={accepting.isPending}
          onChosen={(newPassword) => accepting.mutate(newPassword)}
        >
          {factorField}
        </NewPasswordForm>
      )}
    </IdentityCard>
  )
}
