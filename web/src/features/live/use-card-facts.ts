// Details of the card that the stream's row lacks: sensor values, daily limits, open alerts.

import { useThrottledValue } from '@mantine/hooks'
import type { Alert, Device, Location } from '@rastro/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { FleetEvent, Row } from '../../live/fleet.types.ts'
import { useEvents } from '../../live/use-fleet.tsx'
import { rastro } from '../../session/session.ts'
import { inBackground } from '../../ui/in-background.ts'
import { useDevice } from '../../ui/use-device.ts'

const refetchEveryMs = 2_000
const maxCounted = 99

export interface CardFacts {
  location: Location | undefined
  device: Device | undefined
  openAlerts: { alerts: Alert[]; isMore: boolean } | undefined
}

export function useCardFacts(id: string, row: Row | undefined): CardFacts {
  const queries = useQueryClient()
  const path = { deviceId: id }
  const lastSeenMs = useThrottledValue(row?.lastSeenMs, refetchEveryMs)
  const location = useQuery({
    queryKey: ['devices', id, 'last-location'],
    queryFn: async () => (await rastro.get('/api/devices/{deviceId}/lastLocation', { path })).lastLocation,
    // A device without a location has no sensor values.
    enabled: row?.fixedAtMs !== undefined,
  })
  const device = useDevice(id)
  const alerts = useQuery({
    queryKey: ['alerts', 'open-count', id],
    queryFn: () => rastro.get('/api/alerts', { query: { state: 'open', deviceId: id, limit: maxCounted } }),
  })

  useEffect(() => {
    if (lastSeenMs === undefined) return
    // Waits for a running request: on a slow connection, restarting it would never finish.
    const asked = { queryKey: ['devices', id, 'last-location'] }
    inBackground(queries.invalidateQueries(asked, { cancelRefetch: false }))
  }, [queries, id, lastSeenMs])
  useEvents(
    useCallback(
      ({ type, device }: FleetEvent) => {
        if (device === id && /^(device|notification)[.]/.test(type))
          inBackground(queries.invalidateQueries({ queryKey: ['devices', id, 'device'] }))
      },
      [queries, id],
    ),
  )
  return {
    location: location.data,
    device,
    openAlerts: alerts.data && {
      alerts: alerts.data.alerts,
      isMore: alerts.data.nextCursor !== undefined,
    },
  }
}
