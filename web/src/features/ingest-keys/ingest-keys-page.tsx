import { Button, Loader } from '@mantine/core'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useMe } from '../../session/use-me.ts'
import { useWebConfig } from '../../session/use-web-config.ts'
import { CodeLine } from '../../ui/code-line.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { CreateIngestKey } from './create-ingest-key.tsx'
import { IngestKeyTable } from './ingest-key-table.tsx'
import type { CreatedIngestKey } from './kinds.ts'
import { NewIngestKey } from './new-ingest-key.tsx'

export function IngestKeysPage() {
  const { t } = useTranslation('ingest-keys')
  const queries = useQueryClient()
  const me = useMe()
  const mayCreate = me !== undefined && me.role !== 'standard'
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<CreatedIngestKey[]>([])
  const keys = useQuery({
    queryKey: ['ingest-keys'],
    enabled: mayCreate,
    queryFn: async () => (await rastro.get('/api/ingestKeys')).ingestKeys,
  })
  const config = useWebConfig()
  const publicUrl = config?.publicUrl ?? globalThis.location.origin

  function show(one: CreatedIngestKey): void {
    setMade((before) => [one, ...before])
    inBackground(queries.invalidateQueries({ queryKey: ['ingest-keys'] }))
  }
  // A secret that no longer works must not be copied.
  const forget = (keyId: string) =>
    setMade((before) => before.filter(({ ingestKey }) => ingestKey.id !== keyId))
  if (me && !mayCreate) return <Navigate to="/settings/account" replace />
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} subtitle={t('hint')} actions={create}>
      {made.map((one) => (
        <NewIngestKey
          key={one.ingestKey.id}
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
        <Empty
          icon={<IconPlugConnected size={32} stroke={1.3} />}
          title={t('empty')}
          description={t('emptyHint')}
        />
      )}
      {keys.data && keys.data.length > 0 && <IngestKeyTable keys={keys.data} onDeleted={forget} />}
      <Section title={t('osmand.title')} description={t('osmand.hint')}>
        <CodeLine
          description={t('osmand.enter')}
          code={`${publicUrl}/ingest/osmand`}
          copyLabel={t('osmand.copy')}
        />
      </Section>
      {isCreating && <CreateIngestKey onMade={show} onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
