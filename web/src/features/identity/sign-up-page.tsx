import { Button, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openClient } from '../../session/open-client.ts'
import { usePreferences } from '../../session/preferences.ts'
import { useWebConfig } from '../../session/use-web-config.ts'
import { Failure } from '../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../ui/faults.ts'
import { inBackground } from '../../ui/in-background.ts'
import { IdentityCard } from './identity-card.tsx'
import { isGone } from './link-secret.ts'
import { solveInBackground } from './solve-in-background.ts'
import { ownCountry, ownTimeZone, ZoneChoice } from './zone-choice.tsx'

const shown = ['email', 'name', 'accountName']

export function SignUpPage() {
  const { t } = useTranslation('sign-up')
  const { language } = usePreferences()
  const [fields, setFields] = useState({ email: '', name: '', accountName: '', timeZone: ownTimeZone() })
  const config = useWebConfig()
  const offer = useQuery({
    queryKey: ['sign-up'],
    queryFn: () => openClient.get('/session/sign-up'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: config?.signsUp === true,
  })
  const signingUp = useMutation({
    async mutationFn() {
      // A challenge is accepted once, so every attempt gets its own.
      const { challenge, puzzles, bits } = await openClient.get('/session/sign-up')
      const nonces = await solveInBackground({ challenge, puzzles, bits })
      const body = {
        ...fields,
        email: fields.email.trim(),
        country: ownCountry(),
        language,
        challenge,
        nonces,
      }
      await openClient.post('/session/sign-up', { body })
    },
  })
  if (signingUp.isSuccess) {
    return (
      <IdentityCard state="done" title={t('sent')} hint={t('sentHint', { email: fields.email.trim() })} />
    )
  }
  if (config?.signsUp === false || isGone(offer.error))
    return <IdentityCard state="gone" title={t('off')} hint={t('offHint')} />
  const text = (field: 'email' | 'name' | 'accountName') => ({
    label: t(field),
    required: true,
    withAsterisk: false,
    value: fields[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [field]: event.currentTarget.value }),
    error: faultAt(signingUp.error, field),
  })
  function signUp(event: FormEvent): void {
    event.preventDefault()
    signingUp.mutate()
  }
  return (
    <IdentityCard
      title={t('title')}
      hint={offer.data && t('hint', { days: offer.data.trialDays, devices: offer.data.trialLicenses })}
    >
      {offer.isPending && <Loader aria-label={t('ui:loading')} />}
      {offer.error && (
        <Failure
          error={offer.error}
          onRetry={() => {
            inBackground(offer.refetch())
          }}
        />
      )}
      {offer.data && (
        <form onSubmit={signUp}>
          <Stack>
            <TextInput {...text('email')} type="email" autoComplete="email" maxLength={254} autoFocus />
            <TextInput {...text('name')} autoComplete="name" maxLength={200} />
            <TextInput {...text('accountName')} autoComplete="organization" maxLength={200} />
            <ZoneChoice value={fields.timeZone} onChange={(timeZone) => setFields({ ...fields, timeZone })} />
            {isElsewhere(signingUp.error, shown) && <Failure error={signingUp.error} />}
            <Button type="submit" loading={signingUp.isPending}>
              {t('signUp')}
            </Button>
            <Text size="xs" c="dimmed">
              {t('next')}
            </Text>
          </Stack>
        </form>
      )}
    </IdentityCard>
  )
}
