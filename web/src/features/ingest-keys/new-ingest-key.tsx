import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CodeLine } from '../../ui/code-line.tsx'
import { ShownSecret } from '../../ui/shown-secret.tsx'
import type { CreatedIngestKey } from './kinds.ts'
import { isKind, shownOf } from './kinds.ts'

export function NewIngestKey({ made, onDone }: { made: CreatedIngestKey; onDone: () => void }) {
  const { t } = useTranslation('ingest-keys')
  const { secret, address } = shownOf(made)
  const { name, protocol } = made.ingestKey
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
