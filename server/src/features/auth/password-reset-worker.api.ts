// Decides requests for a new password, in the notifier.

import type { Context } from '../../platform/context.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { findUserByName } from './auth.api.ts'
import { isUserActive } from './caller.api.ts'
import { countIdentityMails, queueIdentityMail } from './identity-mail.api.ts'
import { createLink, urlOfLink } from './one-time-link.api.ts'
import * as queries from './password-reset.queries.ts'
import type { ResetRequest } from './password-reset.ts'
import { keepRequest, requestPurpose } from './password-reset.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log'>

const hourMs = 3_600_000
const validForMs = hourMs
const maxPerHour = 3
const maxPerDay = 5
const pollEveryMs = 500
const maxPerPoll = 32
const leaseMs = 60_000

export interface ForwardedReset extends ResetRequest {
  /** Base64: for the limit of the network in the other cell. */
  networkHash: string
}

/** Passes a request to the home cell of the user, if there is one. */
export type ForwardReset = (request: ForwardedReset) => Promise<void>

export function startPasswordResets(ctx: Needs, forward?: ForwardReset): Pick<Poller, 'stop'> {
  return startPoller(ctx, { what: 'reset requests', everyMs: pollEveryMs }, async () => {
    const now = ctx.now()
    await queries.deleteOldRequests(ctx.db.directory, new Date(now.getTime() - hourMs))
    const leaseUntil = new Date(now.getTime() + leaseMs)
    const due = await queries.leaseRequests(ctx.db.directory, now, leaseUntil, maxPerPoll)
    for (const request of due) {
      try {
        await decide(ctx, request, forward)
        await queries.settleRequest(ctx.db.directory, request.number)
      } catch (error) {
        // It is due again after the lease, for up to an hour: the account may be moving, or its cell unreachable.
        ctx.log.warn({ err: error, number: request.number }, 'deciding a reset request failed')
      }
    }
    return due.length === maxPerPoll
  })
}

async function decide(ctx: Needs, request: queries.LeasedRequest, forward?: ForwardReset): Promise<void> {
  const wanted: ResetRequest = JSON.parse(unseal(ctx.config.access, requestPurpose, request.sealed))
  const { account, accountId, userId } = await findUserByName(ctx, wanted.userName)
  if (!userId) {
    if (!request.isForwarded) {
      await forward?.({ ...wanted, networkHash: request.networkHash.toString('base64') })
    }
    return
  }
  await inTransaction(ctx, accountId, async ({ db }) => {
    const user = await queries.findResetUser(db, accountId, userId)
    // An address that nobody has proven to own could be anybody's.
    if (!user?.emailVerifiedAt || !isUserActive(user, ctx.now())) return
    const sent = { accountId, userId, kind: 'password-reset' as const }
    if ((await countIdentityMails(ctx, db, sent, hourMs)) >= maxPerHour) return
    if ((await countIdentityMails(ctx, db, sent, 24 * hourMs)) >= maxPerDay) return
    const payload = { email: user.email }
    const link = { accountId, account, userId, kind: 'password-reset' as const, payload, validForMs }
    const secret = await createLink(ctx, db, link)
    const values = { url: urlOfLink(ctx, 'reset', secret) }
    await queueIdentityMail(ctx, db, { ...sent, address: user.email, values, language: wanted.language })
  })
}

/** A request that another cell has received for a user of this one. */
export function receiveReset(ctx: Needs, { networkHash, ...wanted }: ForwardedReset): Promise<void> {
  return keepRequest(ctx, wanted, Buffer.from(networkHash, 'base64'), true)
}
