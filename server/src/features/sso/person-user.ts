// Which user a person of the provider is: the one it was before, one with the same verified address, or a new one.

import type { Tx } from '../../platform/context.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import { oneLine } from '../../platform/mail/safe-text.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { isUserActive } from '../auth/caller.api.ts'
import { queueIdentityMail } from '../auth/identity-mail.api.ts'
import { createUser } from '../users/user.api.ts'
import { domainOf } from './domain-names.ts'
import type { LinkedUser } from './identity.queries.ts'
import * as queries from './identity.queries.ts'
import { isDomainProven } from './provider.queries.ts'
import { applyRole, provisionerOf, withoutDeletedGroups } from './provisioning.api.ts'
import { roleOf } from './role-map.ts'
import type { Person, SsoIdentity, SsoRefusal, StoredProvider } from './sso.types.ts'

export type FoundUser = { userId: string; userName: string } | { refusal: SsoRefusal; userName?: string }

/** Part of the transaction that opens the session. */
export async function findOrCreateUser(
  ctx: Tx,
  account: string,
  provider: StoredProvider,
  person: Person,
  requestId: string,
): Promise<FoundUser> {
  const identity = await queries.findIdentity(ctx.db, person)
  if (identity) {
    const user = await queries.findUser(ctx.db, identity.userId)
    if (!user) return { refusal: 'unknown' }
    if (!isUserActive(user, ctx.now())) return { refusal: 'inactive', userName: user.userName }
    if (await followsClaims(ctx, identity, user)) {
      const granted = await grantedTo(ctx, provider, person)
      if (!granted) return { refusal: 'no_role', userName: user.userName }
      await applyRole(ctx, provisionerOf(ctx, account, 'sso', requestId), user.id, granted)
    }
    await queries.markSeen(ctx.db, person, ctx.now())
    return { userId: user.id, userName: user.userName }
  }
  return (await linkByEmail(ctx, provider, person)) ?? create(ctx, account, provider, person, requestId)
}

/** Users that administrators have created keep what they were given, and those of SCIM have it from their groups. */
async function followsClaims(ctx: Tx, identity: SsoIdentity, user: LinkedUser): Promise<boolean> {
  if (!identity.isProvisioned || user.role === 'owner') return false
  return !(await queries.isManagedByScim(ctx.db, user.id))
}

async function grantedTo(ctx: Tx, { roles }: StoredProvider, { values }: Person) {
  const granted = roleOf(roles, values)
  return granted && withoutDeletedGroups(ctx, granted)
}

/** Once, at the first sign-in, and only by an address that the provider has verified, of a domain that the account has proven. */
async function linkByEmail(
  ctx: Tx,
  provider: StoredProvider,
  person: Person,
): Promise<FoundUser | undefined> {
  const { email } = person
  if (email === null || !person.isEmailVerified) return undefined
  if (!(await isDomainProven(ctx.db, domainOf(email)))) return undefined
  const user = await queries.findUserToLink(ctx.db, { email, issuer: person.issuer })
  if (!user) return undefined
  // The owner is linked by the owner: a provider must not reach more than an administrator.
  if (user.role === 'owner') return { refusal: 'unknown', userName: user.userName }
  if (!isUserActive(user, ctx.now())) return { refusal: 'inactive', userName: user.userName }
  return (await link(ctx, provider, person, user)) ?? { refusal: 'unknown', userName: user.userName }
}

/** Undefined if the user or the person has been linked meanwhile. */
export async function link(
  ctx: Tx,
  { name }: Pick<StoredProvider, 'name'>,
  person: Person,
  { id: userId, userName }: Pick<LinkedUser, 'id' | 'userName'>,
): Promise<{ userId: string; userName: string } | undefined> {
  const { issuer, subject } = person
  const isNew = await queries.insertIdentity(
    ctx.db,
    { issuer, subject, userId, isProvisioned: false },
    ctx.now(),
  )
  if (!isNew) return undefined
  const values = {
    provider: oneLine(name, 60),
    at: ctx.now().toISOString(),
    url: new URL('/settings/security', ctx.config.http.publicUrl).href,
  }
  await queueIdentityMail(ctx, ctx.db, { accountId: ctx.db.accountId, userId, kind: 'sso-linked', values })
  await recordChanges(ctx, { userId, clientId: null, requestId: null }, [
    { action: 'users.sso_linked', target: userId, before: null, after: { issuer, subject } },
  ])
  return { userId, userName }
}

/** The address becomes the user name, so it must be of a domain that the account has proven. */
async function create(
  ctx: Tx,
  account: string,
  provider: StoredProvider,
  person: Person,
  requestId: string,
): Promise<FoundUser> {
  const { email } = person
  if (!provider.createsUsers || email === null || person.isEmailUnverified) return { refusal: 'unknown' }
  if (!(await isDomainProven(ctx.db, domainOf(email)))) return { refusal: 'unknown' }
  const granted = await grantedTo(ctx, provider, person)
  if (!granted) return { refusal: 'no_role' }
  const defaults = await queries.findDefaults(ctx.db)
  const caller = provisionerOf(ctx, account, 'sso', requestId)
  try {
    const document = { name: person.name ?? email, email, userName: email, ...defaults, ...granted }
    const userId = await createUser(ctx, caller, document, null)
    const { issuer, subject } = person
    await queries.insertIdentity(ctx.db, { issuer, subject, userId, isProvisioned: true }, ctx.now())
    if (person.isEmailVerified) await queries.markEmailVerified(ctx.db, userId, ctx.now())
    return { userId, userName: email }
  } catch (error) {
    if (error instanceof ConflictError) throw new NotCreated(error.code)
    throw error
  }
}

/** Rolls the transaction back. */
export class NotCreated extends Error {
  override name = 'NotCreated'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}
