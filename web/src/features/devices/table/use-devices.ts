// The devices of a filter, page after page, and refetched when something about them changes.

import type { Device } from '@rastro/client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { FleetEvent } from '../../../live/fleet.types.ts'
import { useEvents } from '../../../live/use-fleet.tsx'
import { rastro } from '../../../session/session.ts'
import { accountKey } from '../../../session/use-account.ts'
import { useDeletedIds } from '../../../ui/delete-with-undo.tsx'
import { inBackground } from '../../../ui/in-background.ts'
import type { DevicesSearch, StateFilter } from '../devices-search.ts'

const pageSize = 200
/** An action on a thousand devices is a thousand events. */
const settleMs = 1_000
/** The last contact changes without an event. */
const refetchEveryMs = 30_000

export function useDevices({ q, state, group, sort = 'name' }: DevicesSearch) {
  useRefetchByEvents()
  const filter = {
    sort,
    ...(q && { search: q }),
    ...(state && conditionOf(state)),
    ...(group && { groupId: group }),
  }
  const list = useInfiniteQuery({
    queryKey: ['devices', 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/devices', {
        query: { ...filter, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: (before) => before,
    refetchInterval: refetchEveryMs,
  })
  const hidden = useDeletedIds()
  const devices = useMemo(
    () => (list.data?.pages ?? []).flatMap((page) => page.devices).filter(({ id }) => !hidden.has(id)),
    [list.data, hidden],
  )
  /** Loads the rest. */
  const { fetchNextPage } = list
  const fetchAll = useCallback(async (): Promise<Device[]> => {
    let result = await fetchNextPage()
    while (result.hasNextPage && !result.isError) result = await fetchNextPage()
    if (result.error) throw result.error
    return (result.data?.pages ?? []).flatMap((page) => page.devices).filter(({ id }) => !hidden.has(id))
  }, [fetchNextPage, hidden])
  return { list, devices, fetchAll }
}

function conditionOf(state: StateFilter): { state: 'active' | 'expired'; presence?: 'offline' | 'never' } {
  return state === 'offline' || state === 'never' ? { state: 'active', presence: state } : { state }
}

function useRefetchByEvents(): void {
  const queries = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEvents(
    useCallback(
      ({ type }: FleetEvent) => {
        if (!/^device[.](created|changed|deleted|expired|reactivated)$/.test(type)) return
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          inBackground(queries.invalidateQueries({ queryKey: ['devices', 'list'] }))
          inBackground(queries.invalidateQueries({ queryKey: accountKey }))
        }, settleMs)
      },
      [queries],
    ),
  )
}
