import { useTranslation } from 'react-i18next'
import { useWebConfig } from '../../session/use-web-config.ts'
import { CodeLine } from '../../ui/code-line.tsx'
import { ShownSecret } from '../../ui/shown-secret.tsx'
import { tokenCommand } from './token-command.ts'
import type { CreatedKey } from './use-api-keys.ts'

export function NewSecret({ made, onDone }: { made: CreatedKey; onDone: () => void }) {
  const { t } = useTranslation('api-keys')
  const { apiKey, key } = made
  const config = useWebConfig()
  const publicUrl = config?.publicUrl ?? globalThis.location.origin
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
