// Users that a provider keeps. Their role, privileges and groups follow from the groups of the provider.

import type { Tx } from '../../platform/context.ts'
import type { AccountDb } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { provisionerOf, roleByGroups } from '../sso/provisioning.api.ts'
import { changeUser, createUser, deleteUser, toDocument } from '../users/user.api.ts'
import type { UserDocument } from '../users/user.types.ts'
import { attributesOf, booleanOf, operationsOf } from './patch.ts'
import * as queries from './scim.queries.ts'
import type { Filter, Page, ScimCaller, ScimUser } from './scim.types.ts'
import { notFound, ScimError } from './scim-error.ts'

const maxText = 254

/** The attributes that count; others are ignored. */
interface Wanted {
  userName?: string
  externalId?: string | null
  name?: string
  email?: string
  active?: boolean
}

export function callerOf(ctx: Tx, { account, keyId, requestId }: ScimCaller): Caller {
  return provisionerOf(ctx, account, keyId, requestId)
}

export async function getUser({ db }: Pick<Tx, 'db'>, id: string): Promise<ScimUser> {
  const user = await queries.findUser(db, id)
  if (!user) throw notFound(`The user "${id}"`)
  return user
}

export function listUsers(db: AccountDb, filter: Filter | undefined, page: Page) {
  return queries.listUsers(db, filter, page)
}

export async function createScimUser(ctx: Tx, scim: ScimCaller, body: unknown): Promise<ScimUser> {
  const { userName, externalId = null, name, email, active = true } = wantedOf(body)
  if (userName === undefined) throw new ScimError(400, 'userName is required.', 'invalidValue')
  const known = await queries.findByName(ctx.db, userName)
  if (known?.isKept || known?.role === 'owner')
    throw new ScimError(409, `The user name "${userName}" is taken.`, 'uniqueness')
  const address = email ?? userName
  if (!address.includes('@'))
    throw new ScimError(400, 'emails, or an address as userName, is required.', 'invalidValue')
  const caller = callerOf(ctx, scim)
  // A user that administrators have created before is kept from now on, with what it may do.
  const id = known ? known.id : await add(ctx, caller, { userName, name: name ?? userName, email: address })
  await queries.keepUser(ctx.db, id, externalId)
  if (known) await change(ctx, caller, id, { ...(name !== undefined && { name }), active })
  else {
    await applyGroups(ctx, caller, id)
    if (!active) await change(ctx, caller, id, { active })
  }
  return getUser(ctx, id)
}

async function add(
  ctx: Tx,
  caller: Caller,
  fields: Pick<UserDocument, 'name' | 'email'> & { userName: string },
): Promise<string> {
  return createUser(
    ctx,
    caller,
    { ...fields, ...(await queries.findDefaults(ctx.db)), role: 'standard' },
    null,
  )
}

export async function replaceScimUser(
  ctx: Tx,
  scim: ScimCaller,
  id: string,
  body: unknown,
): Promise<ScimUser> {
  const wanted = wantedOf(body)
  return changeKept(ctx, scim, id, { active: true, externalId: null, ...wanted })
}

export async function patchScimUser(ctx: Tx, scim: ScimCaller, id: string, body: unknown): Promise<ScimUser> {
  const set = attributesOf(operationsOf(body))
  const plain: Record<string, unknown> = {}
  for (const [path, value] of set) {
    if (path === 'username') plain.userName = value
    else if (path === 'externalid') plain.externalId = value
    else if (path === 'active') plain.active = booleanOf(value)
    else if (path === 'displayname' || path === 'name.formatted') plain.displayName = value
    else if (path === 'name') plain.name = value
    else if (path === 'emails' || path === 'emails.value') plain.emails = value
    else if (path === 'name.givenname' || path === 'name.familyname')
      plain[path === 'name.givenname' ? 'givenName' : 'familyName'] = value
  }
  const { name } = await getUser(ctx, id)
  const [given = '', ...family] = name.split(' ')
  const { givenName, familyName, ...rest } = plain
  const isNamed = rest.displayName === undefined && (givenName !== undefined || familyName !== undefined)
  if (isNamed)
    rest.displayName = `${String(givenName ?? given)} ${String(familyName ?? family.join(' '))}`.trim()
  return changeKept(ctx, scim, id, wantedOf(rest))
}

async function changeKept(ctx: Tx, scim: ScimCaller, id: string, wanted: Wanted): Promise<ScimUser> {
  const before = await getUser(ctx, id)
  await change(ctx, callerOf(ctx, scim), id, wanted)
  if (wanted.externalId !== undefined && wanted.externalId !== before.externalId)
    await queries.keepUser(ctx.db, id, wanted.externalId)
  return getUser(ctx, id)
}

async function change(ctx: Tx, caller: Caller, id: string, wanted: Wanted): Promise<void> {
  const { userName, name, email, active } = wanted
  await changeUser(
    ctx,
    caller,
    id,
    (before) => ({
      ...toDocument(before),
      ...(userName !== undefined && { userName }),
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(active !== undefined && { disabled: !active }),
    }),
    () => '',
  )
  if (active === false) await queries.endSessions(ctx.db, id)
}

export async function deleteScimUser(ctx: Tx, scim: ScimCaller, id: string): Promise<void> {
  await getUser(ctx, id)
  await deleteUser(ctx, callerOf(ctx, scim), id, () => {})
}

/** Nothing but what the groups give. */
export async function applyGroups(ctx: Tx, caller: Caller, userId: string): Promise<void> {
  const values = await queries.listGroupValues(ctx.db, userId)
  await roleByGroups(ctx, caller, userId, values)
}

function wantedOf(body: unknown): Wanted {
  if (body === null || typeof body !== 'object')
    throw new ScimError(400, 'The body is no object.', 'invalidSyntax')
  const { userName, externalId, displayName, name, emails, active } = body as Record<string, unknown>
  const shown = textOf(displayName, 'displayName') ?? nameOf(name)
  const email = emailOf(emails)
  const user = textOf(userName, 'userName')
  const external = externalId === null ? null : textOf(externalId, 'externalId')
  return {
    ...(user !== undefined && { userName: user }),
    ...(external !== undefined && { externalId: external }),
    ...(shown !== undefined && { name: shown.slice(0, 100) }),
    ...(email !== undefined && { email }),
    ...(active !== undefined && { active: booleanOf(active) }),
  }
}

function nameOf(name: unknown): string | undefined {
  if (name === null || typeof name !== 'object') return undefined
  const { formatted, givenName, familyName } = name as Record<string, unknown>
  const parts = [givenName, familyName].filter((one) => typeof one === 'string' && one !== '')
  return textOf(formatted, 'name.formatted') ?? (parts.length > 0 ? parts.join(' ') : undefined)
}

/** The primary address, or the first. */
function emailOf(emails: unknown): string | undefined {
  if (typeof emails === 'string') return textOf(emails, 'emails')
  if (!Array.isArray(emails)) return undefined
  const list = emails.filter((one) => one !== null && typeof one === 'object') as Record<string, unknown>[]
  const chosen = list.find(({ primary }) => primary === true || primary === 'True') ?? list[0]
  return chosen && textOf(chosen.value, 'emails.value')
}

function textOf(value: unknown, what: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const isText = typeof value === 'string' && value.length <= maxText && !/\p{Cc}/u.test(value)
  if (!isText)
    throw new ScimError(400, `${what} must be a text of at most ${maxText} characters.`, 'invalidValue')
  return value.trim()
}
