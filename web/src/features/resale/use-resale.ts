import type { ResaleAccount } from '@rastro/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

export const resaleKey = ['resale']
const pageSize = 100

export type CustomerStatus = ResaleAccount['status']
export const customerStatuses = [
  'active',
  'suspended',
  'blocked',
  'closing',
] as const satisfies readonly CustomerStatus[]

/** The caller's reseller, with its pool and the number of accounts below. */
export function useResale() {
  return useQuery({ queryKey: [...resaleKey, 'own'], queryFn: () => rastro.get('/api/resale') })
}

/** The server searches and pages: a list of any length. */
export function useCustomers({ q, status }: { q?: string; status?: CustomerStatus }) {
  return useInfiniteQuery({
    queryKey: [...resaleKey, 'accounts', q, status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/resale/accounts', {
        query: {
          limit: pageSize,
          ...(q && { search: q }),
          ...(status && { status }),
          ...(pageParam && { cursor: pageParam }),
        },
      }),
    getNextPageParam: (last) => last.nextCursor,
  })
}
