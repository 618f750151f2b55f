import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readWebConfig } from '../../session/web-config.ts'
import { CodeLine } from '../../ui/code-line.tsx'
import { ShownSecret } from '../../ui/shown-secret.tsx'
import { tokenCommand } from './token-command.ts'
import type { CreatedKey } from './use-api-keys.ts'

export function NewSecret({ made, onDone }: { made: CreatedKey; onDone: () => void }) {
  const { t } = useTranslation('api-keys')
  const { apiKey, key } = made
  const config = useQuery({
    queryKey: ['web-config'],
    queryFn: readWebConfig,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const publicUrl = config.data?.publicUrl ?? globalThis.location.origin
  return (
    <ShownSecret
      title={t('made', { name: key.name })}
      label={t('key')}
      copyLabel={t('copyKey')}
      secret={apiKey}
      onDone={onDone}
    >
      <CodeLine
        description={t('try')}
        code={tokenCommand(publicUrl, { userName: key.userName, apiKey })}
        copyLabel={t('copyCommand')}
      />
    </ShownSecret>
  )
}
