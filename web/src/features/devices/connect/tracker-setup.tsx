// The values to enter into the tracker, ready to copy.

import { Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWebConfig } from '../../../session/use-web-config.ts'
import { CodeLine } from '../../../ui/code-line.tsx'
import { CopyIcon } from '../../../ui/copy-icon.tsx'
import styles from './connect.module.css'
import type { Kind } from './kinds.ts'
import { filledIn } from './kinds.ts'

export function TrackerSetup({ kind }: { kind: Kind }) {
  const { t } = useTranslation('connect')
  const config = useWebConfig()
  if (!config) return null
  const { host, port, tlsPort } = config.gateway
  const facts: [string, string][] =
    kind.transport === 'gateway'
      ? [
          ['host', host],
          ['port', String(port)],
          ...(tlsPort === undefined ? [] : [['tlsPort', String(tlsPort)] as [string, string]]),
        ]
      : kind.transport === 'ingestKeyUrl'
        ? []
        : [['address', `${config.publicUrl}/ingest/${kind.protocol}`]]
  return (
    <Paper withBorder p="md" component="section" aria-label={t('setup', { name: kind.name })}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          {t('setup', { name: kind.name })}
        </Title>
        {facts.length > 0 && (
          <dl className={styles.facts}>
            {facts.map(([name, value]) => (
              <Fact key={name} name={t(`facts.${name}`)} value={value} />
            ))}
          </dl>
        )}
        <Text size="sm">{t(`instructions.${kind.protocol}`)}</Text>
        {kind.sms.map(({ what, text }) => (
          <CodeLine
            key={what}
            description={t(`sms.${what}`)}
            code={filledIn(text, { host, port })}
            copyLabel={`${t('ui:copy')}: ${t(`sms.${what}`)}`}
          />
        ))}
        {kind.transport.startsWith('ingestKey') && (
          <Text size="xs" c="dimmed">
            {t('ingestKeyNext')}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {t('disclaimer')}
        </Text>
      </Stack>
    </Paper>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {value}
        <CopyIcon text={value} what={name} />
      </dd>
    </>
  )
}
