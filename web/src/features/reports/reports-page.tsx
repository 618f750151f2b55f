// Reports: the catalogue, and beside it the chosen report with its preview and the files that were made.

import { Loader } from '@mantine/core'
import type { ReportType } from '@rastro/client'
import { IconArrowLeft, IconReportAnalytics } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { useMay, useMe } from '../../session/use-me.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import { ButtonLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Catalogue } from './catalogue.tsx'
import { ChosenReport } from './chosen-report.tsx'
import { readCatalogue } from './report-api.ts'
import styles from './reports.module.css'
import type { Change, ReportsSearch } from './reports-search.ts'
import { withoutEmpty } from './reports-search.ts'
import { RunDetails } from './run-details.tsx'
import { RunList } from './run-list.tsx'
import { ScheduleList } from './schedules/schedule-list.tsx'
import { useRuns } from './use-runs.ts'

const route = getRouteApi('/shell/reports')
const staleTime = 600_000

export function ReportsPage() {
  const { t } = useTranslation('reports')
  const me = useMe()
  const mayRead = useMay()('reports.read')
  const { language } = usePreferences()
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', 'catalogue', language],
    queryFn: readCatalogue,
    staleTime,
    enabled: mayRead,
  })
  const search = route.useSearch()
  const chosen = data?.find(({ report }) => report === search.report)
  return (
    <Page
      title={chosen?.title ?? t('title')}
      subtitle={chosen?.description ?? (mayRead ? t('hint') : undefined)}
      isWide
    >
      {me && !mayRead && (
        <Empty
          icon={<IconReportAnalytics size={32} stroke={1.3} />}
          title={t('mayNot')}
          description={t('mayNotHint')}
        />
      )}
      {error && !data && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
      {mayRead && !data && !error && <Loader aria-label={t('ui:loading')} />}
      {mayRead && data && <Reports types={data} search={search} chosen={chosen} />}
    </Page>
  )
}

interface ReportsProps {
  types: ReportType[]
  search: ReportsSearch
  chosen: ReportType | undefined
}

function Reports({ types, search, chosen }: ReportsProps) {
  const { t } = useTranslation('reports')
  const navigate = route.useNavigate()
  const pages = useRuns()
  const change = useCallback<Change>(
    (part, replace = false) => {
      inBackground(navigate({ replace, search: (before) => withoutEmpty({ ...before, ...part }) }))
    },
    [navigate],
  )
  return (
    <div className={styles.layout} data-chosen={search.report !== undefined}>
      <Catalogue types={types} search={search} />
      <div className={styles.content}>
        {search.report !== undefined && (
          <ButtonLink
            to="/reports"
            className={styles.back}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowLeft size={16} />}
          >
            {t('all')}
          </ButtonLink>
        )}
        {search.report !== undefined && !chosen && (
          <Empty
            icon={<IconReportAnalytics size={32} stroke={1.3} />}
            title={t('unknown')}
            description={t('unknownHint')}
          />
        )}
        {chosen && (
          <ChosenReport key={chosen.report} type={chosen} search={search} change={change} runs={pages.runs} />
        )}
        <ScheduleList types={types} />
        <RunList pages={pages} types={types} onOpen={(run) => change({ run })} />
      </div>
      {search.run !== undefined && (
        <RunDetails runId={search.run} onClose={() => change({ run: undefined })} />
      )}
    </div>
  )
}
