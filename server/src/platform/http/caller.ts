// The authenticated caller: a user of an account with privileges. Set for every route that is not open.

export const privileges = [
  'devices.edit',
  'devices.limits',
  'commands.send',
  'alerts.manage',
  'geofences.manage',
  'fleet.manage',
  'users.manage',
  'reports.read',
  'reports.manage',
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
  /** The devices the caller can access. */
  scope: DeviceScope
  /** The API key or session of the token. */
  clientId: string
  /**
   * The API key of the token. A limited one has less than its user in `role`, `privileges` and `scope`. The token of a
   * previous one is of a secret that was replaced, and ends with the overlap.
   */
  key?: { isLimited: boolean; isPrevious: boolean; expiresAt: Date | null }
  /** Of a support session: the caller is no user of the account. */
  support?: { access: 'read' | 'write' }
  /** Last authentication by password or API key. */
  authenticatedAt: Date
  requestId: string
}

/** A standard user's scope is one or more groups, one device or nothing. */
export type DeviceScope =
  | { kind: 'all' }
  | { kind: 'groups'; groupIds: readonly string[] }
  | { kind: 'device'; deviceNumber: number }
  | { kind: 'none' }

/** A scope of one device or none includes no group. */
export function includesGroup(scope: DeviceScope, groupId: string): boolean {
  return scope.kind === 'all' || (scope.kind === 'groups' && scope.groupIds.includes(groupId))
}

/** Addresses of contacts belong to those who manage all contacts. Others see them masked. */
export function mayReadAddresses(caller: Pick<Caller, 'role' | 'privileges' | 'scope'>): boolean {
  return caller.scope.kind === 'all' && may(caller, 'alerts.manage')
}

/** Owners and administrators have all privileges; standard users those granted. */
export function may(caller: Pick<Caller, 'role' | 'privileges'>, privilege: Privilege): boolean {
  return caller.role !== 'standard' || caller.privileges.has(privilege)
}
