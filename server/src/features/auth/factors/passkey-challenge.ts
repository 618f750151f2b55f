// The challenge of a sign-in with a passkey. The user is not known yet, so the challenge travels sealed in a cookie, and
// is recorded in the account of the user when it is used.

import { randomBytes } from 'node:crypto'
import type { Context, Tx } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import { seal, unseal } from '../../../platform/crypto/seal.ts'
import { InvalidError } from '../../../platform/http/errors.ts'
import { networkOf } from '../../../platform/http/network.ts'
import type { SessionOrigin } from '../sign-in.types.ts'
import { siteOf } from './passkey-site.ts'
import { insertUsedChallenge } from './step.queries.ts'
import { hashOf } from './steps.ts'
import { authenticationOptions } from './webauthn.ts'

const purpose = 'passkey challenge'
const validForMs = 5 * 60_000
const challengeBytes = 32

export interface Challenge {
  challenge: string
  host: string
  /** Where it was requested. Null: on the host of the platform. */
  at: string | null
  network: string
  expiresAt: number
}

export async function newChallenge(
  ctx: Pick<Context, 'config' | 'now' | 'sites'>,
  { host, address, at }: { host?: string; address: string; at: Pick<SessionOrigin, 'host'> },
): Promise<{ options: object; cookie: string; expires: Date }> {
  const site = siteOf(ctx, at, host)
  if (!site) {
    const message = 'must be a host of this installation'
    throw new InvalidError('body.invalid', `host ${message}.`, { details: [{ path: 'host', message }] })
  }
  const bytes = randomBytes(challengeBytes)
  const expires = new Date(ctx.now().getTime() + validForMs)
  const challenge: Challenge = {
    challenge: bytes.toString('base64url'),
    host: site.host,
    at: at.host,
    network: networkOf(address),
    expiresAt: expires.getTime(),
  }
  const cookie = seal(ctx.config.access, purpose, JSON.stringify(challenge)).toString('base64url')
  return { options: await authenticationOptions(site.host, bytes), cookie, expires }
}

/** Undefined if it expired, was changed, or belongs to another network or host. */
export function readChallenge(
  ctx: Pick<Context, 'config' | 'now'>,
  cookie: string | undefined,
  { address, host }: Pick<SessionOrigin, 'address' | 'host'>,
): Challenge | undefined {
  try {
    const text = unseal(ctx.config.access, purpose, Buffer.from(cookie ?? '', 'base64url'))
    const challenge = JSON.parse(text) as Challenge
    const isHere = challenge.network === networkOf(address) && challenge.at === host
    return isHere && challenge.expiresAt > ctx.now().getTime() ? challenge : undefined
  } catch {
    return undefined
  }
}

/** False if it was used before. */
export function spendChallenge(
  ctx: Pick<Tx, 'db' | 'now'>,
  userId: string,
  { challenge, network, expiresAt }: Challenge,
): Promise<boolean> {
  const step = { id: newId('stp'), userId, secretHash: hashOf(challenge), network }
  return insertUsedChallenge(ctx.db, { ...step, expiresAt: new Date(expiresAt) }, ctx.now())
}
