import { Button, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { User } from '@rastro/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { Failure } from '../../ui/failure.tsx'
import { faultAt, isElsewhere } from '../../ui/faults.ts'
import { Section } from '../../ui/section.tsx'

interface ProfileProps {
  me: User
  mayChange: boolean
  /** Without a mail server, the address changes without a link. */
  hasEmail: boolean
}

export function Profile({ me, mayChange, hasEmail }: ProfileProps) {
  const { t } = useTranslation('preferences')
  const queries = useQueryClient()
  const [name, setName] = useState(me.name)
  const [email, setEmail] = useState(me.email)
  const isChanged = name.trim() !== me.name || email.trim() !== me.email
  const saving = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), ...(hasEmail && { email: email.trim() }) }
      return withRecentSignIn(() => rastro.patch('/api/users/{userId}', { path: { userId: me.id }, body }))
    },
    onSuccess: async () => {
      notifications.show({ message: t('ui:saved') })
      await Promise.all(['me', 'users'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
    },
  })
  function save(event: FormEvent): void {
    event.preventDefault()
    saving.mutate()
  }
  return (
    <Section title={t('profile')} description={mayChange ? t('profileHint') : t('profileFixed')}>
      <form onSubmit={save}>
        <Stack>
          <TextInput label={t('userName')} readOnly variant="filled" value={me.userName} />
          <TextInput
            label={t('name')}
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={200}
            readOnly={!mayChange}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faultAt(saving.error, 'name')}
          />
          {hasEmail && (
            <TextInput
              label={t('email')}
              type="email"
              autoComplete="email"
              required
              withAsterisk={false}
              readOnly={!mayChange}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              error={faultAt(saving.error, 'email')}
            />
          )}
          {isElsewhere(saving.error, ['name', 'email']) && <Failure error={saving.error} />}
          {mayChange && (
            <Group>
              <Button type="submit" loading={saving.isPending} disabled={!isChanged}>
                {t('saveProfile')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Section>
  )
}
