import type { ResaleAccount } from '@rastro/client'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
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

export const customerOrders = ['name', 'devices', 'licenses', 'lastLocation', 'created'] as const
export type CustomerOrder = (typeof customerOrders)[number]

/** Of the list of accounts, as its address has it. */
export interface ConsoleSearch {
  q?: string
  status?: CustomerStatus
  order?: CustomerOrder
}

/** The caller's reseller, with its pool and the number of accounts below. */
export function useResale() {
  return useQuery({ queryKey: [...resaleKey, 'own'], queryFn: () => rastro.get('/api/resale') })
}

/** The server searches, sorts and pages: a list of any length. */
export function useCustomers({ q, status, order }: ConsoleSearch) {
  return useInfiniteQuery({
    queryKey: [...resaleKey, 'accounts', q, status, order],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/resale/accounts', {
        query: {
          limit: pageSize,
          ...(q && { search: q }),
          ...(status && { status }),
          ...(order && { order }),
          ...(pageParam && { cursor: pageParam }),
        },
      }),
    getNextPageParam: (last) => last.nextCursor,
    // While another search runs, rows and their menus stay.
    placeholderData: keepPreviousData,
  })
}
