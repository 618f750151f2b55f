import type { ApiKey } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

export const apiKeysKey = ['apiKeys']
/** Refreshes the last use while the page is open. */
const everyMs = 10_000

export function useApiKeys() {
  return useQuery({
    queryKey: apiKeysKey,
    queryFn: async () => (await rastro.get('/api/apiKeys')).apiKeys,
    refetchInterval: everyMs,
    staleTime: 0,
  })
}

/** A new key, the only time its secret is available. */
export interface CreatedKey {
  apiKey: string
  key: ApiKey
}
