import type { Account } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { rastro } from './session.ts'

export const accountKey = ['account']
const accountQuery = {
  queryKey: accountKey,
  queryFn: async () => (await rastro.get('/api/account')).account,
  staleTime: 60_000,
}

export function useAccount(): Account | undefined {
  return useQuery(accountQuery).data
}

/** Known once the account was read, or could not be read. */
export function useDefaultMapLayer(): { isKnown: boolean; layer: string | undefined } {
  const { data, isPending } = useQuery(accountQuery)
  return { isKnown: !isPending, layer: data?.mapLayer ?? undefined }
}
