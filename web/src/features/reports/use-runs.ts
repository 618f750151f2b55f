// The runs of reports, newest first. Unfinished ones are followed: their progress by polling, their end by an event.

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { FleetEvent } from '../../live/fleet.types.ts'
import { useEvents } from '../../live/use-fleet.tsx'
import { inBackground } from '../../ui/in-background.ts'
import type { Run, RunRequest } from './report-api.ts'
import { createRun, readRuns } from './report-api.ts'

export const runsKey = ['reportRuns']
const pageSize = 20
/** Not while the tab is hidden. */
export const pollEveryMs = 2_000

export const isUnfinished = ({ state }: Pick<Run, 'state'>) => state === 'queued' || state === 'running'

export type Runs = ReturnType<typeof useRuns>

/** Once in a view: every use of it polls. */
export function useRuns() {
  const queries = useQueryClient()
  useEvents(
    useCallback(
      ({ type }: FleetEvent) => {
        if (type === 'report.finished') inBackground(queries.invalidateQueries({ queryKey: runsKey }))
      },
      [queries],
    ),
  )
  const pages = useInfiniteQuery({
    queryKey: runsKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => readRuns(pageSize, cursor),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ reportRuns }) => reportRuns.some(isUnfinished)) ? pollEveryMs : false,
  })
  const runs = useMemo(() => pages.data?.pages.flatMap(({ reportRuns }) => reportRuns) ?? [], [pages.data])
  return { ...pages, runs }
}

export function useCreateRun() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: RunRequest) => createRun(request),
    onSuccess: () => queries.invalidateQueries({ queryKey: runsKey }),
  })
}
