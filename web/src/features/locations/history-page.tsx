// The history of one device. Resolves the period in the account's time zone.

import { Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccount } from '../../session/use-account.ts'
import { inBackground } from '../../ui/in-background.ts'
import type { PeriodText } from '../../ui/period/period.ts'
import { defaultPeriod, readPeriod } from '../../ui/period/period.ts'
import { HistoryPanel } from './history-panel.tsx'
import type { Change, HistorySearch } from './history-search.ts'
import { HistoryView } from './history-view.tsx'

const route = getRouteApi('/shell/history/$deviceId')

export function HistoryPage() {
  const { deviceId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { history } = useRouter()
  const pathname = route.useMatch({ select: (match) => match.pathname })
  const queries = useQueryClient()
  const timeZone = useAccount()?.timeZone
  const [asOfMs, setAsOf] = useState(Date.now)
  const { from = defaultPeriod.from, to = defaultPeriod.to } = search

  const change = useCallback<Change>(
    (part, replace = false) => {
      // The player may move on while another view is loaded, which this would cancel.
      if (history.location.pathname !== pathname) return
      inBackground(
        navigate({
          replace,
          search: (before) =>
            Object.fromEntries(
              Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined),
            ) as HistorySearch,
        }),
      )
    },
    [navigate, history, pathname],
  )
  const choose = useCallback(
    (text: PeriodText) => {
      setAsOf(Date.now())
      change({ ...text, t: undefined, segment: undefined })
    },
    [change],
  )
  const refresh = useCallback(() => {
    setAsOf(Date.now())
    // Days that are past keep their period.
    for (const key of ['trips', 'locations']) {
      inBackground(queries.invalidateQueries({ queryKey: [key, deviceId] }))
    }
  }, [queries, deviceId])
  const period = useMemo(() => {
    if (!timeZone) return undefined
    const read = readPeriod({ from, to }, asOfMs, timeZone)
    return 'fault' in read ? read : { ...read, isLive: read.fromMs <= asOfMs && asOfMs <= read.toMs }
  }, [from, to, asOfMs, timeZone])
  if (!timeZone || !period) return <HistoryPanel deviceId={deviceId}>{null}</HistoryPanel>
  const head = { deviceId, text: { from, to }, timeZone, onChoose: choose, onRefresh: refresh }
  if ('fault' in period) return <Unreadable {...head} />
  return <HistoryView key={deviceId} {...head} period={period} search={search} change={change} />
}

interface UnreadableProps {
  deviceId: string
  text: PeriodText
  timeZone: string
  onChoose(text: PeriodText): void
  onRefresh(): void
}

function Unreadable({ onChoose, ...head }: UnreadableProps) {
  const { t } = useTranslation('locations')
  return (
    <HistoryPanel {...head} onChoose={onChoose}>
      <Stack p="md" align="flex-start" role="alert">
        <Text size="sm">{t('period:unreadableAddress', { ...head.text })}</Text>
        <Button size="xs" variant="light" onClick={() => onChoose(defaultPeriod)}>
          {t('period.back')}
        </Button>
      </Stack>
    </HistoryPanel>
  )
}
