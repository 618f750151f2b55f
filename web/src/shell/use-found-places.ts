import { useDebouncedValue } from '@mantine/hooks'
import type { PlaceResult } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { usePreferences } from '../session/preferences.ts'
import { rastro } from '../session/session.ts'

const typingMs = 200
const minLetters = 2
const limit = 5

/** Coordinates, geofences, towns and addresses. Devices are found faster by the worker. */
export function useFoundPlaces(search: string): PlaceResult[] {
  const [q] = useDebouncedValue(search.trim(), typingMs)
  // A geocoder takes longer: its addresses come after the rest.
  const quick = useSearch(q, false)
  const complete = useSearch(q, true)
  return (complete ?? quick ?? []).filter(({ type }) => type !== 'device')
}

function useSearch(q: string, addresses: boolean): PlaceResult[] | undefined {
  const { language, units } = usePreferences()
  const { data } = useQuery({
    queryKey: ['places', 'search', language, units, q, addresses],
    queryFn: ({ signal }) => rastro.get('/api/places/search', { query: { q, limit, addresses }, signal }),
    enabled: q.length >= minLetters,
    staleTime: 60_000,
    retry: false,
  })
  return data?.results
}
