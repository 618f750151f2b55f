import { useInfiniteQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

const pageSize = 50

export function useChanges(target: string | undefined) {
  return useInfiniteQuery({
    queryKey: ['audit', target ?? 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      rastro.get('/api/audit', {
        query: {
          limit: pageSize,
          ...(target && { targetId: target }),
          ...(cursor !== undefined && { cursor }),
        },
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
