import { useQuery, useQueryClient } from '@tanstack/react-query'
import { rastro } from '../../../session/session.ts'
import { resaleKey } from '../use-resale.ts'

const sendersKey = [...resaleKey, 'senders']
const shown = 100

/** Of e-mails and SMS; null is that of the platform. */
export function useSenders() {
  return useQuery({ queryKey: [...sendersKey, 'own'], queryFn: () => rastro.get('/api/resale/senders') })
}

/** Senders of SMS of the resellers below. */
export function useSmsSenders() {
  return useQuery({
    queryKey: [...sendersKey, 'sms'],
    queryFn: async () => (await rastro.get('/api/resale/smsSenders', { query: { limit: shown } })).smsSenders,
  }).data
}

export function useSendersChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: sendersKey })
}
