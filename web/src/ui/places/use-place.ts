import type { Place } from '@rastro/client'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { usePreferences } from '../../session/preferences.ts'
import { loadPlace } from './place-loader.ts'

interface Located {
  latitude?: number | null | undefined
  longitude?: number | null | undefined
}

/** In a list, a hundred metres make no difference; in the details of one device, they do at the border of a geofence. */
const decimalsOf = { list: 3, details: 5 }
const keptMs = 5 * 60_000

/** Undefined until it is known, and without coordinates. */
export function usePlace(located: Located, use: 'list' | 'details'): Place | undefined {
  const options = usePlaceOptions(located, use)
  const { data } = useQuery(options)
  return options.enabled ? data : undefined
}

/**
 * A device that moves keeps its previous name until the next one is known, and so does a list that `mayAsk` for none now.
 * The component needs the device's id as its key: a row that is reused for another device would show the name of the
 * first for a moment.
 */
export function useDevicePlace(device: Located, use: 'list' | 'details', mayAsk = true): Place | undefined {
  const options = usePlaceOptions(device, use)
  const { data } = useQuery({
    ...options,
    enabled: options.enabled === true && mayAsk,
    placeholderData: keepPreviousData,
  })
  return options.enabled ? data : undefined
}

function usePlaceOptions({ latitude, longitude }: Located, use: 'list' | 'details') {
  const { language, units } = usePreferences()
  const isKnown = latitude != null && longitude != null
  const factor = 10 ** decimalsOf[use]
  const point = isKnown
    ? { latitude: Math.round(latitude * factor) / factor, longitude: Math.round(longitude * factor) / factor }
    : undefined
  return queryOptions({
    queryKey: ['place', language, units, point?.latitude, point?.longitude],
    queryFn: ({ signal }) => loadPlace(point!.latitude, point!.longitude, signal),
    enabled: isKnown,
    staleTime: keptMs,
    gcTime: keptMs,
    retry: false,
  })
}
