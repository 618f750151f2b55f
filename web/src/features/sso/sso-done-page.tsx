// The last page of the window in which the user has signed in with the provider: passes the outcome on, and closes.

import { Paper, Stack, Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { announceOutcome } from '../../session/sso.ts'

const route = getRouteApi('/sso-done')
const good = ['proven', 'linked', 'tested']

export function SsoDonePage() {
  const { t } = useTranslation('sso')
  const { outcome } = route.useSearch()
  useEffect(() => {
    announceOutcome(outcome)
    globalThis.close()
  }, [outcome])
  return (
    <main>
      <Paper withBorder p="xl" m="xl" radius="lg">
        <Stack>
          <Title order={1} size="h2">
            {t(good.includes(outcome) ? 'done.title' : 'done.failed')}
          </Title>
          <Text>{t('done.hint')}</Text>
        </Stack>
      </Paper>
    </main>
  )
}
