// Users of an account. Callers cannot grant more than they have. Only the owner may change the owner, who can never be
// deleted.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import type { PageCursor } from '../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { may } from '../../platform/http/caller.ts'
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { canonicalTimeZone } from '../../platform/http/time-zones.ts'
import { operator, recordChanges } from '../audit/audit.api.ts'
import { deleteApiKeysOf } from '../auth/api-key.api.ts'
import { queueIdentityMail } from '../auth/identity-mail.api.ts'
import { requireUnlimitedKey } from '../auth/limited-key.api.ts'
import { maskEmail } from '../auth/mask-email.api.ts'
import type { PasswordOwner } from '../auth/new-passwords.api.ts'
import { endLinks } from '../auth/one-time-link.api.ts'
import { endedByPassword } from '../auth/one-time-link.types.ts'
import { notifyOfPassword } from '../auth/password-notice.api.ts'
import { requireProofOfSession, requireRecentProof } from '../auth/recent-sign-in.api.ts'
import { endAllSessions } from '../auth/session-list.api.ts'
import { releaseNames } from '../cells/name-reservation.api.ts'
import { requireMayGrant, requireNoOutliving } from './granting.ts'
import { onlyOneOwner, requireOwnerStays } from './owner.ts'
import { withUniqueName } from './unique-name.ts'
import * as queries from './user.queries.ts'
import type { UserView } from './user.schema.ts'
import type { StoredUser, UserDocument, UserScope } from './user.types.ts'

type View = Static<typeof UserView>

export async function getUser(ctx: Pick<Context, 'db'>, caller: Caller, id: string) {
  const found = await queries.findUser(ctx.db.forAccount(caller.accountId), scopeOf(caller), id)
  if (!found) throw notFound(id)
  return { user: JSON.parse(found.json) as View, version: found.version }
}

export async function getOwnUser(ctx: Pick<Context, 'db'>, { accountId, userId }: Caller) {
  const found = await queries.findUser(ctx.db.forAccount(accountId), { kind: 'all' }, userId)
  if (!found) throw notFound(userId)
  return { user: JSON.parse(found.json) as View, version: found.version }
}

export async function getUserIn(ctx: Pick<Tx, 'db'>, id: string) {
  const found = await queries.findUser(ctx.db, { kind: 'all' }, id)
  if (!found) throw notFound(id)
  return { user: JSON.parse(found.json) as View, version: found.version }
}

/** Reads pages of the users visible to the caller. */
export function listUsers(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  filter: ListFilter & { groupId?: string },
) {
  const db = ctx.db.forAccount(caller.accountId)
  return (cursor: PageCursor) => queries.listUsers(db, scopeOf(caller), filter, cursor)
}

export async function createUser(
  ctx: Tx,
  caller: Caller,
  body: UserDocument,
  passwordHash: string | null,
): Promise<string> {
  const id = newId('usr')
  const document = withSortedGroups(body)
  if (document.password !== undefined) requireUnlimitedKey(caller)
  requireMayGrant(caller, document)
  await requireNoOutliving(ctx, caller, document)
  if (document.role === 'owner') throw onlyOneOwner()
  await requireRoom(ctx)
  if (document.role === 'administrator' || document.password !== undefined) requireProofOfSession(ctx, caller)
  const columns = await columnsOf(ctx, document, document.userName ?? document.email, passwordHash)
  await withUniqueName(ctx, columns.userName, () =>
    queries.insertUser(ctx.db, id, document, columns, ctx.now()),
  )
  await recordChanges(ctx, caller, [
    { action: 'users.created', target: id, before: null, after: withoutPassword(document) },
  ])
  return id
}

/** The terms of the account's reseller may limit the number of users. */
async function requireRoom(ctx: Tx): Promise<void> {
  const max = await queries.findMaxUsers(ctx.db)
  if (max === null) return
  await lockAccount(ctx.db)
  if ((await queries.countUsers(ctx.db)) < max) return
  throw new ConflictError('users.too_many', `Your provider allows at most ${max} users.`)
}

