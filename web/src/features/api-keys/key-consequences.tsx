import { List, Text } from '@mantine/core'
import type { ApiKey } from '@rastro/client'
import { useTranslation } from 'react-i18next'
import { LastUse } from './last-use.tsx'

/** Which programs stop, and when, once a secret is invalid. */
export function KeyConsequences({ of: key, description }: { of: ApiKey; description: string }) {
  const { t } = useTranslation('api-keys')
  return (
    <>
      <Text size="sm">{description}</Text>
      <List size="sm" spacing={4}>
        <List.Item>
          {key.lastUsed === null ? (
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
