// The geofences of the account, in pages, and a single one.

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { rastro } from '../../session/session.ts'
import { inBackground } from '../../ui/in-background.ts'

const pageSize = 200
/** Fetched automatically; longer lists are searched instead. */
const maxAutoLoaded = 2_000
const typingMs = 200

export function useGeofences({ q: typed, tag }: { q?: string; tag?: string } = {}) {
  const [q] = useDebouncedValue(typed, typingMs)
  const query = useInfiniteQuery({
    queryKey: ['geofences', 'list', q ?? '', tag ?? ''],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      rastro.get('/api/geofences', {
        signal,
        query: {
          limit: pageSize,
          ...(q && { search: q }),
          ...(tag && { tag }),
          ...(pageParam && { cursor: pageParam }),
        },
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ geofences }) => geofences),
  })
  const { data, hasNextPage, isFetching, fetchNextPage } = query
  const isShort = (data?.length ?? 0) < maxAutoLoaded
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching) inBackground(fetchNextPage())
  }, [isShort, hasNextPage, isFetching, fetchNextPage])
  return query
}

export function useGeofence(id: string) {
  return useQuery({
    queryKey: ['geofences', 'one', id],
    queryFn: () => rastro.get('/api/geofences/{geofenceId}', { path: { geofenceId: id } }),
  })
}
