// The signed-in user and their privileges. Actions without privilege are hidden; the server refuses them anyway.

import type { User } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { rastro, session } from './session.ts'

export type Privilege = User['privileges'][number]

async function readMe(): Promise<User> {
  const claims = (await session.token()).split('.')[1] ?? ''
  const { sub } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) as { sub: string }
  return rastro.get('/api/users/{userId}', { path: { userId: sub } })
}

export function useMe(): User | undefined {
  return useQuery({ queryKey: ['me'], queryFn: readMe, staleTime: 300_000 }).data
}

/** Owners and administrators may do everything; a standard user what was granted. */
export function useMay(): (privilege: Privilege) => boolean {
  const me = useMe()
  return (privilege) => me !== undefined && (me.role !== 'standard' || me.privileges.includes(privilege))
}
