// Where a contact acknowledges an alert from the message about it. Opening the page changes nothing: mail scanners open
// links.

import { Anchor, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { createClient, RastroError } from '@rastro/client'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { showLanguage } from '../../messages/messages.ts'
import { Failure } from '../../ui/failure.tsx'
import { FormatProvider } from '../../ui/format-provider.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { SeverityIcon } from '../../ui/severity.tsx'
import { useFormat } from '../../ui/use-format.ts'
import { useTitle } from '../../ui/use-title.ts'
import styles from './verify-view.module.css'

const route = getRouteApi('/acknowledge/$linkSecret')
const client = createClient({ url: location.origin, token: async () => 'none' })
/** Browsers get a page at the same URL. */
const headers = { accept: 'application/json' }

export function AcknowledgeView() {
  return (
    <FormatProvider timeZone={undefined}>
      <Acknowledge />
    </FormatProvider>
  )
}

function Acknowledge() {
  const { t } = useTranslation('notifications')
  const format = useFormat()
  const { linkSecret: secret } = route.useParams()
  const link = useQuery({
    queryKey: ['acknowledgeLink', secret],
    async queryFn() {
      const found = await client.get('/acknowledge/{secret}', { path: { secret }, headers })
      await showLanguage(found.language)
      return found
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const confirming = useMutation({
    mutationFn: () => client.post('/acknowledge/{secret}', { path: { secret }, headers }),
  })
  const found = confirming.data ?? link.data
  const error = confirming.error ?? link.error
  const isGone = error instanceof RastroError && error.status === 404
  const isDone = found?.acknowledgedAt != null && !isGone
  useTitle(isGone ? t('acknowledge.gone') : (found?.alert.title ?? t('ui:loading')))
  return (
    <main className={styles.page}>
      <Paper withBorder radius="md" p="xl" maw={520} w="100%">
        {link.isPending && <Loader aria-label={t('ui:loading')} />}
        {found && !isGone && (
          <Stack gap="xs" mb="md">
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <SeverityIcon severity={found.alert.severity} size={26} />
              <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
                {found.alert.title}
              </Title>
            </Group>
            {found.alert.text && <Text>{found.alert.text}</Text>}
            <dl className={styles.facts}>
              {found.alert.facts.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Stack>
        )}
        <Stack role="status">
          {isGone && (
            <>
              <IconLinkOff size={36} stroke={1.4} aria-hidden />
              <Title order={1} size="h3">
                {t('acknowledge.gone')}
              </Title>
              <Text>{t('acknowledge.goneHint')}</Text>
            </>
          )}
          {isDone && (
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <IconCircleCheck size={30} stroke={1.4} color="var(--mantine-color-green-filled)" aria-hidden />
              <div>
                <Text fw={600}>{t('acknowledge.done', { name: found.acknowledgedBy })}</Text>
                <Text size="sm">
                  {t('acknowledge.doneAt', { at: format.dateTime(found.acknowledgedAt ?? '') })}
                </Text>
              </div>
            </Group>
          )}
        </Stack>
        {found && !isDone && !isGone && (
          <Stack>
            <Button size="lg" loading={confirming.isPending} onClick={() => confirming.mutate()}>
              {t('acknowledge.confirm')}
            </Button>
            <Text size="sm" c="dimmed">
              {t('acknowledge.hint', { name: found.contact.name })}
            </Text>
          </Stack>
        )}
        {found && !isGone && (
          <Anchor mt="md" display="block" href={`/alerts?id=${encodeURIComponent(found.alert.id)}`}>
            {t('acknowledge.map')}
          </Anchor>
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
