// A history as panel, player and map, which share one time cursor. The panel stays while another period is loaded.

import { useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { PeriodText, ShownPeriod } from '../../ui/period/period.ts'
import { momentText, periodPresets } from '../../ui/period/period.ts'
import { dayOf, shiftDay } from '../../ui/trips/local-days.ts'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import { segmentAt } from '../../ui/trips/shown-segments.ts'
import { readCharts } from './chart-data.ts'
import { DayHead } from './day-head.tsx'
import { HistoryBody } from './history-body.tsx'
import { HistoryPanel } from './history-panel.tsx'
import type { Change, HistorySearch } from './history-search.ts'
import { Player } from './player.tsx'
import { TrackMenu } from './track-menu.tsx'
import { useDock } from './use-dock.ts'
import { useAlertsOf, useTrack } from './use-history.ts'
import { useHistoryKeys } from './use-history-keys.ts'
import { useLiveTrack } from './use-live-track.ts'
import { useNowEvery } from './use-now-every.ts'
import { usePlayback } from './use-playback.ts'
import { useSegments, useShownDay } from './use-segments.ts'
import { useExplanation } from './use-timeline.ts'
import { useTripEvents } from './use-trip-events.ts'

const TrackLayer = lazy(async () => ({ default: (await import('./track-layer.tsx')).TrackLayer }))
const CursorMarker = lazy(async () => ({ default: (await import('./cursor-marker.tsx')).CursorMarker }))

const clockStepMs = 30_000
const nothingLeftOut: never[] = []

interface HistoryViewProps {
  deviceId: string
  text: PeriodText
  timeZone: string
  period: ShownPeriod
  search: HistorySearch
  change: Change
  onChoose(text: PeriodText): void
  onRefresh(): void
}

export function HistoryView({ period, search, change, ...head }: HistoryViewProps) {
  const { deviceId, timeZone, onChoose } = head
  const of = `${deviceId} ${period.fromMs} ${period.toMs}`
  const nowMs = useNowEvery(clockStepMs)
  const { loaded, ...fetching } = useTrack(deviceId, period)
  const track = loaded?.track
  useLiveTrack(deviceId, period)
  const { changes, dismiss } = useTripEvents(deviceId, period)
  const shown = { deviceId, period, timeZone, nowMs, track }
  const timeline = useSegments(shown)
  const { segments } = timeline
  const selected = useMemo(() => segments.find(({ id }) => id === search.segment), [segments, search.segment])
  const playback = usePlayback({ of, track, segments, selected }, search, change)
  const day = useShownDay(shown, playback)
  const alerts = useAlertsOf(deviceId, period)
  const leftOut = useExplanation(deviceId, selected?.id)?.leftOut ?? nothingLeftOut

  const isNarrow = useMediaQuery('(max-width: 700px)')
  const charts = readCharts(search.charts ?? (isNarrow ? '' : 'speed'))
  const color = search.color ?? 'speed'
  const [player, setPlayer] = useState<HTMLElement | null>(null)
  const dockPx = useDock(player)
  const zoom = useCallback(
    (fromMs: number, toMs: number) => onChoose({ from: momentText(fromMs), to: momentText(toMs) }),
    [onChoose],
  )
  const today = dayOf(nowMs, timeZone)
  const toDay = (name: string) => onChoose(name === today ? periodPresets.today : { from: name, to: name })
  const leave = () => change({ segment: undefined })
  const select = (segment: ShownSegment) => {
    // The strip shows whole days, also where the period begins within one.
    if (!segments.some(({ id }) => id === segment.id)) return toDay(day.day.day)
    playback?.seek(segment.fromMs)
    change({ segment: segment.id })
  }
  const pick = (segment: ShownSegment) => (segment.id === selected?.id ? leave() : select(segment))
  useHistoryKeys({
    toSegment(by) {
      const { atMs = 0, isMoved = false } = playback?.get() ?? {}
      const at = selected ? segments.indexOf(selected) : isMoved ? segmentAt(segments, atMs) : -1
      const next = segments[at < 0 ? 0 : at + by]
      if (next) select(next)
    },
    toDay(by) {
      const next = shiftDay(day.day.day, by, timeZone)
      if (next <= today) toDay(next)
    },
    leave: selected && leave,
  })

  return (
    <>
      <HistoryPanel
        {...head}
        period={period}
        head={
          <DayHead
            deviceId={deviceId}
            day={day.day}
            timeZone={timeZone}
            nowMs={nowMs}
            segments={day.segments}
            idles={day.idles}
            sums={day.sums?.get(day.day.day)}
            selectedId={selected?.id}
            playback={playback}
            onDay={toDay}
            onPick={pick}
          />
        }
        foot={
          playback && (
            <TrackMenu
              deviceId={deviceId}
              period={selected ? { fromMs: selected.fromMs, toMs: selected.toMs + 1 } : period}
              isPart={selected !== undefined}
              color={color}
              onColor={(next) => change({ color: next === 'speed' ? undefined : next }, true)}
            />
          )
        }
      >
        <HistoryBody
          deviceId={deviceId}
          period={period}
          timeZone={timeZone}
          timeline={timeline}
          day={day}
          isToday={day.day.day === today}
          loaded={loaded}
          fetching={fetching}
          playback={playback}
          selectedId={selected?.id}
          changes={changes}
          onDismiss={dismiss}
          onPick={pick}
          onChoose={onChoose}
        />
      </HistoryPanel>
      {track && playback && (
        <>
          <Player
            ref={setPlayer}
            track={track}
            playback={playback}
            alerts={alerts}
            timeZone={timeZone}
            charts={charts}
            onCharts={(names) => change({ charts: names.join(',') }, true)}
            onZoom={zoom}
            onWhole={selected && leave}
          />
          <Suspense>
            {dockPx > 0 && (
              <TrackLayer
                of={of}
                track={track}
                segments={segments}
                selected={selected}
                leftOut={leftOut}
                alerts={alerts}
                playback={playback}
                color={color}
                dockPx={dockPx}
              />
            )}
            <CursorMarker track={track} playback={playback} />
          </Suspense>
        </>
      )}
    </>
  )
}
