import { Button, Loader } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { CreateKey } from './create-key.tsx'
import { KeyTable } from './key-table.tsx'
import { NewSecret } from './new-secret.tsx'
import type { CreatedKey } from './use-api-keys.ts'
import { apiKeysKey, useApiKeys } from './use-api-keys.ts'

export function ApiKeysPage() {
  const { t } = useTranslation('api-keys')
  const queries = useQueryClient()
  const me = useMe()
  const keys = useApiKeys()
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<CreatedKey[]>([])

  function show(one: CreatedKey): void {
    setMade((before) => [one, ...before.filter(({ key }) => key.id !== one.key.id)])
    inBackground(queries.invalidateQueries({ queryKey: apiKeysKey }))
  }
  // A secret that no longer works must not be copied.
  const forget = (keyId: string) => setMade((before) => before.filter(({ key }) => key.id !== keyId))
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={me?.role === 'standard' ? t('hintOwn') : t('hint')} actions={create}>
      {made.map((one) => (
        <NewSecret
          key={one.apiKey}
          made={one}
          onDone={() => setMade((before) => before.filter((other) => other !== one))}
        />
      ))}
      {keys.error && !keys.data && (
        <Failure
          error={keys.error}
          onRetry={() => {
            inBackground(keys.refetch())
          }}
        />
      )}
      {keys.isPending && <Loader aria-label={t('ui:loading')} />}
      {keys.data?.length === 0 && (
        <Empty icon={<IconKey size={32} stroke={1.3} />} title={t('empty')} description={t('emptyHint')} />
      )}
      {keys.data && keys.data.length > 0 && <KeyTable keys={keys.data} onMade={show} onDeleted={forget} />}
      {isCreating && <CreateKey onMade={show} onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
