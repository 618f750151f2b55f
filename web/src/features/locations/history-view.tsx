// A history that has something to show: panel, player and map, which share one cursor in time.

import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readCharts } from './chart-data.ts'
import { ExportMenu } from './export-menu.tsx'
import type { Change, HistorySearch } from './history.route.tsx'
import { HistoryPanel } from './history-panel.tsx'
import type { Period, PeriodText } from './period.ts'
import { momentText } from './period.ts'
import { Player } from './player.tsx'
import { SegmentList } from './segment-list.tsx'
import { SummaryLine } from './summary-line.tsx'
import { useDock } from './use-dock.ts'
import type { History } from './use-history.ts'
import { useAlertsOf } from './use-history.ts'
import { usePlayback } from './use-playback.ts'

const TrackLayer = lazy(async () => ({ default: (await import('./track-layer.tsx')).TrackLayer }))
const CursorMarker = lazy(async () => ({ default: (await import('./cursor-marker.tsx')).CursorMarker }))

interface HistoryViewProps {
  deviceId: string
  text: PeriodText
  timeZone: string
  period: Period
  search: HistorySearch
  history: History
  change: Change
  onChoose(text: PeriodText): void
}

export function HistoryView({ history, period, search, change, ...head }: HistoryViewProps) {
  const { t } = useTranslation('locations')
  const { track, segments, simplifiedM } = history
  const { deviceId, timeZone, onChoose } = head
  const alerts = useAlertsOf(deviceId, period)
  const write = useCallback((part: Pick<HistorySearch, 't' | 'rate'>) => change(part, true), [change])
  const playback = usePlayback(history, search, write)
  const isNarrow = useMediaQuery('(max-width: 700px)')
  const charts = readCharts(search.charts ?? (isNarrow ? '' : 'speed'))
  const [player, setPlayer] = useState<HTMLElement | null>(null)
  const dockPx = useDock(player)
  const zoom = useCallback(
    (fromMs: number, toMs: number) => onChoose({ from: momentText(fromMs), to: momentText(toMs) }),
    [onChoose],
  )
  return (
    <>
      <HistoryPanel
        {...head}
        period={period}
        head={
          <>
            <SummaryLine segments={segments} />
            {simplifiedM !== undefined && (
              <Text size="xs" c="dimmed" role="status">
                {t('simplified', { meters: simplifiedM })}
              </Text>
            )}
          </>
        }
        foot={
          <ExportMenu
            deviceId={deviceId}
            period={period}
            color={search.color ?? 'speed'}
            onColor={(color) => change({ color: color === 'speed' ? undefined : color }, true)}
          />
        }
      >
        <SegmentList segments={segments} playback={playback} />
      </HistoryPanel>
      <Player
        ref={setPlayer}
        history={history}
        playback={playback}
        alerts={alerts}
        timeZone={timeZone}
        charts={charts}
        onCharts={(names) => change({ charts: names.join(',') }, true)}
        onZoom={zoom}
      />
      <Suspense>
        {dockPx > 0 && (
          <TrackLayer history={history} alerts={alerts} playback={playback} color={search.color ?? 'speed'} />
        )}
        <CursorMarker track={track} playback={playback} />
      </Suspense>
    </>
  )
}
