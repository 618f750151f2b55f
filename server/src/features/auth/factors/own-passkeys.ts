// Adds, lists and removes passkeys of a user.

import { randomBytes } from 'node:crypto'
import type { Context, Tx } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { ConflictError, InvalidError, NotFoundError } from '../../../platform/http/errors.ts'
import { requireRecentProof } from '../recent-sign-in.api.ts'
import type { SessionOrigin } from '../sign-in.types.ts'
import { afterRemoval, ensureRecoveryCodes, recordFactor, requireStaysAllowed } from './enrolment.ts'
import { deleteOtherSessions, lockFactors } from './factor.queries.ts'
import { notifyOfFactor } from './notices.ts'
import * as queries from './passkey.queries.ts'
import type { Passkey } from './passkey.types.ts'
import { siteOf, userHandleOf } from './passkey-site.ts'
import { getFactorStatus } from './second-factor.api.ts'
import { insertStep, useChallenge } from './step.queries.ts'
import { hashOf } from './steps.ts'
import type { RegistrationResponse, Site } from './webauthn.ts'
import { registrationOptions, verifyRegistration } from './webauthn.ts'

/** The host of the request: the passkey belongs to it. */
type At = Pick<SessionOrigin, 'host'>

const maxPasskeys = 10
const challengeBytes = 32
const challengeForMs = 5 * 60_000

export function listOwnPasskeys(ctx: Pick<Context, 'db'>, { accountId, userId }: Caller): Promise<Passkey[]> {
  return queries.listPasskeys(ctx.db.forAccount(accountId), userId)
}

/** The challenge is stored as a hash: it is valid once, for this user. */
export async function startRegistration(ctx: Tx, caller: Caller, at: At, product: string): Promise<object> {
  requireRecentProof(ctx, caller)
  const { userId, account } = caller
  const known = await requireRoom(ctx, userId)
  const names = await queries.findUserNames(ctx.db, userId)
  const challenge = randomBytes(challengeBytes)
  const now = ctx.now()
  await insertStep(
    ctx.db,
    {
      id: newId('stp'),
      userId,
      kind: 'registration',
      secretHash: hashOf(challenge.toString('base64url')),
      network: '',
      expiresAt: new Date(now.getTime() + challengeForMs),
    },
    now,
  )
  const user = {
    handle: userHandleOf({ account, userId }),
    userName: names?.userName ?? caller.userName,
    name: names?.name ?? caller.userName,
    product,
  }
  return registrationOptions(
    getSite(ctx, at),
    user,
    challenge,
    known.map(({ credentialId }) => credentialId),
  )
}

/** Ends the other sessions of the user. Returns recovery codes, if the user had none. */
export async function addPasskey(
  ctx: Tx,
  caller: Caller,
  { name, response, at }: { name: string; response: RegistrationResponse; at: At },
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const { userId } = caller
  const site = getSite(ctx, at)
  await lockFactors(ctx.db, userId)
  await requireRoom(ctx, userId)
  const verified = await verifyRegistration(site, response)
  if (!verified) throw invalid()
  const { challenge, ...credential } = verified
  if (!(await useChallenge(ctx.db, userId, hashOf(challenge), ctx.now()))) throw invalid()
  const passkey = {
    ...credential,
    publicKey: Buffer.from(verified.publicKey),
    id: newId('psk'),
    userId,
    host: site.host,
    name,
    createdAt: ctx.now(),
    lastUsedAt: null,
  }
  if (!(await queries.insertPasskey(ctx.db, passkey))) throw invalid()
  const recoveryCodes = await ensureRecoveryCodes(ctx, userId)
  await deleteOtherSessions(ctx.db, userId, caller.clientId)
  await notifyOfFactor(ctx, userId, 'factor-added', { factor: 'passkey', name })
  await recordFactor(ctx, caller, userId, 'users.passkey_added', { passkeyId: passkey.id, name })
  return { passkey, recoveryCodes }
}

export async function removePasskey(ctx: Tx, caller: Caller, id: string): Promise<void> {
  requireRecentProof(ctx, caller)
  const { userId } = caller
  await lockFactors(ctx.db, userId)
  const status = await getFactorStatus(ctx.db, userId)
  const removed = await queries.deletePasskey(ctx.db, userId, id)
  if (!removed) {
    throw new NotFoundError('passkeys.not_found', `The passkey "${id}" does not exist, or is not yours.`)
  }
  const after = { ...status, passkeyCount: status.passkeyCount - 1 }
  requireStaysAllowed(ctx, after)
  await afterRemoval(ctx, after, caller)
  await notifyOfFactor(ctx, userId, 'factor-removed', { factor: 'passkey', name: removed.name })
  await recordFactor(ctx, caller, userId, 'users.passkey_removed', { passkeyId: id, name: removed.name })
}

function getSite(ctx: Tx, at: At): Site {
  const site = siteOf(ctx, at)
  if (!site) throw invalid()
  return site
}

async function requireRoom(ctx: Pick<Tx, 'db'>, userId: string): Promise<Passkey[]> {
  const known = await queries.listPasskeys(ctx.db, userId)
  if (known.length < maxPasskeys) return known
  throw new ConflictError(
    'passkeys.too_many',
    `A user has at most ${maxPasskeys} passkeys. Remove one first.`,
  )
}

function invalid(): InvalidError {
  return new InvalidError('passkeys.invalid', 'The passkey could not be registered. Try again.')
}
