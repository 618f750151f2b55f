// The part of the panel that scrolls: sums, then trips, stops and gaps. On a phone the trips come first.

import { Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { inBackground } from '../../ui/in-background.ts'
import type { PeriodText, ShownPeriod } from '../../ui/period/period.ts'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import { sumsOf } from '../../ui/trips/shown-segments.ts'
import { ChangeNotice } from './change-notice.tsx'
import { DayFacts, PeriodFacts } from './day-facts.tsx'
import type { LoadedTrack, Loading } from './load-track.ts'
import { LoadingLine } from './loading-line.tsx'
import { NoData } from './no-data.tsx'
import type { Playback } from './playback.ts'
import { SegmentList } from './segment-list.tsx'
import type { useSegments, useShownDay } from './use-segments.ts'
import type { TripChange } from './use-trip-events.ts'

interface HistoryBodyProps {
  deviceId: string
  period: ShownPeriod
  timeZone: string
  timeline: ReturnType<typeof useSegments>
  day: ReturnType<typeof useShownDay>
  isToday: boolean
  loaded: LoadedTrack | undefined
  fetching: { error: unknown; loading: Loading | undefined; refetch(): unknown }
  playback: Playback | undefined
  selectedId: string | undefined
  changes: TripChange[]
  onDismiss(): void
  onPick(segment: ShownSegment): void
  onChoose(text: PeriodText): void
}

export function HistoryBody(props: HistoryBodyProps) {
  const { deviceId, period, timeZone, timeline, day, isToday, loaded, fetching, playback } = props
  const { selectedId, changes, onDismiss, onPick, onChoose } = props
  const { t } = useTranslation('locations')
  const isNarrow = useMediaQuery('(max-width: 700px)')
  const { segments, isLoaded, isCut, error, refetch } = timeline
  const hasTrack = loaded !== undefined && loaded.track.count > 0
  const changedIds = useMemo(() => new Set(changes.map(({ id }) => id)), [changes])
  if (isLoaded && loaded && segments.length === 0 && !hasTrack) {
    return <NoData deviceId={deviceId} period={period} timeZone={timeZone} onChoose={onChoose} />
  }

  const daySums = day.sums?.get(day.day.day)
  const isDriving = isToday && segments.at(-1)?.kind === 'trip' && segments.at(-1)?.state === 'open'
  const facts = (
    <>
      {daySums && <DayFacts sums={daySums} isDriving={isDriving} />}
      {!day.isOnly && isLoaded && <PeriodFacts sums={sumsOf(segments)} />}
      {loaded?.simplifiedM !== undefined && (
        <Text size="xs" c="dimmed" px={12} role="status">
          {t('simplified', { meters: loaded.simplifiedM })}
        </Text>
      )}
    </>
  )
  const show = (id: string) => {
    const segment = segments.find((one) => one.id === id)
    if (segment && id !== selectedId) onPick(segment)
  }
  return (
    <Stack gap={0}>
      {!isNarrow && facts}
      {!loaded && <LoadingLine {...fetching} />}
      {error && !isLoaded && (
        <Failure
          error={error}
          onRetry={() => {
            inBackground(refetch())
          }}
        />
      )}
      <ChangeNotice changes={changes} isOneDay={day.isOnly} onShow={show} onDismiss={onDismiss} />
      {isCut && (
        <Text size="xs" c="dimmed" px={12} role="status">
          {t('segments.cut')}
        </Text>
      )}
      {isLoaded && segments.length === 0 && hasTrack && (
        <Text size="sm" c="dimmed" p={12}>
          {t('segments.none')}
        </Text>
      )}
      {segments.length > 0 && (
        <SegmentList
          deviceId={deviceId}
          segments={segments}
          days={day.sums}
          playback={playback}
          timeZone={timeZone}
          firstDay={day.firstDay}
          selectedId={selectedId}
          changedIds={changedIds}
          onPick={onPick}
        />
      )}
      {isNarrow && facts}
    </Stack>
  )
}
