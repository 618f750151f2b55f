import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { rastro } from '../../../session/session.ts'
import { resaleKey } from '../use-resale.ts'

const pageSize = 200

/** As a tree: a reseller before those below it. */
export function useResellers() {
  return useInfiniteQuery({
    queryKey: [...resaleKey, 'resellers'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/resale/resellers', {
        query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (last) => last.nextCursor,
  })
}

export const budgetKey = (resellerId: string) => [...resaleKey, 'budget', resellerId]

export type Budget = Awaited<ReturnType<typeof readBudget>>

function readBudget(resellerId: string) {
  return rastro.get('/api/resale/resellers/{resellerId}/spendingCaps', { path: { resellerId } })
}

export function useBudget(resellerId: string) {
  return useQuery({ queryKey: budgetKey(resellerId), queryFn: () => readBudget(resellerId) })
}
