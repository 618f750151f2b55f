// The runs of reports, newest first. They are read again while any of them is unfinished.

import type { ReportRun } from '@rastro/client'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RunRequest } from './report-api.ts'
import { createRun, readRuns } from './report-api.ts'

export const runsKey = ['reportRuns']
const pageSize = 20
/** Not while the tab is hidden. */
export const pollEveryMs = 2_000

export const isUnfinished = ({ state }: Pick<ReportRun, 'state'>) => state === 'queued' || state === 'running'

export type Runs = ReturnType<typeof useRuns>

/** Once in a view: every use of it polls. */
export function useRuns() {
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
