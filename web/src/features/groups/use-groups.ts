import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'
import { useMay, useMe } from '../../session/use-me.ts'

export const groupsKey = ['groups']
const pageSize = 100

export function useGroups(search: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...groupsKey, 'list', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/groups', {
        query: { limit: pageSize, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (last) => last.nextCursor,
  })
}

export function useGroup(groupId: string) {
  return useQuery({
    queryKey: [...groupsKey, groupId],
    queryFn: () => rastro.get('/api/groups/{groupId}', { path: { groupId } }),
  })
}

/** The devices of a group in pages: there may be thousands. */
export function useMembers(groupId: string, search: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...groupsKey, groupId, 'members', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      rastro.get('/api/devices', {
        query: {
          groupId,
          limit: pageSize,
          ...(search && { search }),
          ...(pageParam && { cursor: pageParam }),
        },
      }),
    getNextPageParam: (last) => last.nextCursor,
  })
}

/** Only callers with the whole account in scope may change groups. */
export function useMayChangeGroups(): boolean {
  const isStandard = useMe()?.role === 'standard'
  return useMay()('devices.edit') && !isStandard
}
