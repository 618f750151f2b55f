// Sign-up: an address and names in, an e-mail with a link out, an account when the link is confirmed. The request
// looks nobody up, so nothing reveals whether an address is known.

import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { seal, sign, unseal } from '../../platform/crypto/seal.ts'
import { NotFoundError, TooManyError } from '../../platform/http/errors.ts'
import { networkOf } from '../../platform/http/network.ts'
import { canonicalTimeZone } from '../../platform/http/time-zones.ts'
import { createAccount } from '../accounts/account.api.ts'
import { hashNewPassword } from '../auth/new-passwords.api.ts'
import { countThisHour, countToday } from '../auth/throttle.api.ts'
import { issueChallenge, puzzles, refused, requireWork } from './proof-of-work.ts'
import * as queries from './sign-up.queries.ts'
import type { SignUpRequest } from './sign-up.types.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>

export const signUpPurpose = 'sign-up'
/** From the request, so that the e-mail can say so. */
const validForMs = 24 * 3_600_000
const dayMs = 86_400_000
const maxPerHourOfNetwork = 5
const maxPerDayOfDomain = 50
const maxPerDay = 500

export function offerSignUp(ctx: Pick<Context, 'config' | 'now'>) {
  requireOpen(ctx)
  const { signUpWorkBits: bits, trialDays, trialLicenses } = ctx.config.accounts
  return { challenge: issueChallenge(ctx), puzzles, bits, trialDays, trialLicenses }
}

export async function requestSignUp(
  ctx: Needs,
  request: SignUpRequest & { challenge: string; nonces: readonly number[]; address: string },
): Promise<void> {
  requireOpen(ctx)
  const { challenge, nonces, address, ...wanted } = request
  requireWork(ctx, challenge, nonces)
  await requireRoom(ctx, networkOf(address), wanted.email)
  const now = ctx.now()
  const isNew = await queries.insertSignUp(ctx.db.directory, {
    challenge,
    sealed: seal(ctx.config.access, signUpPurpose, JSON.stringify(wanted)),
    now,
    expiresAt: new Date(now.getTime() + validForMs),
  })
  if (!isNew) throw refused('was used before')
}

/** Exact also in parallel: each use is counted first. Addresses are stored as keyed hashes. */
async function requireRoom(ctx: Needs, network: string, email: string): Promise<void> {
  const hashed = (text: string) => sign(ctx.config.access, 'sign-up limit', text).toString('base64url')
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if ((await countThisHour(ctx, 'sign-up network', hashed(network))) > maxPerHourOfNetwork)
    throw tooMany(3_600)
  if ((await countToday(ctx, 'sign-up domain', hashed(domain))) > maxPerDayOfDomain)
    throw tooMany(dayMs / 1_000)
  if ((await countToday(ctx, 'sign-up', 'platform')) > maxPerDay) throw tooMany(dayMs / 1_000)
}

/** Creates the account, once per link. */
export async function confirmSignUp(
  ctx: Needs & Pick<Context, 'cells'>,
  { secret, newPassword }: { secret: string; newPassword: string },
): Promise<{ account: string; userName: string }> {
  requireOpen(ctx)
  const secretHash = hashOf(secret)
  const found = await queries.findBySecret(ctx.db.directory, secretHash, ctx.now())
  if (!found) throw invalidLink()
  const wanted = openRequest(ctx, found.sealed)
  const { email, name, accountName, country, language } = wanted
  const own = [email, name, accountName]
  const passwordHash = await hashNewPassword(ctx, newPassword, { accountId: 0, own, path: 'newPassword' })
  const { trialDays, trialLicenses: licenses } = ctx.config.accounts
  const now = ctx.now()
  const { account } = await createAccount(
    ctx,
    {
      name: accountName,
      timeZone: canonicalTimeZone(wanted.timeZone),
      licenses,
      trialEndsAt: new Date(now.getTime() + trialDays * dayMs),
      owner: { userName: email, name, email, country, passwordHash, emailVerifiedAt: now, language },
    },
    async ({ db }) => {
      if (!(await queries.markConfirmed(db, secretHash, now))) throw invalidLink()
    },
  )
  return { account, userName: email }
}

export function openRequest({ config }: Pick<Context, 'config'>, sealed: Buffer): SignUpRequest {
  return JSON.parse(unseal(config.access, signUpPurpose, sealed)) as SignUpRequest
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function requireOpen({ config }: Pick<Context, 'config'>): void {
  if (config.accounts.signUp === 'on') return
  throw signUpOff()
}

export function signUpOff(): NotFoundError {
  return new NotFoundError('signUp.off', 'Accounts of this platform are created by its operator.')
}

/** Unknown, used and expired are indistinguishable. */
function invalidLink(): NotFoundError {
  return new NotFoundError(
    'session.link_invalid',
    'This link is not valid. It may have been used or have expired.',
  )
}

function tooMany(retryAfterSeconds: number): TooManyError {
  return new TooManyError('signUp.too_many', 'Too many people sign up at the moment. Try again later.', {
    retryAfterSeconds,
  })
}
