import type { Place } from '@rastro/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePreferences } from '../../session/preferences.ts'
import { loadPlace } from './place-loader.ts'

interface Located {
  latitude?: number | null | undefined
  longitude?: number | null | undefined
}

/** In a list, a hundred metres make no difference; in the details of one device, they do at the border of a geofence. */
const decimalsOf = { list: 3, details: 5 }
const keptMs = 5 * 60_000

/** Undefined until it is known, and without coordinates. A device that moves keeps its previous name meanwhile. */
export function usePlace({ latitude, longitude }: Located, use: 'list' | 'details'): Place | undefined {
  const { language, units } = usePreferences()
  const isKnown = latitude != null && longitude != null
  const factor = 10 ** decimalsOf[use]
  const point = isKnown
    ? { latitude: Math.round(latitude * factor) / factor, longitude: Math.round(longitude * factor) / factor }
    : undefined
  const { data } = useQuery({
    queryKey: ['place', language, units, point?.latitude, point?.longitude],
    queryFn: ({ signal }) => loadPlace(point!.latitude, point!.longitude, signal),
    enabled: point !== undefined,
    placeholderData: keepPreviousData,
    staleTime: keptMs,
    gcTime: keptMs,
    retry: false,
  })
  return point && data
}
