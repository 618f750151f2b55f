import { Button, Group, Text } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../session/use-me.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { Section } from '../../ui/section.tsx'

export function SignOut() {
  const { t } = useTranslation('accounts')
  const me = useMe()
  const { signOut, isLeaving } = useSignOut()
  return (
    <Section title={t('signOut.title')} description={t('signOut.hint')}>
      <Text size="sm">{t('signOut.signedInAs', { userName: me?.userName ?? '' })}</Text>
      <Group>
        <Button
          variant="default"
          leftSection={<IconLogout size={16} />}
          loading={isLeaving}
          onClick={signOut}
        >
          {t('signOut.action')}
        </Button>
      </Group>
    </Section>
  )
}
