// Changes that a provider makes to users, by a sign-in or by SCIM. The owner is out of its reach.

import type { Tx } from '../../platform/context.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { changeUser, toDocument } from '../users/user.api.ts'
import { findProvider, listUnknownGroups } from './provider.queries.ts'
import type { GrantedRole } from './role-map.ts'
import { roleOf } from './role-map.ts'

/** Has what an administrator has. `id` is what the audit log shows: `sso`, or the SCIM key. */
export function provisionerOf(
  { db, now }: Pick<Tx, 'db' | 'now'>,
  account: string,
  id: string,
  requestId: string,
): Caller {
  return {
    accountId: db.accountId,
    account,
    userId: id,
    userName: id,
    role: 'administrator',
    privileges: new Set(),
    scope: { kind: 'all' },
    clientId: id,
    authenticatedAt: now(),
    requestId,
  }
}

/** Changes nothing if the user has it already. */
export function applyRole(
  ctx: Tx,
  caller: Caller,
  userId: string,
  { role, privileges, groupIds }: GrantedRole,
): Promise<void> {
  return changeUser(
    ctx,
    caller,
    userId,
    (before) => {
      if (before.role === 'owner') return toDocument(before)
      const isAlike = isSame(before.privileges, privileges) && isSame(before.groupIds, groupIds)
      if (before.role === role && isAlike) return toDocument(before)
      return {
        ...toDocument(before),
        role,
        privileges,
        groupIds,
        deviceId: groupIds.length > 0 ? null : before.deviceId,
      }
    },
    () => '',
  )
}

/** By the groups that the provider keeps by SCIM. Without a rule that matches, nothing is left. */
export async function roleByGroups(
  ctx: Tx,
  caller: Caller,
  userId: string,
  groups: readonly string[],
): Promise<void> {
  const provider = await findProvider(ctx.db)
  const granted = roleOf(provider?.roles ?? [], groups) ?? nothing
  await applyRole(ctx, caller, userId, await withoutDeletedGroups(ctx, granted))
}

const nothing: GrantedRole = { role: 'standard', privileges: [], groupIds: [] }

/** A rule may name a group that was deleted since. */
export async function withoutDeletedGroups(ctx: Pick<Tx, 'db'>, granted: GrantedRole): Promise<GrantedRole> {
  const unknown = await listUnknownGroups(ctx.db, granted.groupIds)
  return { ...granted, groupIds: granted.groupIds.filter((id) => !unknown.includes(id)) }
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && [...left].sort().join(' ') === [...right].sort().join(' ')
}
