// PATCH of SCIM (RFC 7644, 3.5.2), as Entra ID and Okta send it: operations in any case, with or without a path, booleans as
// text, and members in the path or in the value.

import { ScimError } from './scim-error.ts'

const maxOperations = 100

export interface Operation {
  op: 'add' | 'replace' | 'remove'
  path: string | undefined
  value: unknown
}

export function operationsOf(body: unknown): Operation[] {
  const { Operations: list } = (body ?? {}) as { Operations?: unknown }
  if (!Array.isArray(list) || list.length === 0 || list.length > maxOperations)
    throw new ScimError(400, `Operations must be a list of 1 to ${maxOperations}.`, 'invalidSyntax')
  return list.map((one: unknown) => {
    const { op, path, value } = (one ?? {}) as { op?: unknown; path?: unknown; value?: unknown }
    const name = typeof op === 'string' ? op.toLowerCase() : ''
    if (name !== 'add' && name !== 'replace' && name !== 'remove')
      throw new ScimError(400, 'op must be add, replace or remove.', 'invalidSyntax')
    if (path !== undefined && (typeof path !== 'string' || path.length > 300))
      throw new ScimError(400, 'The path is not readable.', 'invalidPath')
    return { op: name, path: path as string | undefined, value }
  })
}

/** The attributes that the operations set, by path in lower case. Unknown attributes are ignored, as RFC 7643 allows. */
export function attributesOf(operations: readonly Operation[]): Map<string, unknown> {
  const set = new Map<string, unknown>()
  for (const { op, path, value } of operations) {
    if (path !== undefined) set.set(normalizePath(path), op === 'remove' ? null : value)
    else if (value !== null && typeof value === 'object' && !Array.isArray(value))
      for (const [name, one] of Object.entries(value)) set.set(normalizePath(name), one)
    else throw new ScimError(400, 'An operation without a path needs an object.', 'invalidValue')
  }
  return set
}

function normalizePath(path: string): string {
  return path
    .toLowerCase()
    .replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, '')
    .replace(/\[type eq "?work"?\]/, '')
}

/** Okta and Entra ID also send "True" and "False". */
export function booleanOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  throw new ScimError(400, 'active must be true or false.', 'invalidValue')
}

export interface MemberChanges {
  add: string[]
  remove: string[]
  /** Instead of all that were there. */
  replace: string[] | undefined
  displayName: string | undefined
  externalId: string | null | undefined
}

const maxMembers = 1_000
const memberPath = /^members\[value eq "([^"]{1,64})"\]$/i

export function memberChangesOf(operations: readonly Operation[]): MemberChanges {
  const changes: MemberChanges = {
    add: [],
    remove: [],
    replace: undefined,
    displayName: undefined,
    externalId: undefined,
  }
  for (const { op, path, value } of operations) {
    const single = path === undefined ? undefined : memberPath.exec(path)?.[1]
    const isMembers = path?.toLowerCase() === 'members'
    if (single !== undefined && op === 'remove') changes.remove.push(single)
    else if (isMembers && op === 'add') changes.add.push(...membersIn(value))
    else if (isMembers && op === 'replace') changes.replace = membersIn(value)
    else if (isMembers && value === undefined) changes.replace = []
    else if (isMembers) changes.remove.push(...membersIn(value))
    else noteAttributes(changes, attributesOf([{ op, path, value }]))
  }
  return changes
}

function noteAttributes(changes: MemberChanges, set: Map<string, unknown>): void {
  const name = set.get('displayname')
  if (typeof name === 'string') changes.displayName = name
  const externalId = set.get('externalid')
  if (typeof externalId === 'string' || externalId === null) changes.externalId = externalId
  if (set.has('members')) changes.replace = membersIn(set.get('members'))
}

export function membersIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  if (list.length > maxMembers)
    throw new ScimError(400, `At most ${maxMembers} members in one request.`, 'tooMany')
  return list.map((one: unknown) => {
    const id = one !== null && typeof one === 'object' ? (one as { value?: unknown }).value : one
    if (typeof id !== 'string' || id.length > 64)
      throw new ScimError(400, 'A member needs a value.', 'invalidValue')
    return id
  })
}
