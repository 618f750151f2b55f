// The signed-in user and their privileges. Actions without privilege are hidden; the server refuses them anyway.

import type { User } from '@rastro/client'
import { useQuery } from '@tanstack/react-query'
import { ownRastro, rastro, session } from './session.ts'
import { readVisitor, supportSessionId } from './support-session.ts'

export type Privilege = User['privileges'][number]

/** Rules and webhooks concern the whole account, and a standard user never sees all of it. */
type Action = Privilege | 'rules.manage'
const ofWholeAccount: readonly Action[] = ['rules.manage', 'webhooks.manage']

/** As the server has it: see the privileges of visitors in features/auth. */
const visitorPrivileges = {
  read: ['reports.read'],
  write: [
    'reports.read',
    'devices.edit',
    'devices.limits',
    'alerts.manage',
    'geofences.manage',
    'fleet.manage',
  ],
} as const satisfies Record<string, readonly Privilege[]>

/** Visitors are no users of the account. */
async function readVisitingMe(id: string): Promise<User> {
  const [visitor, user] = await Promise.all([readVisitor(ownRastro, id), ownRastro.get('/api/users/me')])
  return {
    ...user,
    role: 'standard',
    privileges: [...visitorPrivileges[visitor.access]],
    groupIds: [],
    deviceId: null,
  }
}

async function readMe(): Promise<User> {
  if (supportSessionId) return readVisitingMe(supportSessionId)
  const claims = (await session.token()).split('.')[1] ?? ''
  const { sub } = JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))) as { sub: string }
  return rastro.get('/api/users/{userId}', { path: { userId: sub } })
}

export function useMe(): User | undefined {
  return useQuery({ queryKey: ['me'], queryFn: readMe, staleTime: 300_000 }).data
}

/** Owners and administrators may do everything; a standard user what was granted. */
export function useMay(): (action: Action) => boolean {
  const me = useMe()
  return (action) => {
    if (!me) return false
    if (me.role !== 'standard') return true
    return !ofWholeAccount.includes(action) && me.privileges.includes(action as Privilege)
  }
}