/** Locks the user; `edit` turns the old document into the new one. */
export async function changeUser(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredUser) => UserDocument,
  hashOf: (password: string) => string,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  const document = withSortedGroups(edit(before))
  const role = document.role ?? before.role
  const whole = { ...document, role, userName: document.userName ?? before.userName }
  if (document.password === undefined && isUnchanged(toDocument(before), whole)) return
  if (document.password !== undefined) requireUnlimitedKey(caller)
  requireMayGrant(caller, { ...document, role })
  await requireNoOutliving(ctx, caller, document, before)
  // With the address, a password can be reset.
  const opensAccess = document.password !== undefined || document.email !== before.email
  if (opensAccess && id === caller.userId) requireRecentProof(ctx, caller)
  if (opensAccess || role !== before.role) requireProofOfSession(ctx, caller)
  requireOwnerStays(before, { ...document, role })
  const passwordHash = document.password === undefined ? null : hashOf(document.password)
  const userName = document.userName ?? before.userName
  const columns = await columnsOf(ctx, { ...document, role }, userName, passwordHash)
  await withUniqueName(ctx, userName, () => queries.updateUser(ctx.db, id, document, columns, ctx.now()))
  await noteChangedEmail(ctx, before, document.email)
  if (passwordHash) {
    await endAllSessions(ctx, id)
    await endLinks(ctx, id, endedByPassword)
    await notifyOfPassword(ctx, ctx, id)
    // A password set by someone else means that access was lost or abused.
    if (id !== caller.userId && !document.keepApiKeys) await deleteApiKeysOf(ctx, caller, id)
  }
  const after = {
    ...withoutPassword(document),
    userName,
    role,
    ...(passwordHash && { passwordChanged: true }),
  }
  await recordChanges(ctx, caller, [
    { action: 'users.changed', target: id, before: toDocument(before), after },
  ])
}

export async function deleteUser(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredUser) => void,
): Promise<void> {
  const before = await lock(ctx, caller, id)
  check(before)
  if (before.role === 'owner') {
    throw new ConflictError(
      'users.owner',
      'The account holder cannot be deleted. Transfer the account first.',
    )
  }
  const revoked = await queries.deleteSharesOf(ctx.db, id)
  const deleted = await queries.deleteUser(ctx.db, id)
  if (deleted) await releaseNames(ctx, 'user', [deleted.released])
  await recordChanges(ctx, caller, [
    ...revoked.map(({ id: target, name, expiresAt }) => {
      return { action: 'shares.revoked', target, before: { name, expiresAt }, after: null } as const
    }),
    { action: 'users.deleted', target: id, before: toDocument(before), after: null },
  ])
}

/** For the operator, when a user has lost access. */
export async function resetPassword(
  ctx: Pick<Tx, 'db' | 'config' | 'now'>,
  id: string,
  { passwordHash, until, keepApiKeys }: { passwordHash: string; until: Date; keepApiKeys: boolean },
): Promise<void> {
  await queries.setTemporaryPassword(ctx.db, id, { passwordHash, until, now: ctx.now() })
  await endAllSessions(ctx, id)
  await endLinks(ctx, id, endedByPassword)
  if (!keepApiKeys) await deleteApiKeysOf(ctx, operator, id)
  await recordChanges(ctx, operator, [
    { action: 'users.changed', target: id, before: null, after: { passwordChanged: true } },
  ])
}

/** The editable fields of a user, for PUT and PATCH. */
export function toDocument(user: StoredUser): UserDocument {
  const { id: _id, version: _version, emailVerified: _verified, ...rest } = user
  const { createdAt, modifiedAt, lastLoginAt, ...document } = rest as typeof rest & Partial<View>
  return document
}

/** For checking a new password: the names and addresses of the user, before and after the change. */
export async function findPasswordOwner(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  id: string | undefined,
  body: unknown,
): Promise<PasswordOwner> {
  const { accountId } = caller
  const found = id ? await queries.findUser(ctx.db.forAccount(accountId), scopeOf(caller), id) : undefined
  const stored = found ? (JSON.parse(found.json) as View) : undefined
  const own = [stored, body as Partial<UserDocument>].flatMap((user) => [
    user?.userName,
    user?.email,
    user?.name,
  ])
  return { accountId, own: own.filter((text) => typeof text === 'string') }
}

