// The first run: creates the first operator and account of the installation, with the code from the log.

import { Button, Loader, NumberInput, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openClient, setupQuery } from '../../session/open-client.ts'
import { usePreferences } from '../../session/preferences.ts'
import { useWebConfig } from '../../session/use-web-config.ts'
import { Failure } from '../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../ui/faults.ts'
import { inBackground } from '../../ui/in-background.ts'
import { MapWays } from '../../ui/map-ways/map-ways.tsx'
import { IdentityCard } from './identity-card.tsx'
import { ownCountry, ownTimeZone, ZoneChoice } from './zone-choice.tsx'

const shown = ['code', 'email', 'name', 'accountName', 'licenses', 'newPassword']
const empty = { code: '', email: '', name: '', accountName: '', newPassword: '' }
type Field = keyof typeof empty

export function SetupPage() {
  const { t } = useTranslation('setup')
  const { language } = usePreferences()
  const [fields, setFields] = useState({ ...empty, timeZone: ownTimeZone(), licenses: 100 })
  const client = useQueryClient()
  const state = useQuery(setupQuery)
  const settingUp = useMutation({
    mutationFn: () =>
      openClient.post('/session/setup', { body: { ...fields, country: ownCountry(), language } }),
    // Otherwise the sign-in page would lead back here.
    onSuccess: () => client.setQueryData(setupQuery.queryKey, { isOpen: false }),
  })
  if (settingUp.data) {
    const hint = t('doneHint', { userName: settingUp.data.userName })
    return (
      <IdentityCard state="done" title={t('done')} hint={hint}>
        <StillToDo />
        <Text size="sm">{t('mapHint')}</Text>
        <MapWays country={ownCountry()} />
      </IdentityCard>
    )
  }
  if (state.data?.isOpen === false) return <IdentityCard title={t('finished')} hint={t('finishedHint')} />
  const text = (field: Field) => ({
    label: t(field),
    required: true,
    withAsterisk: false,
    value: fields[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [field]: event.currentTarget.value }),
    error: faultAt(settingUp.error, field),
  })
  function setUp(event: FormEvent): void {
    event.preventDefault()
    settingUp.mutate()
  }
  return (
    <IdentityCard title={t('title')} hint={t('hint')}>
      {state.isPending && <Loader aria-label={t('ui:loading')} />}
      {state.error && (
        <Failure
          error={state.error}
          onRetry={() => {
            inBackground(state.refetch())
          }}
        />
      )}
      {state.data && (
        <form onSubmit={setUp}>
          <Stack>
            <TextInput
              {...text('code')}
              description={t('codeHint')}
              autoComplete="off"
              maxLength={100}
              autoFocus
            />
            <TextInput {...text('email')} type="email" autoComplete="username" maxLength={254} />
            <TextInput {...text('name')} autoComplete="name" maxLength={200} />
            <PasswordInput
              {...text('newPassword')}
              description={t('newPasswordHint')}
              autoComplete="new-password"
              maxLength={256}
              visibilityToggleButtonProps={{ 'aria-label': t('ui:confirmPassword.show') }}
            />
            <TextInput {...text('accountName')} autoComplete="organization" maxLength={200} />
            <ZoneChoice value={fields.timeZone} onChange={(timeZone) => setFields({ ...fields, timeZone })} />
            <NumberInput
              label={t('licenses')}
              description={t('licensesHint')}
              min={0}
              max={100_000_000}
              allowDecimal={false}
              value={fields.licenses}
              onChange={(licenses) => setFields({ ...fields, licenses: Number(licenses) })}
              error={faultAt(settingUp.error, 'licenses')}
            />
            {isElsewhere(settingUp.error, shown) && <Failure error={settingUp.error} />}
            <Button type="submit" loading={settingUp.isPending}>
              {t('setUp')}
            </Button>
          </Stack>
        </form>
      )}
    </IdentityCard>
  )
}

/** What settings of the server decide. */
function StillToDo() {
  const { t } = useTranslation('setup')
  const config = useWebConfig()
  if (!config) return null
  const { origin } = window.location
  const { publicUrl } = config
  return (
    <>
      {origin !== new URL(publicUrl).origin && (
        <Text size="sm">{t('domainDiffers', { origin, publicUrl })}</Text>
      )}
      <Text size="sm">{t(config.sendsMail ? 'mailReady' : 'mailMissing')}</Text>
    </>
  )
}
