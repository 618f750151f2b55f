// The pages of the inbox. Alert events on the stream invalidate them (see use-open-alerts.ts).

import type { Alert } from '@rastro/client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { FleetEvent } from '../../live/fleet.types.ts'
import { useEvents } from '../../live/use-fleet.tsx'
import { rastro } from '../../session/session.ts'
import { inBackground } from '../../ui/in-background.ts'
import type { AlertsSearch } from './alerts-search.ts'

const pageOfAlerts = 100

export function useAlerts({ state = 'open', severity, device }: AlertsSearch, isEnabled = true) {
  const filter = { state, ...(severity && { severity }), ...(device && { deviceId: device }) }
  return useInfiniteQuery({
    queryKey: ['alerts', 'list', filter],
    enabled: isEnabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: pageOfAlerts, ...(pageParam && { cursor: pageParam }) }
      return rastro.get('/api/alerts', { query, signal })
    },
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** One alert, even if the list does not contain it. Notification events refresh it too. */
export function useAlert(id: string, known: Alert | undefined) {
  const queries = useQueryClient()
  useEvents(
    useCallback(
      ({ type, data }: FleetEvent) => {
        const isAbout = type.startsWith('notification.') && (data as { alertId?: string }).alertId === id
        if (isAbout) inBackground(queries.invalidateQueries({ queryKey: ['alerts', 'one', id] }))
      },
      [queries, id],
    ),
  )
  return useQuery<Alert>({
    queryKey: ['alerts', 'one', id],
    queryFn: ({ signal }) => rastro.get('/api/alerts/{alertId}', { path: { alertId: id }, signal }),
    ...(known && { placeholderData: known }),
  })
}
