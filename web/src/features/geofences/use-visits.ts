// The devices inside a geofence, and its last visits. Read again when the server reports another one.

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { FleetEvent } from '../../live/fleet.types.ts'
import { useEvents } from '../../live/use-fleet.tsx'
import { rastro } from '../../session/session.ts'
import { inBackground } from '../../ui/in-background.ts'

const maxPresent = 20
const maxShown = 10
/** Durations of those who are inside grow. */
const refetchEveryMs = 60_000

export function useVisits(geofenceId: string) {
  const queries = useQueryClient()
  useEvents(
    useCallback(
      ({ type, data }: FleetEvent) => {
        if (!type.startsWith('visit.') || (data as { geofenceId: string }).geofenceId !== geofenceId) return
        inBackground(queries.invalidateQueries({ queryKey: ['visits', geofenceId] }))
      },
      [queries, geofenceId],
    ),
  )
  return useQuery({
    queryKey: ['visits', geofenceId],
    placeholderData: keepPreviousData,
    refetchInterval: refetchEveryMs,
    queryFn: async ({ signal }) => {
      const path = { geofenceId }
      const [present, last] = await Promise.all([
        rastro.get('/api/geofences/{geofenceId}/present', { path, query: { limit: maxPresent }, signal }),
        rastro.get('/api/geofences/{geofenceId}/visits', {
          path,
          query: { limit: maxPresent + maxShown },
          signal,
        }),
      ])
      const ended = last.visits.filter(({ leftAt }) => leftAt !== null)
      return [...present.visits, ...ended.slice(0, maxShown)]
    },
  })
}
