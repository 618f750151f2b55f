// Extends the track of a live period by new locations, and asks now and then what the server makes of them.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFleet, useFleetState } from '../../live/use-fleet.tsx'
import { rastro } from '../../session/session.ts'
import { inBackground } from '../../ui/in-background.ts'
import type { ShownPeriod } from '../../ui/period/period.ts'
import type { LoadedTrack } from './load-track.ts'
import { extendTrack } from './track.ts'
import { trackKey } from './use-history.ts'
import { tripsKey } from './use-timeline.ts'

const trackEveryMs = 5_000
const tripsEveryMs = 60_000
/** Of longer periods the server is asked only after events: they take several requests. */
const longestAskedMs = 2 * 86_400_000
const pageSize = 1_000

export function useLiveTrack(deviceId: string, period: ShownPeriod): void {
  const { isLive, fromMs, toMs } = period
  const fleet = useFleet()
  const queries = useQueryClient()
  const trackAt = useRef(Date.now())
  const tripsAt = useRef(Date.now())
  const fixedAtMs = useFleetState(({ watched }) =>
    isLive ? watched.find(({ id }) => id === deviceId)?.fixedAtMs : undefined,
  )

  useEffect(() => {
    fleet.watch([deviceId])
    return () => fleet.watch([])
  }, [fleet, deviceId])

  useEffect(() => {
    if (fixedAtMs === undefined) return
    const key = trackKey(deviceId, { fromMs, toMs })
    const extend = async () => {
      trackAt.current = Date.now()
      const { track } = queries.getQueryData<LoadedTrack>(key) ?? {}
      const lastMs = track ? (track.atMs[track.count - 1] ?? fromMs) : undefined
      if (lastMs === undefined || fixedAtMs <= lastMs) return
      const query = {
        from: new Date(lastMs + 1).toISOString(),
        to: new Date(fixedAtMs + 1).toISOString(),
        limit: pageSize,
      }
      const path = { deviceId }
      // After a failure, the next location tries again.
      const answer = await rastro
        .get('/api/devices/{deviceId}/locations', { path, query })
        .catch(() => undefined)
      if (!answer) return
      queries.setQueryData<LoadedTrack>(
        key,
        (before) => before && { ...before, track: extendTrack(before.track, answer.locations) },
      )
      if (toMs - fromMs > longestAskedMs || Date.now() - tripsAt.current < tripsEveryMs) return
      tripsAt.current = Date.now()
      await queries.invalidateQueries({ queryKey: tripsKey(deviceId) })
    }
    const waitMs = Math.max(0, trackAt.current + trackEveryMs - Date.now())
    const timer = setTimeout(() => inBackground(extend()), waitMs)
    return () => clearTimeout(timer)
  }, [queries, deviceId, fromMs, toMs, fixedAtMs])
}
