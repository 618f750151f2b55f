import { useQuery, useQueryClient } from '@tanstack/react-query'
import { rastro } from '../../../session/session.ts'
import { resaleKey } from '../use-resale.ts'

const hostsKey = [...resaleKey, 'hosts']

/** With the state of each, which checks in the background change. */
const everyMs = 30_000

export function useHosts() {
  return useQuery({
    queryKey: hostsKey,
    refetchInterval: everyMs,
    queryFn: async () => (await rastro.get('/api/resale/hosts')).hosts,
  })
}

export function useHostsChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: hostsKey })
}
