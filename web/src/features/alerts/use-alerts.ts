// The inbox by the page, kept true by the stream: whatever happens to an alert, the rail lets these be read again.

import type { Alert } from '@rastro/client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { News } from '../../live/fleet.types.ts'
import { useNews } from '../../live/use-fleet.tsx'
import { rastro } from '../../session/session.ts'
import type { AlertsSearch } from './alerts-search.ts'

const pageOfAlerts = 100

export function useAlerts({ state = 'open', severity, device }: AlertsSearch) {
  const filter = { state, ...(severity && { severity }), ...(device && { device }) }
  return useInfiniteQuery({
    queryKey: ['alerts', 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, limit: pageOfAlerts, ...(pageParam && { cursor: pageParam }) }
      return rastro.get('/api/alerts', { query, signal })
    },
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** One alert, also when the list does not have it. What happens to its messages is heard too. */
export function useAlert(id: string, known: Alert | undefined) {
  const queries = useQueryClient()
  useNews(
    useCallback(
      ({ type, data }: News) => {
        const isAbout = type.startsWith('notification.') && (data as { alert?: string }).alert === id
        if (isAbout) void queries.invalidateQueries({ queryKey: ['alerts', 'one', id] })
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
