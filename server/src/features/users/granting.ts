// What callers may give to users: no more than they have themselves.

import type { Tx } from '../../platform/context.ts'
import type { Caller, Privilege } from '../../platform/http/caller.ts'
import { privileges as allPrivileges, includesGroup, may } from '../../platform/http/caller.ts'
import { ForbiddenError } from '../../platform/http/errors.ts'
import * as queries from './user.queries.ts'
import type { StoredUser, UserDocument } from './user.types.ts'

export function requireMayGrant(caller: Caller, document: UserDocument): void {
  if (caller.role !== 'standard') return
  const wanted: Privilege[] = [...(document.privileges ?? [])]
  if (document.adminDevices) wanted.push('devices.edit', 'devices.limits')
  const lacking = wanted.filter((privilege) => !may(caller, privilege))
  if ((document.role ?? 'standard') !== 'standard') lacking.push(...allPrivileges.slice(0, 1))
  const { groupIds = [] } = document
  // Only a limited API key of an administrator sees all devices without being one.
  const isWithinScope =
    caller.scope.kind === 'all' ||
    (caller.scope.kind === 'groups' &&
      groupIds.length > 0 &&
      groupIds.every((groupId) => includesGroup(caller.scope, groupId)) &&
      !document.deviceId)
  if (lacking.length === 0 && isWithinScope) return
  throw new ForbiddenError(
    'users.cannot_grant',
    'You cannot grant a role, privilege or group that you do not have.',
  )
}

/** A caller with an end date can neither extend a user beyond it nor take over one that lasts longer. */
export async function requireNoOutliving(
  ctx: Pick<Tx, 'db'>,
  caller: Caller,
  document: UserDocument,
  before?: StoredUser,
): Promise<void> {
  const limit = endOf(await queries.findExpiry(ctx.db, caller.userId))
  const end = endOf(document.expiresAt)
  const isExtended = !before || end > endOf(before.expiresAt)
  const isTakenOver = document.password !== undefined && before?.id !== caller.userId
  if (end <= limit || !(isExtended || isTakenOver)) return
  throw new ForbiddenError(
    'users.outlives_caller',
    'Your own user expires. You cannot create, extend or take over a user that expires later.',
  )
}

function endOf(expiresAt: string | Date | null | undefined): number {
  return expiresAt ? new Date(expiresAt).getTime() : Number.POSITIVE_INFINITY
}
