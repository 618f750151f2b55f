import { useDebouncedValue } from '@mantine/hooks'
import type { PlaceResult } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { usePreferences } from '../session/preferences.ts'
import { rastro } from '../session/session.ts'

const typingMs = 200
const minLetters = 2
const limit = 5

/** Coordinates, geofences and towns. Devices are found faster by the worker. */
export function useFoundPlaces(search: string): PlaceResult[] {
  const { language } = usePreferences()
  const [q] = useDebouncedValue(search.trim(), typingMs)
  const { data } = useQuery({
    queryKey: ['places', 'search', language, q],
    queryFn: ({ signal }) => rastro.get('/api/places/search', { query: { q, limit }, signal }),
    enabled: q.length >= minLetters,
    staleTime: 60_000,
    retry: false,
  })
  return q.length < minLetters ? [] : (data?.results ?? []).filter(({ type }) => type !== 'device')
}
