// Who calls: an account's user, with what he may do. Every route but the open ones receives one.

export const privileges = [
  'devices.edit',
  'devices.limits',
  'commands.send',
  'alerts.manage',
  'geofences.manage',
  'users.manage',
  'reports.read',
  'webhooks.manage',
  'audit.read',
] as const
export type Privilege = (typeof privileges)[number]

export const roles = ['owner', 'administrator', 'standard'] as const
export type Role = (typeof roles)[number]

export interface Caller {
  accountId: number
  /** The account's public identifier. */
  account: string
  userId: string
  userName: string
  role: Role
  privileges: ReadonlySet<Privilege>
  /** The devices in the caller's view. */
  scope: DeviceScope
  /** The API key or session that the token was issued for. */
  clientId: string
  /** When he last proved who he is, by password or API key. */
  provedAt: Date
  requestId: string
}

/** A standard user sees the devices of one group, or one device, or none. */
export type DeviceScope =
  | { kind: 'all' }
  | { kind: 'group'; groupId: string }
  | { kind: 'device'; deviceNumber: number }
  | { kind: 'none' }

/** Whoever sees one device, or none, sees no group. */
export function includesGroup(scope: DeviceScope, groupId: string): boolean {
  return scope.kind === 'all' || (scope.kind === 'group' && scope.groupId === groupId)
}

/** Owners and administrators may do everything; a standard user what was granted. */
export function may(caller: Pick<Caller, 'role' | 'privileges'>, privilege: Privilege): boolean {
  return caller.role !== 'standard' || caller.privileges.has(privilege)
}
