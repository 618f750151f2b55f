// Changes or confirms the caller's e-mail address. It changes when the link that was sent to it is opened.

import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import type { User } from '@rastro/client'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../ui/faults.ts'
import { Section } from '../../ui/section.tsx'

export function OwnEmail({ me }: { me: User }) {
  const { t } = useTranslation('preferences')
  const { language } = usePreferences()
  const [email, setEmail] = useState(me.email)
  const wanted = email.trim()
  const isConfirmed = me.emailVerified && wanted === me.email
  const sending = useMutation({
    mutationFn: () =>
      withRecentSignIn(() => rastro.post('/api/me/email', { body: { email: wanted, language } })),
  })
  function send(event: FormEvent): void {
    event.preventDefault()
    sending.mutate()
  }
  return (
    <Section title={t('ownEmail.title')} description={t('ownEmail.hint')}>
      <form onSubmit={send}>
        <Stack>
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="email"
            required
            withAsterisk={false}
            maxLength={254}
            value={email}
            onChange={(event) => {
              setEmail(event.currentTarget.value)
              sending.reset()
            }}
            error={faultAt(sending.error, 'email')}
          />
          <Group>
            <Badge color={me.emailVerified ? 'green' : 'yellow'} variant="light">
              {t(me.emailVerified ? 'ownEmail.confirmed' : 'ownEmail.unconfirmed')}
            </Badge>
            <Text size="sm">{me.email}</Text>
          </Group>
          {isElsewhere(sending.error, ['email']) && <Failure error={sending.error} />}
          {sending.isSuccess && (
            <Text size="sm" role="status">
              {t('ownEmail.sent', { email: wanted })}
            </Text>
          )}
          <Group>
            <Button type="submit" loading={sending.isPending} disabled={isConfirmed || sending.isSuccess}>
              {t(wanted === me.email ? 'ownEmail.confirm' : 'ownEmail.change')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
