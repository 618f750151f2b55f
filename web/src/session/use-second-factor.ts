import { useQuery } from '@tanstack/react-query'
import { rastro } from './session.ts'

export const secondFactorKey = ['second-factor']

/** What the signed-in user can sign in with besides the password. */
export function useSecondFactor() {
  return useQuery({
    queryKey: secondFactorKey,
    queryFn: () => rastro.get('/api/me/secondFactor'),
    staleTime: 60_000,
  })
}
