// The rules that name a geofence. Rules for all geofences are not affected by its deletion.

import { useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

export function useRulesOf(geofenceId: string) {
  return useQuery({
    queryKey: ['rules', 'all'],
    staleTime: 60_000,
    queryFn: async () => {
      const rules = []
      for await (const page of rastro.pages('/api/alertRules', { query: { limit: 1_000 } })) {
        rules.push(...page.alertRules)
      }
      return rules
    },
    select: (rules) => rules.filter(({ geofences }) => geofences.includes(geofenceId)),
  })
}
