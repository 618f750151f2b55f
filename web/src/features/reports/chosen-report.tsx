// One report: what it is about, its first rows, and the files to make of it.

import { Alert } from '@mantine/core'
import type { ReportRun, ReportType } from '@rastro/client'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../session/preferences.ts'
import { useAccount } from '../../session/use-account.ts'
import { inBackground } from '../../ui/in-background.ts'
import { readPeriod, touchedDays } from '../../ui/period/period.ts'
import { CreateFile } from './create-file.tsx'
import { Preview } from './preview.tsx'
import { ReportBuilder } from './report-builder.tsx'
import { contentOf, countDays, requestOf } from './report-request.ts'
import type { Change, ReportsSearch } from './reports-search.ts'
import { defaultPeriod } from './reports-search.ts'
import { ScheduledReport } from './schedules/scheduled-report.tsx'
import { SendRegularly } from './schedules/send-regularly.tsx'
import { previewKey, usePreview } from './use-preview.ts'

interface ChosenReportProps {
  type: ReportType
  search: ReportsSearch
  change: Change
  runs: ReportRun[]
}

export function ChosenReport({ type, search, change, runs }: ChosenReportProps) {
  const { t } = useTranslation('reports')
  const queries = useQueryClient()
  const { language, units } = usePreferences()
  const timeZone = useAccount()?.timeZone
  const [asOfMs, setAsOf] = useState(Date.now)
  const { from = defaultPeriod.from, to = defaultPeriod.to } = search
  const read = useMemo(
    () => timeZone && readPeriod({ from, to }, asOfMs, timeZone),
    [from, to, asOfMs, timeZone],
  )
  const period = read && !('fault' in read) ? read : undefined
  const days = period && timeZone ? touchedDays(period, timeZone) : undefined
  const isTooLong = days !== undefined && countDays(days) > type.maxDays
  const request = days && !isTooLong ? requestOf(search, type, days, { language, units }) : undefined
  const preview = usePreview(request)
  const content = contentOf(search, type, { language, units })

  if (!timeZone) return null
  return (
    <>
      {search.schedule !== undefined && (
        <ScheduledReport
          scheduleId={search.schedule}
          request={content}
          onEnd={() => change({ schedule: undefined })}
        />
      )}
      <ReportBuilder
        type={type}
        search={search}
        text={{ from, to }}
        period={period}
        timeZone={timeZone}
        change={(part) => {
          if (part.from !== undefined) setAsOf(Date.now())
          change(part, part.from === undefined)
        }}
        onRefresh={() => {
          setAsOf(Date.now())
          inBackground(queries.invalidateQueries({ queryKey: previewKey }))
        }}
      />
      {!period && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />} role="alert">
          {t('period:unreadableAddress', { from, to })}
        </Alert>
      )}
      {isTooLong && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />} role="alert">
          {t('tooLong', { count: type.maxDays })}
        </Alert>
      )}
      {request && (
        <>
          <CreateFile request={request} title={type.title} runs={runs} />
          <SendRegularly title={type.title} timeZone={timeZone} request={content} />
          <Preview
            preview={preview.data}
            error={preview.error}
            isOld={preview.isOld}
            onRetry={() => {
              inBackground(preview.refetch())
            }}
          />
        </>
      )}
    </>
  )
}
