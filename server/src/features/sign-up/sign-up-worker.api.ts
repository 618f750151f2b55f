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

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'cells'>

const pollEveryMs = 1_000
const maxPerPoll = 50
const maxPerCleanup = 1_000
/** 256 bits. */
const secretLength = 43
/** E-mails to people without an account belong to no account. */
const noAccount = 0

/** Any number of processes may run it: the row of the sign-up decides which sends. */
export function startSignUps(ctx: Needs): Poller {
  return startPoller(ctx, { what: 'sign-ups', everyMs: pollEveryMs }, () => mailSignUps(ctx))
}

/** Returns whether there may be more. */
export async function mailSignUps(ctx: Needs): Promise<boolean> {
  const waiting = await queries.listWaiting(ctx.db.directory, maxPerPoll)
  for (const signUp of waiting) await mail(ctx, signUp)
  if (waiting.length === 0) await queries.deleteExpired(ctx.db.directory, ctx.now(), maxPerCleanup)
  return waiting.length === maxPerPoll
}

async function mail(ctx: Needs, { number, sealed }: WaitingSignUp): Promise<void> {
  const { email, language } = openRequest(ctx, sealed)
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
