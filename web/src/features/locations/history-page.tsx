// The history of one device: the period is read here, by the account's calendar, and everything else follows from it.

import { Button, Progress, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/use-account.ts'
import { Failure } from '../../ui/failure.tsx'
import { useFormat } from '../../ui/use-format.ts'
import type { Change, HistorySearch } from './history.route.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { HistoryView } from './history-view.tsx'
import { NoData } from './no-data.tsx'
import type { Period, PeriodText } from './period.ts'
import { defaultPeriod, readPeriod } from './period.ts'
import { useHistory } from './use-history.ts'

const route = getRouteApi('/shell/history/$deviceId')

export function HistoryPage() {
  const { deviceId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const timeZone = useAccount()?.timeZone
  const [asOfMs, setAsOf] = useState(Date.now)
  const { from = defaultPeriod.from, to = defaultPeriod.to } = search

  const change = useCallback<Change>(
    (part, replace = false) =>
      void navigate({
        replace,
        search: (before) =>
          Object.fromEntries(
            Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined),
          ) as HistorySearch,
      }),
    [navigate],
  )
  const choose = useCallback(
    (text: PeriodText) => {
      setAsOf(Date.now())
      change({ ...text, t: undefined })
    },
    [change],
  )
  const period = useMemo(
    () => (timeZone ? readPeriod({ from, to }, asOfMs, timeZone) : undefined),
    [from, to, asOfMs, timeZone],
  )
  if (!timeZone || !period) return <HistoryPanel deviceId={deviceId}>{null}</HistoryPanel>
  const head = { deviceId, text: { from, to }, timeZone, onChoose: choose }
  if ('fault' in period) return <Unreadable {...head} />
  return <Loaded key={deviceId} {...head} period={period} search={search} change={change} />
}

interface HeadProps {
  deviceId: string
  text: PeriodText
  timeZone: string
  onChoose(text: PeriodText): void
}

function Unreadable({ onChoose, ...head }: HeadProps) {
  const { t } = useTranslation('locations')
  return (
    <HistoryPanel {...head} onChoose={onChoose}>
      <Stack p="md" align="flex-start" role="alert">
        <Text size="sm">{t('period.unreadableAddress', { ...head.text })}</Text>
        <Button size="xs" variant="light" onClick={() => onChoose(defaultPeriod)}>
          {t('period.back')}
        </Button>
      </Stack>
    </HistoryPanel>
  )
}

interface LoadedProps extends HeadProps {
  period: Period
  search: HistorySearch
  change: Change
}

function Loaded({ period, search, change, ...head }: LoadedProps) {
  const { t } = useTranslation('locations')
  const format = useFormat()
  const { history, error, loading, refetch } = useHistory(head.deviceId, period)
  if (history && history.track.count > 0) {
    return <HistoryView {...head} period={period} search={search} change={change} history={history} />
  }
  return (
    <HistoryPanel {...head} period={period}>
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : history ? (
        <NoData deviceId={head.deviceId} period={period} timeZone={head.timeZone} onChoose={head.onChoose} />
      ) : (
        <Stack gap={6} p="md" role="status">
          <Progress value={(loading?.share ?? 0) * 100} aria-label={t('loading.label')} />
          <Text size="xs" c="dimmed">
            {loading
              ? t('loading.count', { count: loading.count, shown: format.number(loading.count) })
              : t('ui:loading')}
          </Text>
        </Stack>
      )}
    </HistoryPanel>
  )
}
