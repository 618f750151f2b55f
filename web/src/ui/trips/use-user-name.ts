import { useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'
import { useMay } from '../../session/use-me.ts'

const staleTime = 300_000

/** Undefined if the caller may not see the user. */
export function useUserName(userId: string): string | undefined {
  const may = useMay()
  return useQuery({
    queryKey: ['users', userId, 'name'],
    queryFn: async () => (await rastro.get('/api/users/{userId}', { path: { userId } })).name,
    staleTime,
    enabled: may('users.manage'),
    retry: false,
  }).data
}
