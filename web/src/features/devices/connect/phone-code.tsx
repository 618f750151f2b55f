// Sets up the app of a phone by its camera, or by a text to copy.

import { Anchor, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useWebConfig } from '../../../session/use-web-config.ts'
import { CodeLine } from '../../../ui/code-line.tsx'
import { isOwnTracksIdentifier, osmandAddress, ownTracksLink, traccarClientLink } from './phone-setup.ts'

const QrCode = lazy(async () => ({ default: (await import('../../../ui/qr-code.tsx')).QrCode }))

/** For Traccar Client, and for OsmAnd as a text. */
export function PhoneCode({ identifier }: { identifier: string }) {
  const { t } = useTranslation('connect')
  const config = useWebConfig()
  if (!config) return null
  const address = `${config.publicUrl}/ingest/osmand`
  return (
    <Paper withBorder p="md" component="section" aria-label={t('phone.title')}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('phone.title')}
        </Title>
        <Text size="sm">{t('phone.traccarClient')}</Text>
        <Code text={traccarClientLink(address, identifier)} label={t('phone.code')} />
        <CodeLine
          description={t('phone.osmand')}
          code={osmandAddress(address, identifier)}
          copyLabel={t('phone.copyAddress')}
        />
        <Text size="xs" c="dimmed">
          {t('phone.keepPrivate')}
        </Text>
      </Stack>
    </Paper>
  )
}

/** For OwnTracks. The secret is shown once, so this is the only time that the code can be drawn. */
export function OwnTracksCode({ secret, identifier }: { secret: string; identifier: string }) {
  const { t } = useTranslation('connect')
  const config = useWebConfig()
  if (!config) return null
  if (!isOwnTracksIdentifier(identifier)) return <Text size="sm">{t('phone.identifierFirst')}</Text>
  const link = ownTracksLink({ address: `${config.publicUrl}/ingest/owntracks`, secret, identifier })
  return (
    <Stack gap="sm">
      <Text size="sm">{t('phone.ownTracks')}</Text>
      <Code text={link} label={t('phone.code')} />
      <Anchor href={link} size="sm">
        {t('phone.openApp')}
      </Anchor>
    </Stack>
  )
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    <Suspense fallback={<Loader size="sm" />}>
      <QrCode text={text} label={label} />
    </Suspense>
  )
}
