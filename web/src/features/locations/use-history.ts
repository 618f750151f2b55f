// The data of one device in one period.

import type { Alert, Location } from '@rastro/client'
import { RastroError } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { rastro } from '../../session/session.ts'
import type { Period } from '../../ui/period/period.ts'
import { toQuery } from '../../ui/period/period.ts'
import type { Loading } from './load-track.ts'
import { loadTrack } from './load-track.ts'

const maxAlerts = 1_000
/** A week is several megabytes, so the cache is short. */
const cacheMs = 60_000

export const trackKey = (deviceId: string, { fromMs, toMs }: Period) => ['locations', deviceId, fromMs, toMs]

export function useTrack(deviceId: string, period: Period) {
  const [loading, setLoading] = useState<Loading>()
  const { data, error, refetch } = useQuery({
    queryKey: trackKey(deviceId, period),
    queryFn: ({ signal }) => {
      setLoading(undefined)
      return loadTrack(rastro, { deviceId, period, signal, onProgress: setLoading })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: cacheMs,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  return { loaded: data, error, loading, refetch }
}

export function useAlertsOf(deviceId: string, period: Period): Alert[] {
  const { data } = useQuery({
    queryKey: ['alerts', 'of-device', deviceId, period.fromMs, period.toMs],
    queryFn: async () => {
      const query = { deviceId, ...toQuery(period), limit: maxAlerts }
      return (await rastro.get('/api/alerts', { query })).alerts
    },
  })
  return useMemo(() => data?.filter(({ state }) => state !== 'withdrawn') ?? [], [data])
}

/** Null if it never reported. */
export function useLastLocation(deviceId: string): Location | null | undefined {
  return useQuery({
    queryKey: ['locations', 'last', deviceId],
    queryFn: async () => {
      try {
        return (await rastro.get('/api/devices/{deviceId}/lastLocation', { path: { deviceId } })).lastLocation
      } catch (error) {
        if (error instanceof RastroError && error.status === 404) return null
        throw error
      }
    },
  }).data
}

export function useDeviceName(deviceId: string): string | undefined {
  return useQuery({
    queryKey: ['devices', deviceId, 'name'],
    queryFn: async () => (await rastro.get('/api/devices/{deviceId}', { path: { deviceId } })).device.name,
    staleTime: 60_000,
  }).data
}
