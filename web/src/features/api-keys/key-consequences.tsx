import { List, Text } from '@mantine/core'
import type { ApiKey } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { LastUse } from './last-use.tsx'
import { useApiKeys } from './use-api-keys.ts'

/** Which programs stop, and when, once a secret is invalid. */
export function KeyConsequences({ of: shown, description }: { of: ApiKey; description: string }) {
  const { t } = useTranslation('api-keys')
  // Loaded again when the dialog opens: a program may have used the key since the list was loaded.
  const key = useApiKeys().data?.find(({ id }) => id === shown.id) ?? shown
  return (
    <>
      <Text size="sm">{description}</Text>
      <List size="sm" spacing={4}>
        <List.Item>
          {key.lastUsedAt === null ? (
            t('breaks.nothing')
          ) : (
            <>
              {t('breaks.programs', { userName: key.userName })} <strong>{<LastUse of={key} />}</strong>
            </>
          )}
        </List.Item>
        <List.Item>{t('breaks.secret')}</List.Item>
        <List.Item>{t('breaks.tokens')}</List.Item>
      </List>
    </>
  )
}
