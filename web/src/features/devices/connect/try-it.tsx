// Commands that simulate a tracker.

import { Stack, Title } from '@mantine/core'
import type { Device } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../session/use-me.ts'
import { CodeLine } from '../../../ui/code-line.tsx'
import { simulatedPrefixOf } from './imei.ts'
import { useWebConfig } from './tracker-setup.tsx'

export function TryIt({ device }: { device: Device }) {
  const { t } = useTranslation('connect')
  const config = useWebConfig()
  const userName = useMe()?.userName
  const { identifier } = device
  if (!config) return null
  const { host, port } = config.gateway
  const prefix = identifier && simulatedPrefixOf(identifier)
  const query = new URLSearchParams({ id: identifier ?? '', lat: '40.4168', lon: '-3.7038', speed: '12' })
  const gateway = `--host ${host} --port ${port} --protocol teltonika --rate 1 --seconds 120`
  return (
    <Stack gap="xs" component="section" aria-label={t('tryIt.title')}>
      <Title order={2} size="h6">
        {t('tryIt.title')}
      </Title>
      {identifier && (
        <CodeLine
          description={t('tryIt.curl')}
          code={`curl '${config.publicUrl}/ingest/osmand?${query}'`}
          copyLabel={t('tryIt.copyCurl')}
        />
      )}
      <CodeLine
        description={prefix ? t('tryIt.tracker') : t('tryIt.others')}
        code={
          prefix
            ? `npm run rastro -- tracker --devices 1 --identifiers ${prefix} ${gateway}`
            : `npm run rastro -- tracker --devices 1 --register ${userName ?? ''} ${gateway}`
        }
        copyLabel={t('tryIt.copyTracker')}
      />
    </Stack>
  )
}
