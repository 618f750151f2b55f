// A history as panel, player and map, which share one time cursor. The panel stays while another period is loaded.

import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useState } from 'react'
import { readCharts } from './chart-data.ts'
import { HistoryPanel } from './history-panel.tsx'
import type { Change, HistorySearch } from './history-search.ts'
import { LoadingLine } from './loading-line.tsx'
import { NoData } from './no-data.tsx'
import type { Period, PeriodText } from './period.ts'
import { momentText } from './period.ts'
import { Player } from './player.tsx'
import { SegmentList } from './segment-list.tsx'
import { SummaryLine } from './summary-line.tsx'
import { TrackMenu } from './track-menu.tsx'
import { useDock } from './use-dock.ts'
import { useAlertsOf, useHistory } from './use-history.ts'
import { usePlayback } from './use-playback.ts'

const TrackLayer = lazy(async () => ({ default: (await import('./track-layer.tsx')).TrackLayer }))
const CursorMarker = lazy(async () => ({ default: (await import('./cursor-marker.tsx')).CursorMarker }))

interface HistoryViewProps {
  deviceId: string
  text: PeriodText
  timeZone: string
  period: Period
  search: HistorySearch
  change: Change
  onChoose(text: PeriodText): void
  onRefresh(): void
}

export function HistoryView({ period, search, change, ...head }: HistoryViewProps) {
  const { deviceId, timeZone, onChoose } = head
  const { history, ...fetching } = useHistory(deviceId, period)
  const alerts = useAlertsOf(deviceId, period)
  const playback = usePlayback(history, search, change)
  const isNarrow = useMediaQuery('(max-width: 700px)')
  const charts = readCharts(search.charts ?? (isNarrow ? '' : 'speed'))
  const color = search.color ?? 'speed'
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
        head={history && playback && <SummaryLine history={history} />}
        foot={
          playback && (
            <TrackMenu
              deviceId={deviceId}
              period={period}
              color={color}
              onColor={(next) => change({ color: next === 'speed' ? undefined : next }, true)}
            />
          )
        }
      >
        {!history ? (
          <LoadingLine {...fetching} />
        ) : playback ? (
          <SegmentList history={history} playback={playback} timeZone={timeZone} />
        ) : (
          <NoData deviceId={deviceId} period={period} timeZone={timeZone} onChoose={onChoose} />
        )}
      </HistoryPanel>
      {history && playback && (
        <>
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
              <TrackLayer
                history={history}
                alerts={alerts}
                playback={playback}
                color={color}
                dockPx={dockPx}
              />
            )}
            <CursorMarker track={history.track} playback={playback} />
          </Suspense>
        </>
      )}
    </>
  )
}
