// What the form of an API key edits, and the request it becomes.

import type { ApiKey, User } from '@rastro/client'

export type Privilege = User['privileges'][number]
export type KeyScope = 'all' | 'groups' | 'device'

export interface KeyDraft {
  name: string
  /** Null: all of the user. */
  privileges: Privilege[] | null
  scope: KeyScope
  groupIds: string[]
  deviceId: string | null
  /** Null: the latest that the account allows. */
  expiresAt: string | null
  networks: string[]
}

export const newKeyDraft: KeyDraft = {
  name: '',
  privileges: null,
  scope: 'all',
  groupIds: [],
  deviceId: null,
  expiresAt: null,
  networks: [],
}

export function draftOf(key: ApiKey): KeyDraft {
  return {
    name: key.name,
    privileges: key.privileges,
    scope: key.groupIds ? 'groups' : key.deviceId ? 'device' : 'all',
    groupIds: key.groupIds ?? [],
    deviceId: key.deviceId,
    expiresAt: key.expiresAt,
    networks: key.networks ?? [],
  }
}

export function bodyOf(draft: KeyDraft) {
  const { name, privileges, scope, groupIds, deviceId, expiresAt, networks } = draft
  return {
    name: name.trim(),
    privileges,
    groupIds: scope === 'groups' ? groupIds : null,
    deviceId: scope === 'device' ? deviceId : null,
    ...(expiresAt !== null && { expiresAt }),
    networks: networks.length > 0 ? networks : null,
  }
}

/** A key without a name, or limited to nothing, cannot be saved. */
export function isWhole({ name, scope, groupIds, deviceId }: KeyDraft): boolean {
  if (name.trim() === '') return false
  return scope === 'groups' ? groupIds.length > 0 : scope === 'all' || deviceId !== null
}

/** The kinds of limits of a key, for the list. */
export function limitsOf(key: ApiKey): ('privileges' | 'scope' | 'networks')[] {
  return [
    ...(key.privileges ? (['privileges'] as const) : []),
    ...(key.groupIds || key.deviceId ? (['scope'] as const) : []),
    ...(key.networks ? (['networks'] as const) : []),
  ]
}
