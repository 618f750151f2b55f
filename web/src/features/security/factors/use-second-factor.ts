import { useQuery, useQueryClient } from '@tanstack/react-query'
import { rastro } from '../../../session/session.ts'
import { secondFactorKey } from '../../../session/use-second-factor.ts'

const passkeysKey = ['passkeys']

export function usePasskeys() {
  return useQuery({
    queryKey: passkeysKey,
    queryFn: async () => (await rastro.get('/api/me/passkeys')).passkeys,
  })
}

/** After a change: factors, passkeys, and the sessions that it ended. */
export function useReloadFactors(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const keys = [secondFactorKey, passkeysKey, ['sessions', 'own']]
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}
