// The report schedules that the user sees, and the runs of one of them. They are read again while something is under way.

import type { ReportSchedule, ReportScheduleRun } from '@rastro/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pollEveryMs } from '../use-runs.ts'
import { readScheduleRuns, readSchedules } from './schedule-api.ts'

export const schedulesKey = ['reportSchedules']
const idleEveryMs = 60_000
const pageSize = 20

type State = ReportScheduleRun['state']

const isUnderWay = (state: State | undefined) => state === 'running' || state === 'sending'

export function useSchedules() {
  return useQuery({
    queryKey: schedulesKey,
    queryFn: readSchedules,
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? pollEveryMs : idleEveryMs),
  })
}

/** The instant of the next report is unknown for some seconds after the time zone was changed. */
function isBusy({ lastRun, enabled, nextRunAt }: ReportSchedule): boolean {
  return isUnderWay(lastRun?.state) || (enabled && nextRunAt === null)
}

/** Newest first. */
export function useScheduleRuns(scheduleId: string) {
  const pages = useInfiniteQuery({
    queryKey: [...schedulesKey, scheduleId, 'runs'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => readScheduleRuns(scheduleId, pageSize, cursor),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.reportScheduleRuns.some(({ state }) => isUnderWay(state)))
        ? pollEveryMs
        : false,
  })
  const runs = useMemo(
    () => pages.data?.pages.flatMap(({ reportScheduleRuns }) => reportScheduleRuns) ?? [],
    [pages.data],
  )
  return { ...pages, runs }
}
