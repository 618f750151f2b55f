import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

export const usersKey = ['users']
const pageSize = 100

export function useUsers(search: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...usersKey, 'list', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/users', {
        query: { limit: pageSize, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (last) => last.nextCursor,
  })
}

export function useUser(userId: string) {
  return useQuery({
    queryKey: [...usersKey, userId],
    queryFn: () => rastro.get('/api/users/{userId}', { path: { userId } }),
  })
}

/** As options of a select. An account has few groups. */
export function useGroupOptions() {
  return useQuery({
    queryKey: ['groups', 'names'],
    staleTime: 60_000,
    queryFn: async () => {
      const options: { value: string; label: string }[] = []
      for await (const { groups } of rastro.pages('/api/groups')) {
        options.push(...groups.map(({ id, name }) => ({ value: id, label: name })))
      }
      return options
    },
  })
}
