// What the card says beyond the row that the stream keeps: what the sensors told, the limits of the day, open alerts.

import { useThrottledValue } from '@mantine/hooks'
import type { Device, Location } from '@rastro/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { News, Row } from '../../live/fleet.types.ts'
import { useNews } from '../../live/use-fleet.tsx'
import { rastro } from '../../session/session.ts'

const askAgainEveryMs = 2_000
const maxCounted = 99

export interface CardFacts {
  location: Location | undefined
  device: Device | undefined
  openAlerts: { count: number; isMore: boolean } | undefined
}

export function useCardFacts(id: string, row: Row | undefined): CardFacts {
  const queries = useQueryClient()
  const path = { deviceId: id }
  const heardMs = useThrottledValue(row?.lastSeenMs, askAgainEveryMs)
  const location = useQuery({
    queryKey: ['devices', id, 'last-location'],
    queryFn: async () => (await rastro.get('/api/devices/{deviceId}/lastLocation', { path })).lastLocation,
    // Of a device that has told none there is nothing to ask.
    enabled: row?.fixedAtMs !== undefined,
  })
  const device = useQuery({
    queryKey: ['devices', id, 'device'],
    queryFn: async () => (await rastro.get('/api/devices/{deviceId}', { path })).device,
  })
  const alerts = useQuery({
    queryKey: ['alerts', 'open-count', id],
    queryFn: () => rastro.get('/api/alerts', { query: { state: 'open', device: id, limit: maxCounted } }),
  })

  useEffect(() => {
    if (heardMs === undefined) return
    // What is under way is waited for: on a slow line it would be begun anew for ever.
    const asked = { queryKey: ['devices', id, 'last-location'] }
    void queries.invalidateQueries(asked, { cancelRefetch: false })
  }, [queries, id, heardMs])
  useNews(
    useCallback(
      ({ type, device }: News) => {
        if (device === id && /^(device|notification)[.]/.test(type))
          void queries.invalidateQueries({ queryKey: ['devices', id, 'device'] })
      },
      [queries, id],
    ),
  )
  return {
    location: location.data,
    device: device.data,
    openAlerts: alerts.data && {
      count: alerts.data.alerts.length,
      isMore: alerts.data.nextCursor !== undefined,
    },
  }
}
