import type { ApiKey } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

export const apiKeysKey = ['apiKeys']
/** So often a key's last use is asked for while somebody looks. */
const everyMs = 10_000

export function useApiKeys() {
  return useQuery({
    queryKey: apiKeysKey,
    queryFn: async () => (await rastro.get('/api/apiKeys')).apiKeys,
    refetchInterval: everyMs,
    staleTime: 0,
  })
}

/** A key at the one moment when its secret is known. */
export interface MadeKey {
  apiKey: string
  key: ApiKey
}
