import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useWebConfig } from '../../session/use-web-config.ts'
import { CodeLine } from '../../ui/code-line.tsx'
import { ShownSecret } from '../../ui/shown-secret.tsx'
import type { CreatedIngestKey } from './kinds.ts'
import { isAlsoPublished, isKind, shownOf } from './kinds.ts'

export function NewIngestKey({ made, onDone }: { made: CreatedIngestKey; onDone: () => void }) {
  const { t } = useTranslation('ingest-keys')
  const { secret, address } = shownOf(made)
  const { id, name, protocol } = made.ingestKey
  const takesMqtt = useWebConfig()?.takesMqtt === true
  const steps = isKind(protocol)
    ? (t(`kinds.${protocol}.steps`, { returnObjects: true }) as unknown as string[])
    : []
  return (
    <ShownSecret
      title={t('made', { name })}
      label={address ? t('secret') : t('address')}
      copyLabel={address ? t('copySecret') : t('copyAddress')}
      secret={secret}
      onDone={onDone}
    >
      {takesMqtt && isAlsoPublished(protocol) && (
        <CodeLine description={t('topic')} code={`rastro/${id}/`} copyLabel={t('copyTopic')} />
      )}
      {address && <CodeLine description={t('address')} code={address} copyLabel={t('copyAddress')} />}
      <Text size="sm" fw={600}>
        {t('enter')}
      </Text>
      <List type="ordered" size="sm">
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
    </ShownSecret>
  )
}
