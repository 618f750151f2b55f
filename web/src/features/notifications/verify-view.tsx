// Where the recipient of a verification message confirms the address. Opening the page confirms nothing: mail scanners
// open links.

import { Button, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { createClient, RastroError } from '@rastro/client'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { useTitle } from '../../ui/use-title.ts'
import styles from './verify-view.module.css'

const route = getRouteApi('/verify/$linkSecret')
const client = createClient({ url: location.origin, token: async () => 'none' })
/** Browsers get a page at the same URL. */
const headers = { accept: 'application/json' }

export function VerifyView() {
  const { t } = useTranslation('notifications')
  const { linkSecret: secret } = route.useParams()
  const link = useQuery({
    queryKey: ['contactLink', secret],
    queryFn: () => client.get('/verify/{secret}', { path: { secret }, headers }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const confirming = useMutation({
    mutationFn: () => client.post('/verify/{secret}', { path: { secret }, headers }),
  })
  const found = confirming.data ?? link.data
  const error = confirming.error ?? link.error
  const isGone = error instanceof RastroError && error.status === 404
  const title = isGone
    ? t('link.gone')
    : found?.verified
      ? t('link.done', { address: found.address })
      : t('link.title')
  useTitle(title)
  return (
    <main className={styles.page}>
      <Paper withBorder radius="md" p="xl" maw={460} w="100%">
        <Stack role="status">
          {isGone && <IconLinkOff size={36} stroke={1.4} aria-hidden />}
          {found?.verified && !isGone && (
            <IconCircleCheck size={36} stroke={1.4} color="var(--mantine-color-green-filled)" aria-hidden />
          )}
          <Title order={1} size="h3">
            {title}
          </Title>
          {isGone && <Text>{t('link.goneHint')}</Text>}
          {found?.verified && !isGone && <Text>{t('link.doneHint')}</Text>}
        </Stack>
        {link.isPending && <Loader aria-label={t('ui:loading')} />}
        {found && !found.verified && !isGone && (
          <Stack mt="md">
            <Text>{t(`link.hint.${found.channel}`, { address: found.address, host: location.host })}</Text>
            <Button size="md" loading={confirming.isPending} onClick={() => confirming.mutate()}>
              {t('link.confirm')}
            </Button>
            <Text size="sm" c="dimmed">
              {t('link.notYou')}
            </Text>
          </Stack>
        )}
        {error && !isGone && (
          <Failure
            error={error}
            onRetry={() => {
              if (confirming.error) confirming.mutate()
              else inBackground(link.refetch())
            }}
          />
        )}
      </Paper>
    </main>
  )
}
