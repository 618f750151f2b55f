// Sends the user a link to choose a password.

import { Button, Group, Text } from '@mantine/core'
import type { User } from '@rastro/client'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { Section } from '../../ui/section.tsx'
import { useInvite } from './use-invite.ts'

export function SendInvitation({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const invite = useInvite()
  const sending = useMutation({ mutationFn: () => invite(user.id) })
  return (
    <Section title={t('invitation.title')} description={t('invitation.hint', { email: user.email })}>
      <Text size="sm">{t(user.emailVerified ? 'invitation.confirmed' : 'invitation.unconfirmed')}</Text>
      {sending.error && <Failure error={sending.error} />}
      {sending.isSuccess && (
        <Text size="sm" role="status">
          {t('invitation.sent', { email: user.email })}
        </Text>
      )}
      <Group>
        <Button variant="default" loading={sending.isPending} onClick={() => sending.mutate()}>
          {t('invitation.send')}
        </Button>
      </Group>
    </Section>
  )
}
