import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openClient } from '../../session/open-client.ts'
import { usePreferences } from '../../session/preferences.ts'
import { Failure } from '../../ui/failure.tsx'
import { IdentityCard } from './identity-card.tsx'

export function ForgotPage() {
  const { t } = useTranslation('identity')
  const { language } = usePreferences()
  const [userName, setUserName] = useState('')
  const asking = useMutation({
    mutationFn: () => openClient.post('/session/reset', { body: { userName: userName.trim(), language } }),
  })
  if (asking.isSuccess) {
    return <IdentityCard state="done" title={t('forgot.sent')} hint={t('forgot.sentHint')} />
  }
  function ask(event: FormEvent): void {
    event.preventDefault()
    asking.mutate()
  }
  return (
    <IdentityCard title={t('forgot.title')} hint={t('forgot.hint')}>
      <form onSubmit={ask}>
        <Stack>
          <TextInput
            label={t('forgot.userName')}
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            maxLength={254}
            value={userName}
            onChange={(event) => setUserName(event.currentTarget.value)}
          />
          {asking.error && <Failure error={asking.error} />}
          <Button type="submit" loading={asking.isPending} disabled={userName.trim() === ''}>
            {t('forgot.send')}
          </Button>
        </Stack>
      </form>
    </IdentityCard>
  )
}
