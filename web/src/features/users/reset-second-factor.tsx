// For a user who has lost the phone: removes all second factors, and sends a link to set up a new one.

import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { User } from '@rastro/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withRecentSignIn } from '../../session/recent-sign-in.ts'
import { rastro } from '../../session/session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { ShownSecret } from '../../ui/shown-secret.tsx'

export function ResetSecondFactor({ user }: { user: User }) {
  const { t } = useTranslation('second-factor')
  const [isAsking, setIsAsking] = useState(false)
  const [link, setLink] = useState<string>()
  async function reset(): Promise<void> {
    const path = { userId: user.id }
    const done = await withRecentSignIn(() => rastro.delete('/api/users/{userId}/secondFactor', { path }))
    if (done.link) setLink(done.link)
    else notifications.show({ message: t('reset.sent', { email: user.email }) })
  }
  return (
    <Section title={t('reset.title')} description={t('reset.hint')}>
      {link && (
        <ShownSecret
          title={t('reset.link')}
          label={t('reset.link')}
          copyLabel={t('reset.copy')}
          secret={link}
          once={t('reset.once')}
          onDone={() => setLink(undefined)}
        />
      )}
      <Group>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('reset.action')}
        </Button>
      </Group>
      {isAsking && (
        <ConfirmDialog
          title={t('reset.ask', { name: user.name })}
          action={t('reset.action')}
          onConfirm={reset}
          onClose={() => setIsAsking(false)}
        >
          <Text size="sm">{t('reset.consequences')}</Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}
