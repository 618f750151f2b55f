import { useQuery } from '@tanstack/react-query'
import { rastro } from '../../session/session.ts'

const staleTime = 300_000
const limit = 1_000

/** The names of groups by their ids; empty while nothing needs them. */
export function useGroupNames(isNeeded: boolean): ReadonlyMap<string, string> {
  return (
    useQuery({
      queryKey: ['groups', 'names'],
      queryFn: async () => (await rastro.get('/api/groups', { query: { limit } })).groups,
      select: toNames,
      staleTime,
      enabled: isNeeded,
    }).data ?? none
  )
}

const none: ReadonlyMap<string, string> = new Map()
const toNames = (groups: { id: string; name: string }[]): ReadonlyMap<string, string> =>
  new Map(groups.map(({ id, name }) => [id, name]))
