import { useInfiniteQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'
import { sharesKey } from '../../ui/shares/new-share.ts'

const pageSize = 100

/** Reading needs the privilege too: a link outlives the permissions of its reader. */
export function useShares(mayShare: boolean) {
  return useInfiniteQuery({
    queryKey: [...sharesKey, 'list'],
    enabled: mayShare,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/shares', { query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) } }),
    getNextPageParam: (last) => last.nextCursor,
  })
}
