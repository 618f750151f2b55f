// What the values of a claim, or the groups of SCIM, give to a user: the rules that match add up.

import type { Privilege } from '../../platform/http/caller.ts'
import type { RoleRule } from './sso.types.ts'

export interface GrantedRole {
  role: 'administrator' | 'standard'
  privileges: Privilege[]
  groupIds: string[]
}

/** Undefined if no rule matches. A rule for `*` matches everybody. */
export function roleOf(rules: readonly RoleRule[], values: readonly string[]): GrantedRole | undefined {
  const matching = rules.filter(({ value }) => value === '*' || values.includes(value))
  if (matching.length === 0) return undefined
  // Ownership is only handed over by the owner.
  if (matching.some(({ role }) => role === 'administrator'))
    return { role: 'administrator', privileges: [], groupIds: [] }
  const union = <T>(lists: readonly T[][]) => [...new Set(lists.flat())].sort()
  return {
    role: 'standard',
    privileges: union(matching.map(({ privileges }) => privileges)),
    groupIds: union(matching.map(({ groupIds }) => groupIds)),
  }
}