/** Throws unless the caller may manage this user. */
export async function requireManaged(ctx: Tx, caller: Caller, id: string): Promise<void> {
  await lock(ctx, caller, id)
}

/** Links that were sent to the old address must not work any more. It is notified, if it was verified. */
async function noteChangedEmail(ctx: Tx, before: StoredUser, email: string): Promise<void> {
  if (before.email === email) return
  await endLinks(ctx, before.id, endedByPassword)
  if (!before.emailVerified) return
  const values = { email: maskEmail(email), at: ctx.now().toISOString() }
  const { accountId } = ctx.db
  const to = { accountId, userId: before.id, address: before.email }
  await queueIdentityMail(ctx, ctx.db, { ...to, kind: 'email-changed', values })
}

/** For actions that give somebody the access of the user: no more than the caller could grant. */
export async function lockToInvite(ctx: Tx, caller: Caller, id: string): Promise<StoredUser> {
  requireUnlimitedKey(caller)
  requireProofOfSession(ctx, caller)
  const user = await lock(ctx, caller, id)
  const document = { ...toDocument(user), password: '' }
  requireMayGrant(caller, document)
  await requireNoOutliving(ctx, caller, document, user)
  return user
}

async function lock(ctx: Tx, caller: Caller, id: string): Promise<StoredUser> {
  const user = await queries.lockUser(ctx.db, scopeOf(caller), id)
  if (!user) throw notFound(id)
  if (user.role === 'owner' && caller.role !== 'owner') {
    throw new ForbiddenError('users.owner', 'Only the account holder may change this user.')
  }
  if (user.role === 'administrator' && caller.role === 'standard') throw notFound(id)
  return user
}

/** A standard user with `users.manage` sees the users within its scope; without it, only itself. */
function scopeOf(caller: Caller): UserScope {
  const { scope, userId: selfId } = caller
  if (!may(caller, 'users.manage') || scope.kind === 'none') return { kind: 'self', selfId }
  if (scope.kind === 'all') return { kind: 'all' }
  return { ...scope, selfId }
}

/** As they are stored and shown, so that another order is no change. */
function withSortedGroups(document: UserDocument): UserDocument {
  return document.groupIds ? { ...document, groupIds: [...document.groupIds].sort() } : document
}

async function columnsOf(
  ctx: Pick<Tx, 'db'>,
  document: UserDocument,
  userName: string,
  passwordHash: string | null,
): Promise<queries.UserColumns> {
  const details: { path: string; message: string }[] = []
  const unknown = (path: string, id: string) =>
    details.push({ path, message: `"${id}" does not exist, or is not yours to see` })
  const { groupIds = [], deviceId } = document
  for (const groupId of await queries.listUnknownGroups(ctx.db, groupIds)) {
    unknown(`groupIds.${groupIds.indexOf(groupId)}`, groupId)
  }
  const deviceNumber = deviceId ? await queries.findDeviceNumber(ctx.db, deviceId) : undefined
  if (deviceId && deviceNumber === undefined) unknown('deviceId', deviceId)
  if (groupIds.length > 0 && deviceId) {
    details.push({ path: 'deviceId', message: 'cannot be set together with groupIds' })
  }
  if (document.from && document.expiresAt && Date.parse(document.from) >= Date.parse(document.expiresAt)) {
    details.push({ path: 'expiresAt', message: 'must be after from' })
  }
  const [first] = details
  if (first) throw new InvalidError('body.invalid', `${first.path} ${first.message}.`, { details })
  const timeZone = canonicalTimeZone(document.timeZone)
  return {
    userName,
    role: document.role ?? 'standard',
    deviceNumber: deviceNumber ?? null,
    passwordHash,
    timeZone,
  }
}

function withoutPassword({
  password: _password,
  keepApiKeys: _keep,
  ...document
}: UserDocument): UserDocument {
  return document
}

export function notFound(id: string): NotFoundError {
  return new NotFoundError('users.not_found', `The user "${id}" does not exist, or is not yours to see.`)
}
