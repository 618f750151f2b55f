// Signs in with a passkey, which is both factors, or proves the identity again with it.

import type { Context, Tx } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { operator } from '../../audit/audit.api.ts'
import { findAccountNumber } from '../auth.api.ts'
import { isUserActive } from '../caller.api.ts'
import type { Tokens } from '../jwt.api.ts'
import type { IssuedToken } from '../jwt.types.ts'
import { getSessionOf, issueFor, issueProof, openSession } from '../open-session.api.ts'
import { findPasswordHolder } from '../session.queries.ts'
import type { SignedIn } from '../session.types.ts'
import type { SessionOrigin } from '../sign-in.types.ts'
import { passkeyRefused } from '../sign-in-errors.ts'
import { recordRefusal } from '../sign-in-log.api.ts'
import { judgeAttempt } from '../throttle.api.ts'
import { recordFactor } from './enrolment.ts'
import { deleteOtherSessions } from './factor.queries.ts'
import { passkey as passkeyMethods } from './factor.types.ts'
import { notifyOfFactor } from './notices.ts'
import * as queries from './passkey.queries.ts'
import type { Passkey } from './passkey.types.ts'
import type { Challenge } from './passkey-challenge.ts'
import { readChallenge, spendChallenge } from './passkey-challenge.ts'
import { parseUserHandle, siteOf } from './passkey-site.ts'
import { resetSecondFactor } from './reset.api.ts'
import { getFactorStatus, hasSecondFactor } from './second-factor.api.ts'
import type { AuthenticationResponse } from './webauthn.ts'
import { verifyAuthentication } from './webauthn.ts'

interface Given extends SessionOrigin {
  response: AuthenticationResponse
  challengeCookie: string | undefined
}

export async function signInWithPasskey(ctx: Context, tokens: Tokens, given: Given): Promise<SignedIn> {
  const { address, agent, host } = given
  const user = await findUser(ctx, given.response)
  const challenge = readChallenge(ctx, given.challengeCookie, given)
  const isAdmitted = user && (await ctx.sites.admits(given, user.accountId))
  // Unknown users take the same path: failures count for the name, or for the handle that was sent.
  const attempt = { userName: user?.userName ?? String(given.response.response.userHandle), address }
  const opened = await judgeAttempt(ctx, attempt, async () => {
    if (!user || !challenge || !isAdmitted) return undefined
    return inTransaction(ctx, user.accountId, async (tx) => {
      const isRight = await isPasskeyOf(tx, user.userId, challenge, given.response)
      const how = { address, agent, host, method: 'passkey', amr: passkeyMethods } as const
      return isRight ? openSession(tx, user.userId, how) : undefined
    })
  })
  if (!user || !opened) {
    recordRefusal(ctx, { ...attempt, agent, method: 'passkey', reason: 'credentials' })
    throw passkeyRefused()
  }
  return issueFor(ctx, tokens, user, opened)
}

export async function proveWithPasskey(
  ctx: Context,
  tokens: Tokens,
  cookie: string | undefined,
  given: Given,
): Promise<IssuedToken> {
  const session = await getSessionOf(ctx, cookie, given)
  const user = await findUser(ctx, given.response)
  const challenge = readChallenge(ctx, given.challengeCookie, given)
  const names = await queries.findUserNames(ctx.db.forAccount(session.accountId), session.userId)
  const attempt = { userName: names?.userName ?? '', address: given.address }
  const isProven = await judgeAttempt(ctx, attempt, async () => {
    if (!challenge || user?.userId !== session.userId) return undefined
    const isRight = await inTransaction(ctx, session.accountId, (tx) =>
      isPasskeyOf(tx, session.userId, challenge, given.response),
    )
    return isRight || undefined
  })
  if (!isProven) throw passkeyRefused()
  return issueProof(ctx, tokens, session, passkeyMethods)
}

/** The user named in the response. Nothing about it is verified yet. */
async function findUser(ctx: Pick<Context, 'db'>, { response }: AuthenticationResponse) {
  const named = parseUserHandle(response.userHandle)
  const accountId = named && (await findAccountNumber(ctx, named.account))
  if (!named || accountId === undefined) return undefined
  const names = await queries.findUserNames(ctx.db.forAccount(accountId), named.userId)
  return names && { ...named, accountId, userName: names.userName }
}

/** Spends the challenge, whether or not the rest is right. */
export async function isPasskeyOf(
  ctx: Tx,
  userId: string,
  challenge: Challenge,
  response: AuthenticationResponse,
): Promise<boolean> {
  const holder = await findPasswordHolder(ctx.db, userId)
  if (!holder || !isUserActive(holder, ctx.now()) || holder.isSsoOnly) return false
  if (!(await spendChallenge(ctx, userId, challenge))) return false
  const passkey = await queries.lockPasskey(ctx.db, userId, response.id)
  const site = siteOf(ctx, { host: challenge.at }, challenge.host)
  if (!passkey || !site || passkey.host !== site.host) return false
  const counter = await verifyAuthentication(site, response, passkey, challenge.challenge)
  if (counter === undefined) return false
  if (isCopy(passkey, counter)) {
    await endCopied(ctx, userId, passkey)
    return false
  }
  await queries.markPasskeyUsed(ctx.db, passkey.id, counter, ctx.now())
  return true
}

/** Authenticators that do not count always send 0. */
function isCopy({ counter: last }: Passkey, counter: number): boolean {
  return (counter > 0 || last > 0) && counter <= last
}

/**
 * It is unknown which of the two is the user's. The password alone must not be enough afterwards: recovery codes are
 * asked for, or else the link of an e-mail.
 */
async function endCopied(ctx: Tx, userId: string, { id, name }: Passkey): Promise<void> {
  const status = await getFactorStatus(ctx.db, userId)
  if (hasSecondFactor({ ...status, passkeyCount: status.passkeyCount - 1 })) {
    await queries.deletePasskey(ctx.db, userId, id)
    await deleteOtherSessions(ctx.db, userId, null)
  } else {
    await resetSecondFactor(ctx, { account: status.account, userId }, operator)
  }
  await notifyOfFactor(ctx, userId, 'factor-removed', { factor: 'passkey', name, reason: 'copied' })
  await recordFactor(ctx, operator, userId, 'users.passkey_removed', {
    passkeyId: id,
    name,
    reason: 'copied',
  })
}
