import { useInfiniteQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

export const sharesKey = ['shares']
const pageSize = 100

export function useShares() {
  return useInfiniteQuery({
    queryKey: [...sharesKey, 'list'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/shares', { query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) } }),
    getNextPageParam: (last) => last.nextCursor,
  })
}
