// Sends the e-mails of sign-ups: a link that creates the account, or a note that the user exists.

import type { Context } from '../../platform/context.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { findUserByName } from '../auth/auth.api.ts'
import { queueIdentityMail } from '../auth/identity-mail.api.ts'
import { urlOfLink } from '../auth/one-time-link.api.ts'
import { isNameTaken } from '../cells/name-reservation.api.ts'
import type { WaitingSignUp } from './sign-up.queries.ts'
import * as queries from './sign-up.queries.ts'
import { hashOf, openRequest } from './sign-up.ts'
import type { SignUpRequest } from './sign-up.types.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'cells'>

const pollEveryMs = 1_000
const maxPerPage = 50
const maxPerCleanup = 1_000
/** 256 bits. */
const secretLength = 43
/** E-mails to people without an account belong to no account. */
const noAccount = 0

/** Any number of processes may run it: the row of the sign-up decides which sends. */
export function startSignUps(ctx: Needs): Poller {
  return startPoller(ctx, { what: 'sign-ups', everyMs: pollEveryMs }, () => mailSignUps(ctx))
}

/** A sign-up that fails does not stop the others. */
export async function mailSignUps(ctx: Needs): Promise<boolean> {
  await queries.deleteExpired(ctx.db.directory, ctx.now(), maxPerCleanup)
  for (let after = 0; ; ) {
    const waiting = await queries.listWaiting(ctx.db.directory, after, maxPerPage)
    for (const signUp of waiting) {
      await mail(ctx, signUp).catch((error) =>
        ctx.log.warn({ err: error, signUp: signUp.number }, 'sign-up was not mailed'),
      )
    }
    if (waiting.length < maxPerPage) return false
    after = waiting.at(-1)!.number
  }
}

async function mail(ctx: Needs, { number, sealed }: WaitingSignUp): Promise<void> {
  const request = openOrSkip(ctx, number, sealed)
  if (!request) {
    await inTransaction(ctx, noAccount, (tx) => queries.markMailed(tx.db, number, null, ctx.now()))
    return
  }
  const { email, language } = request
  const isKnown = (await findUserByName(ctx, email)).userId !== '' || (await isNameTaken(ctx, 'user', email))
  const secret = isKnown ? undefined : randomText(secretLength)
  await inTransaction(ctx, noAccount, async (tx) => {
    const isFirst = await queries.markMailed(tx.db, number, secret ? hashOf(secret) : null, ctx.now())
    if (!isFirst) return
    await queueIdentityMail(tx, tx.db, {
      accountId: noAccount,
      address: email,
      kind: secret ? 'sign-up' : 'sign-up-known',
      values: { url: secret ? urlOfLink(ctx, 'sign-up/confirm', secret) : ctx.config.http.publicUrl },
      language,
    })
  })
}

/** Sealed with a secret that was replaced: it will not become readable, so it is logged once. */
function openOrSkip(ctx: Needs, number: number, sealed: Buffer): SignUpRequest | undefined {
  try {
    return openRequest(ctx, sealed)
  } catch (error) {
    ctx.log.warn({ err: error, signUp: number }, 'sign-up cannot be read: nobody is mailed')
    return undefined
  }
}
