import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconLogout } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { session } from '../../session/session.ts'
import { useMe } from '../../session/use-me.ts'
import { sentenceOf } from '../../ui/failure.tsx'
import { Section } from '../../ui/section.tsx'

export function SignOut() {
  const { t } = useTranslation('accounts')
  const queries = useQueryClient()
  const go = useNavigate()
  const me = useMe()
  const leaving = useMutation({
    mutationFn: () => session.signOut(),
    onSuccess: async () => {
      await go({ to: '/sign-in' })
      // The next user of this browser must not see cached data.
      queries.clear()
    },
    onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error, t) }),
  })
  return (
    <Section title={t('signOut.title')} description={t('signOut.hint')}>
      <Text size="sm">{t('signOut.signedInAs', { userName: me?.userName ?? '' })}</Text>
      <Group>
        <Button
          variant="default"
          leftSection={<IconLogout size={16} />}
          loading={leaving.isPending}
          onClick={() => leaving.mutate()}
        >
          {t('signOut.action')}
        </Button>
      </Group>
    </Section>
  )
}
