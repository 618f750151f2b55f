import type { Account } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { rastro } from './session.ts'

export const accountKey = ['account']

export function useAccount(): Account | undefined {
  return useQuery({
    queryKey: accountKey,
    queryFn: async () => (await rastro.get('/api/account')).account,
    staleTime: 60_000,
  }).data
}
