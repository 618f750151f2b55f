import { useQuery } from '@tanstack/react-query'
import { rastro } from '../session/session.ts'

const staleTime = 300_000

/** Undefined without a user, and if the caller may not see that user. */
export function useUserName(userId: string | null): string | undefined {
  return useQuery({
    queryKey: ['users', userId, 'name'],
    queryFn: async () => {
      const { name, email } = await rastro.get('/api/users/{userId}', { path: { userId: userId ?? '' } })
      return name || email
    },
    staleTime,
    enabled: userId !== null,
  }).data
}
