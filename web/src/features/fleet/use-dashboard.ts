import type { Dashboard } from '@rastro/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

const everyMs = 60_000

async function readDashboard(group: string | undefined): Promise<Dashboard> {
  const query = group === undefined ? {} : { group }
  return (await rastro.get('/api/fleet/dashboard', { query })).dashboard
}

/** Read again every minute, while the tab is visible. The former values stay until the next ones are known. */
export function useDashboard(group: string | undefined) {
  return useQuery({
    queryKey: ['dashboard', group],
    queryFn: () => readDashboard(group),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
}
