import { Button, Loader } from '@mantine/core'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rastro } from '../../session/session.ts'
import { useMe } from '../../session/use-me.ts'
import { readWebConfig } from '../../session/web-config.ts'
import { CodeLine } from '../../ui/code-line.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { CreateWay } from './create-way.tsx'
import type { MadeWay } from './kinds.ts'
import { NewWay } from './new-way.tsx'
import { WayTable } from './way-table.tsx'

export function IngestKeysPage() {
  const { t } = useTranslation('ingest-keys')
  const queries = useQueryClient()
  const mayCreate = useMe()?.role !== 'standard'
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<MadeWay[]>([])
  const ways = useQuery({
    queryKey: ['ingest-keys'],
    queryFn: async () => (await rastro.get('/api/ingestKeys')).ingestKeys,
  })
  const config = useQuery({
    queryKey: ['web-config'],
    queryFn: readWebConfig,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const publicUrl = config.data?.publicUrl ?? globalThis.location.origin

  function show(one: MadeWay): void {
    setMade((before) => [one, ...before])
    void queries.invalidateQueries({ queryKey: ['ingest-keys'] })
  }
  const create = mayCreate && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} says={t('says')} actions={create}>
      {made.map((one) => (
        <NewWay
          key={one.ingestKey.id}
          made={one}
          onDone={() => setMade((before) => before.filter((other) => other !== one))}
        />
      ))}
      {ways.error && !ways.data && <Failure error={ways.error} onRetry={() => void ways.refetch()} />}
      {ways.isPending && <Loader aria-label={t('ui:loading')} />}
      {ways.data?.length === 0 && (
        <Empty icon={<IconPlugConnected size={32} stroke={1.3} />} title={t('empty')} says={t('emptySays')} />
      )}
      {ways.data && ways.data.length > 0 && <WayTable ways={ways.data} />}
      <Section title={t('osmand.title')} says={t('osmand.says')}>
        <CodeLine says={t('osmand.enter')} line={`${publicUrl}/ingest/osmand`} copyLabel={t('osmand.copy')} />
      </Section>
      {isCreating && <CreateWay onMade={show} onClose={() => setIsCreating(false)} />}
    </Page>
  )
}
