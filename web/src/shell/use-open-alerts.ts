// How many alerts wait for somebody, kept true by the stream.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { News } from '../live/fleet.types.ts'
import { useNews } from '../live/use-fleet.tsx'
import { rastro } from '../session/session.ts'

const maxCounted = 99

export function useOpenAlerts(): { count: number; isMore: boolean } {
  const queries = useQueryClient()
  useNews(
    useCallback(
      ({ type }: News) => {
        if (type.startsWith('alert.')) void queries.invalidateQueries({ queryKey: ['alerts'] })
      },
      [queries],
    ),
  )
  const { data } = useQuery({
    queryKey: ['alerts', 'open-count'],
    queryFn: () => rastro.get('/api/alerts', { query: { state: 'open', limit: maxCounted } }),
  })
  return { count: data?.alerts.length ?? 0, isMore: data?.nextCursor !== undefined }
}
