// Groups of devices. Changing them requires access to the whole account.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { includesGroup } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import * as queries from './group.queries.ts'
import type { GroupView } from './group.schema.ts'
import type { GroupDocument, StoredGroup } from './group.types.ts'

export async function getGroup(ctx: Pick<Context, 'db'>, caller: Caller, id: string) {
  const found = await queries.findGroup(ctx.db.forAccount(caller.accountId), caller.scope, id)
  if (!found) throw notFound(id)
  return { group: JSON.parse(found.json) as Static<typeof GroupView>, version: found.version }
}

export async function getGroupIn(ctx: Pick<Tx, 'db'>, id: string) {
  const found = await queries.findGroup(ctx.db, { kind: 'all' }, id)
  if (!found) throw notFound(id)
  return { group: JSON.parse(found.json) as Static<typeof GroupView>, version: found.version }
}

/** Reads pages of the groups visible to the caller. */
export function listGroups(ctx: Pick<Context, 'db'>, caller: Caller, filter: ListFilter) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listGroups(db, caller.scope, filter, cursor)
}

export async function createGroup(ctx: Tx, caller: Caller, document: GroupDocument): Promise<string> {
  requireFullScope(caller)
  const id = newId('grp')
  await requireUniqueName(ctx, document.name, id)
  await queries.insertGroup(ctx.db, id, document, ctx.now())
  await setDevices(ctx, id, document.devices ?? [])
  await recordChanges(ctx, caller, [{ action: 'groups.created', target: id, before: null, after: document }])
  return id
}

/** Locks the group; `edit` turns the old document into the new one. Absent optional fields are cleared. */
export async function changeGroup(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredGroup) => GroupDocument,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  const document = edit(before)
  const { devices = [] } = document
  if (isUnchanged(toDocument(before), { ...document, devices })) return
  await requireUniqueName(ctx, document.name, id)
  await queries.updateGroup(ctx.db, id, document, ctx.now())
  await setDevices(ctx, id, devices)
  await recordChanges(ctx, caller, [
    { action: 'groups.changed', target: id, before: toDocument(before), after: document },
  ])
}

/** Keeps the devices. */
export async function deleteGroup(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredGroup) => void,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  check(before)
  const userName = await queries.findUserOfGroup(ctx.db, id)
  if (userName) {
    throw new ConflictError(
      'groups.in_use',
      `The user "${userName}" is limited to this group. Change that user first.`,
    )
  }
  await queries.deleteGroup(ctx.db, id)
  await recordChanges(ctx, caller, [
    { action: 'groups.deleted', target: id, before: toDocument(before), after: null },
  ])
}

export function toDocument({ name, description, devices }: StoredGroup): Required<GroupDocument> {
  return { name, description, devices }
}

async function lock(ctx: Tx, caller: Caller, id: string): Promise<StoredGroup> {
  const group = includesGroup(caller.scope, id) ? await queries.lockGroup(ctx.db, id) : undefined
  if (!group) throw notFound(id)
  requireFullScope(caller)
  return group
}

async function setDevices(ctx: Tx, id: string, devices: string[]): Promise<void> {
  const unknown = await queries.setDevices(ctx.db, id, devices)
  if (unknown.length === 0) return
  throw new InvalidError(
    'body.invalid',
    `${unknown.length} device(s) do not exist, or are not yours to see.`,
    {
      details: unknown.map((one) => ({
        path: `devices.${devices.indexOf(one)}`,
        message: `"${one}" does not exist, or is not yours to see`,
      })),
    },
  )
}

/** Names that differ only in case or surrounding spaces look the same in a list. */
async function requireUniqueName(ctx: Tx, name: string, id: string): Promise<void> {
  await lockAccount(ctx.db)
  const taken = await queries.findSimilarName(ctx.db, name, id)
  if (taken === undefined) return
  throw new ConflictError('groups.name_taken', `A group named "${taken}" already exists.`)
}

function requireFullScope(caller: Caller): void {
  if (caller.scope.kind === 'all') return
  throw new ForbiddenError('access.scope_too_small', 'Changing groups requires access to the whole account.')
}

function notFound(id: string): NotFoundError {
  return new NotFoundError('groups.not_found', `The group "${id}" does not exist, or is not yours to see.`)
}
