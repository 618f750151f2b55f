import { Loader } from '@mantine/core'
import { IconFileSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay, useMe } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { StackedTable } from '../../ui/stacked-table.tsx'
import { ChangeRow } from './change-row.tsx'
import { TargetFilter } from './target-filter.tsx'
import { useChanges } from './use-changes.ts'
import { useNames } from './use-names.ts'

const route = getRouteApi('/shell/settings/audit')

export function AuditPage() {
  const { t } = useTranslation('audit')
  const me = useMe()
  const mayRead = useMay()('audit.read')
  return (
    <Page title={t('title')} subtitle={t('hint')}>
      {me && !mayRead && (
        <Empty
          icon={<IconFileSearch size={32} stroke={1.3} />}
          title={t('mayNot')}
          description={t('mayNotHint')}
        />
      )}
      {mayRead && <Changes />}
    </Page>
  )
}

function Changes() {
  const { t } = useTranslation('audit')
  const { target } = route.useSearch()
  const go = route.useNavigate()
  const log = useChanges(target)
  const changes = useMemo(() => log.data?.pages.flatMap((page) => page.changes) ?? [], [log.data])
  const nameOf = useNames(changes)
  const show = (wanted: string) => {
    inBackground(go({ search: wanted ? { target: wanted } : {}, replace: true }))
  }
  const columns = ['when', 'who', 'what', 'fields'] as const
  return (
    <>
      <TargetFilter key={target ?? ''} target={target} onChange={show} />
      {log.error && !log.data && (
        <Failure
          error={log.error}
          onRetry={() => {
            inBackground(log.refetch())
          }}
        />
      )}
      {log.isPending && <Loader aria-label={t('ui:loading')} />}
      {log.data && changes.length === 0 && (
        <Empty
          icon={<IconFileSearch size={32} stroke={1.3} />}
          title={t('empty')}
          description={target ? t('emptyTarget') : t('emptyHint')}
        />
      )}
      {changes.length > 0 && (
        <StackedTable label={t('title')} columns={columns.map((column) => t(`columns.${column}`))}>
          {changes.map((change) => (
            <ChangeRow
              key={change.number}
              change={change}
              isOnlyTarget={target !== undefined}
              nameOf={nameOf}
            />
          ))}
        </StackedTable>
      )}
      <LoadMore of={log} />
    </>
  )
}
