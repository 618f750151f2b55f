// The number of open alerts, updated by the stream.

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { FleetEvent } from '../live/fleet.types.ts'
import { useEvents, useFleetState } from '../live/use-fleet.tsx'
import { rastro } from '../session/session.ts'
import { inBackground } from '../ui/in-background.ts'

const maxCounted = 99

export function useOpenAlerts(): { count: number; isMore: boolean } {
  const queries = useQueryClient()
  useEvents(
    useCallback(
      ({ type }: FleetEvent) => {
        if (type.startsWith('alert.')) inBackground(queries.invalidateQueries({ queryKey: ['alerts'] }))
      },
      [queries],
    ),
  )
  const isLive = useFleetState(({ connection }) => connection.state === 'live')
  useEffect(() => {
    // What happened before the stream was connected is not in it.
    if (isLive) inBackground(queries.invalidateQueries({ queryKey: ['alerts'] }))
  }, [queries, isLive])
  const { data } = useQuery({
    queryKey: ['alerts', 'open-count'],
    queryFn: () => rastro.get('/api/alerts', { query: { state: 'open', limit: maxCounted } }),
  })
  return { count: data?.alerts.length ?? 0, isMore: data?.nextCursor !== undefined }
}
