// What a caller may do with an API key that can do less than its user.

import type { DeviceScope, Privilege, Role } from '../../platform/http/caller.ts'
import { privileges as allPrivileges } from '../../platform/http/caller.ts'
import { isInNetworks, toBlockList } from '../../platform/http/network.ts'

/** The limits of the key of a token; all null for a session. */
export interface CallerLimits {
  keyPrivileges: Privilege[] | null
  keyGroupIds: string[] | null
  keyDeviceId: string | null
  /** Null if the device was deleted. */
  keyDeviceNumber: number | null
  /** Whether the one device of key or user is in a group of the other. */
  isDeviceInGroups: boolean
  keyExpiresAt: Date | null
  keyNetworks: string[] | null
}

export interface Permissions {
  role: Role
  privileges: ReadonlySet<Privilege>
  scope: DeviceScope
}

/**
 * The user's permissions, reduced to those of the key. With a limit the caller is a standard user: what only the owner
 * or administrators may do is nothing that such a key can be given.
 */
export function limitPermissions(user: Permissions, limits: CallerLimits): Permissions {
  const { keyPrivileges, keyGroupIds, keyDeviceId } = limits
  if (keyPrivileges === null && keyGroupIds === null && keyDeviceId === null) return user
  const own = user.role === 'standard' ? user.privileges : new Set(allPrivileges)
  return {
    role: 'standard',
    privileges: keyPrivileges === null ? own : new Set(keyPrivileges.filter((one) => own.has(one))),
    scope: limitScope(user.scope, limits),
  }
}

function limitScope(scope: DeviceScope, limits: CallerLimits): DeviceScope {
  const { keyGroupIds, keyDeviceId, keyDeviceNumber, isDeviceInGroups } = limits
  if (scope.kind === 'none') return scope
  if (keyDeviceId !== null) {
    const isWithin =
      scope.kind === 'all' ||
      (scope.kind === 'groups' ? isDeviceInGroups : scope.deviceNumber === keyDeviceNumber)
    return isWithin && keyDeviceNumber !== null
      ? { kind: 'device', deviceNumber: keyDeviceNumber }
      : { kind: 'none' }
  }
  if (keyGroupIds === null) return scope
  if (scope.kind === 'all') return { kind: 'groups', groupIds: keyGroupIds }
  if (scope.kind === 'device') return isDeviceInGroups ? scope : { kind: 'none' }
  const groupIds = keyGroupIds.filter((groupId) => scope.groupIds.includes(groupId))
  return groupIds.length > 0 ? { kind: 'groups', groupIds } : { kind: 'none' }
}

/** A key with any limit cannot be used to get around it: it manages no keys, sessions and passwords. */
export function isLimited(limits: Omit<CallerLimits, 'isDeviceInGroups'>): boolean {
  const { keyPrivileges, keyGroupIds, keyDeviceId, keyNetworks } = limits
  return [keyPrivileges, keyGroupIds, keyDeviceId, keyNetworks].some((limit) => limit !== null)
}

export function isNetworkAllowed(networks: readonly string[] | null, address: string): boolean {
  return networks === null || isInNetworks(toBlockList(networks), address)
}

export function isKeyExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now
}
