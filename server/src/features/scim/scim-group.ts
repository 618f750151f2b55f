// Groups of people at the provider. Roles of the account name them; a user has what its groups give.

import type { Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import { isDuplicate } from '../../platform/db/db.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { memberChangesOf, membersIn, operationsOf } from './patch.ts'
import * as queries from './scim.queries.ts'
import type { Filter, Page, ScimCaller, ScimGroup } from './scim.types.ts'
import { notFound, ScimError } from './scim-error.ts'
import { applyGroups, callerOf } from './scim-user.ts'

const maxGroups = 500
const maxText = 254

export async function getGroup({ db }: Pick<Tx, 'db'>, id: string): Promise<ScimGroup> {
  const group = await queries.findGroup(db, id)
  if (!group) throw notFound(`The group "${id}"`)
  return group
}

export function listGroups(db: AccountDb, filter: Filter | undefined, page: Page, hasMembers: boolean) {
  return queries.listGroups(db, filter, page, hasMembers)
}

export async function createGroup(ctx: Tx, scim: ScimCaller, body: unknown): Promise<ScimGroup> {
  const { displayName, externalId, members } = bodyOf(body)
  if (displayName === undefined) throw new ScimError(400, 'displayName is required.', 'invalidValue')
  if ((await queries.countGroups(ctx.db)) >= maxGroups)
    throw new ScimError(409, `An account has at most ${maxGroups} groups of SCIM.`, 'tooMany')
  const group = { id: newId('scg'), displayName, externalId: externalId ?? null }
  await once(displayName, () => queries.insertGroup(ctx.db, group, ctx.now()))
  await addMembers(ctx, scim, group.id, members)
  await record(ctx, scim, 'scim.group_created', group.id, null, { displayName, members: members.length })
  return getGroup(ctx, group.id)
}

export async function replaceGroup(ctx: Tx, scim: ScimCaller, id: string, body: unknown): Promise<ScimGroup> {
  const { displayName, externalId, members } = bodyOf(body)
  return changeGroup(ctx, scim, id, { displayName, externalId, add: [], remove: [], replace: members })
}

export async function patchGroup(ctx: Tx, scim: ScimCaller, id: string, body: unknown): Promise<void> {
  await changeGroup(ctx, scim, id, memberChangesOf(operationsOf(body)))
}

export async function deleteGroup(ctx: Tx, scim: ScimCaller, id: string): Promise<void> {
  const before = await queries.lockGroup(ctx.db, id)
  if (!before) throw notFound(`The group "${id}"`)
  const members = await queries.listMembers(ctx.db, id)
  await queries.deleteGroup(ctx.db, id)
  await follow(ctx, scim, members)
  const { displayName } = before
  await record(ctx, scim, 'scim.group_deleted', id, { displayName, members: members.length }, null)
}

async function changeGroup(
  ctx: Tx,
  scim: ScimCaller,
  id: string,
  changes: ReturnType<typeof memberChangesOf>,
): Promise<ScimGroup> {
  const before = await queries.lockGroup(ctx.db, id)
  if (!before) throw notFound(`The group "${id}"`)
  const { displayName = before.displayName, externalId = before.externalId } = changes
  const members = new Set(await queries.listMembers(ctx.db, id))
  const wanted = new Set([...(changes.replace ?? members), ...changes.add])
  for (const one of changes.remove) wanted.delete(one)
  const added = [...wanted].filter((one) => !members.has(one))
  const removed = [...members].filter((one) => !wanted.has(one))
  await once(displayName, () => queries.updateGroup(ctx.db, { id, displayName, externalId }, ctx.now()))
  await queries.removeMembers(ctx.db, id, removed)
  await addMembers(ctx, scim, id, added)
  // The roles may name the group by what has changed.
  const isRenamed = displayName !== before.displayName || externalId !== before.externalId
  await follow(ctx, scim, isRenamed ? [...members, ...added] : removed)
  await record(ctx, scim, 'scim.group_changed', id, before, {
    displayName,
    externalId,
    added: added.length,
    removed: removed.length,
  })
  return getGroup(ctx, id)
}

async function addMembers(ctx: Tx, scim: ScimCaller, groupId: string, members: string[]): Promise<void> {
  const [unknown] = await queries.listUnknownMembers(ctx.db, members)
  if (unknown !== undefined)
    throw new ScimError(400, `The member "${unknown}" does not exist.`, 'invalidValue')
  await queries.addMembers(ctx.db, groupId, members)
  await follow(ctx, scim, members)
}

/** One at a time: each is a change of a user, with its entry in the audit log. */
async function follow(ctx: Tx, scim: ScimCaller, userIds: readonly string[]): Promise<void> {
  const caller = callerOf(ctx, scim)
  for (const userId of [...new Set(userIds)].sort()) {
    if (await queries.findUser(ctx.db, userId)) await applyGroups(ctx, caller, userId)
  }
}

async function once(displayName: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    const isTaken = isDuplicate(error, 'scim_groups_name')
    throw isTaken ? new ScimError(409, `A group "${displayName}" exists.`, 'uniqueness') : error
  })
}

function bodyOf(body: unknown) {
  if (body === null || typeof body !== 'object')
    throw new ScimError(400, 'The body is no object.', 'invalidSyntax')
  const { displayName, externalId, members } = body as Record<string, unknown>
  return {
    displayName: textOf(displayName),
    externalId: externalId === null ? null : textOf(externalId),
    members: [...new Set(membersIn(members))],
  }
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const isText =
    typeof value === 'string' && value !== '' && value.length <= maxText && !/\p{Cc}/u.test(value)
  if (!isText) throw new ScimError(400, `A name has 1 to ${maxText} characters.`, 'invalidValue')
  return value
}

function record(
  ctx: Tx,
  { keyId, requestId }: ScimCaller,
  action: string,
  target: string,
  before: object | null,
  after: object | null,
) {
  return recordChanges(ctx, { userId: keyId, clientId: keyId, requestId }, [
    { action, target, before, after },
  ])
}
