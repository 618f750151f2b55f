import { useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'
import type { Found } from './steps.ts'
import { maxDevices } from './steps.ts'

const everyMs = 10_000

/** Looks again while it is shown: the first location may arrive at any time. */
export function useFound(): Found | undefined {
  return useQuery({
    queryKey: ['first-day'],
    refetchInterval: everyMs,
    async queryFn(): Promise<Found> {
      const [{ devices }, { alertRules }, { contacts }, { users }] = await Promise.all([
        rastro.get('/api/devices', { query: { limit: maxDevices + 1 } }),
        rastro.get('/api/alertRules', { query: { limit: 2 } }),
        rastro.get('/api/contacts', { query: { limit: 1 } }),
        rastro.get('/api/users', { query: { limit: 2 } }),
      ])
      return { devices, rules: alertRules, contacts, users }
    },
  }).data
}
