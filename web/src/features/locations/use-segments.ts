// The segments of a period, and of the day that the strip shows.

import { useMemo } from 'react'
import type { Period, ShownPeriod } from '../../ui/period/period.ts'
import { dayOf, laterDay, localDay } from '../../ui/trips/local-days.ts'
import type { ShownSegment } from '../../ui/trips/shown-segments.ts'
import { toShown } from '../../ui/trips/shown-segments.ts'
import { findIdles, withTail } from './growth.ts'
import type { Playback } from './playback.ts'
import type { Track } from './track.ts'
import { useCursor } from './use-playback.ts'
import { timelineRange, useDays, useTimeline } from './use-timeline.ts'

const none: ShownSegment[] = []

interface Shown {
  deviceId: string
  period: ShownPeriod
  timeZone: string
  nowMs: number
  track: Track | undefined
}

export function useSegments({ deviceId, period, timeZone, nowMs, track }: Shown) {
  const range = timelineRange(period, nowMs, timeZone)
  return useShown({ deviceId, range, isLive: period.isLive, nowMs, track })
}

/** The day at the cursor; before it is moved, the last one of the period. */
export function useShownDay(
  { deviceId, period, timeZone, nowMs, track }: Shown,
  playback: Playback | undefined,
) {
  const { fromMs, toMs, isLive } = period
  const cursorDay = useCursor(playback, ({ atMs, isMoved }) => (isMoved ? dayOf(atMs, timeZone) : undefined))
  const lastDay = dayOf(Math.max(fromMs, isLive ? Math.min(toMs - 1, nowMs) : toMs - 1), timeZone)
  const name = cursorDay ?? lastDay
  const day = useMemo(() => localDay(name, timeZone), [name, timeZone])
  const firstDay = dayOf(fromMs, timeZone)
  const sums = useDays(deviceId, firstDay, laterDay(lastDay, name))
  const { segments } = useShown({ deviceId, range: day, isLive, nowMs, track })
  const idles = useMemo(() => (track ? findIdles(track, segments) : []), [track, segments])
  const isOnly = firstDay === dayOf(toMs - 1, timeZone)
  return { day, segments, idles, sums, firstDay, isOnly }
}

interface Asked {
  deviceId: string
  range: Period
  isLive: boolean
  nowMs: number
  track: Track | undefined
}

function useShown({ deviceId, range, isLive, nowMs, track }: Asked) {
  const { data, error, refetch } = useTimeline(deviceId, range)
  // What is past does not depend on the clock, and is not computed again.
  const clockMs = Math.min(nowMs, range.toMs)
  const tail = isLive ? track : undefined
  const segments = useMemo(() => {
    if (!data) return none
    const lastFixMs = tail?.atMs[tail.count - 1]
    const shown = toShown(data.segments, { nowMs: clockMs, lastFixMs })
    return tail ? withTail(shown, tail) : shown
  }, [data, clockMs, tail])
  return { segments, isLoaded: data !== undefined, isCut: data?.isCut ?? false, error, refetch }
}
