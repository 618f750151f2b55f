// What the status of an account means for its callers. Every caller is judged here, and nowhere else.

import type { Role } from './caller.ts'
import { ForbiddenError } from './errors.ts'

export const accountStatuses = ['active', 'suspended', 'blocked', 'closing'] as const
export type AccountStatus = (typeof accountStatuses)[number]

/** People have sessions, programs have API keys. */
export interface Entrant {
  role: Role
  isSession: boolean
}

/** `dead`: as if the credential did not exist. `refused`: the caller is known, and learns why. */
export type Entry = 'admitted' | 'refused' | 'dead'

/** A suspended account is read by its administrators and its programs, a closing one by its owner. */
export function entryOf(status: AccountStatus, { role, isSession }: Entrant): Entry {
  switch (status) {
    case 'active':
      return 'admitted'
    case 'suspended':
      return isSession && role === 'standard' ? 'refused' : 'admitted'
    case 'closing':
      if (!isSession) return 'dead'
      return role === 'owner' ? 'admitted' : 'refused'
    case 'blocked':
      return 'dead'
  }
}

export interface RequestedRoute {
  method: string
  /** As registered: `/api/devices/:deviceId`. */
  url: string | undefined
  openIn: readonly AccountStatus[] | undefined
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Sessions, factors, password: people protect their own sign-in in every status that admits them. */
const ownSignIn = /^\/api\/me(\/|$)/

/** In a suspended or closing account only the routes that name that status may change something. */
export function mayUseRoute(status: AccountStatus, { method, url, openIn }: RequestedRoute): boolean {
  if (status === 'active' || readMethods.has(method)) return true
  return openIn?.includes(status) === true || ownSignIn.test(url ?? '')
}

export function statusError(status: AccountStatus): ForbiddenError {
  if (status === 'closing') {
    return new ForbiddenError(
      'account.closing',
      'The account is being closed. Its holder can read it, export it, and undo the closing.',
    )
  }
  if (status === 'blocked') return new ForbiddenError('account.blocked', 'The account is blocked.')
  return new ForbiddenError(
    'account.suspended',
    'The account is suspended. Administrators can read it, and its holder can export it. Contact your provider to reopen it.',
  )
}
