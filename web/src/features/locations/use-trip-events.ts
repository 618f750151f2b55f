// Reloads the history when the server reports that trips of the device began, ended or changed. Events that belong
// together come together, and change the view once.

import type { TripEvent } from '@rastro/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FleetEvent } from '../../live/fleet.types.ts'
import { useEvents } from '../../live/use-fleet.tsx'
import { inBackground } from '../../ui/in-background.ts'
import type { Period } from '../../ui/period/period.ts'
import { trackKey } from './use-history.ts'
import { tripsKey } from './use-timeline.ts'

const together = 800
const none: TripChange[] = []

type Corrected = Extract<TripEvent, { type: 'trip.corrected' }>['data']
/** Of `trip.corrected`, and of `trip.withdrawn`, which has no `after`. */
export type TripChange = Pick<Corrected, 'id' | 'before'> & Partial<Pick<Corrected, 'after'>>

/** Returns the newest changes of past trips of the period, until they are dismissed. */
export function useTripEvents(deviceId: string, { fromMs, toMs }: Period) {
  const queries = useQueryClient()
  const of = `${deviceId} ${fromMs} ${toMs}`
  const [seen, setSeen] = useState<{ of: string; changes: TripChange[] }>()
  const waiting = useRef<TripChange[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const dismiss = useCallback(() => setSeen(undefined), [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const reload = useCallback(async () => {
    const changes = waiting.current.splice(0)
    // Late locations are on the map before the list changes.
    const queryKey = trackKey(deviceId, { fromMs, toMs })
    if (changes.length > 0) await queries.refetchQueries({ queryKey, type: 'active' })
    await queries.invalidateQueries({ queryKey: tripsKey(deviceId) })
    if (changes.length > 0) setSeen({ of, changes })
  }, [queries, deviceId, fromMs, toMs, of])

  useEvents(
    useCallback(
      ({ type, device, data }: FleetEvent) => {
        if (device !== deviceId || !type.startsWith('trip.')) return
        if (type === 'trip.corrected' || type === 'trip.withdrawn') {
          const change = data as TripChange
          if (overlaps(change, { fromMs, toMs })) waiting.current.push(change)
        }
        clearTimeout(timer.current)
        timer.current = setTimeout(() => inBackground(reload()), together)
      },
      [deviceId, fromMs, toMs, reload],
    ),
  )
  return { changes: seen?.of === of ? seen.changes : none, dismiss }
}

/** Whether a change concerns the period, before or after it. */
function overlaps({ before, after }: TripChange, { fromMs, toMs }: Period): boolean {
  return [before, after].some((state) => {
    if (!state) return false
    const endMs = state.endedAt === null ? Number.POSITIVE_INFINITY : Date.parse(state.endedAt)
    return Date.parse(state.startedAt) < toMs && endMs > fromMs
  })
}
