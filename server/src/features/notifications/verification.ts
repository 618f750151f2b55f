// Verifies the address of a contact with a six-digit code, or the link beside it. Nothing else is sent to it before.

import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Context, Tx } from '../../platform/context.ts'
import { seal, sign, unseal } from '../../platform/crypto/seal.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, InvalidError, TooManyError } from '../../platform/http/errors.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { countToday } from '../auth/throttle.api.ts'
import { costlyChannels, priceOf, spendMessage } from '../spending/budget-lease.api.ts'
import { maySendSms } from '../spending/cap.api.ts'
import { requireChannel } from './channels/configured.ts'
import type { Transports } from './channels/transports.ts'
import { lockContact } from './contact.api.ts'
import * as queries from './contact.queries.ts'
import { openAddress } from './contact-address.ts'
import { composeCode } from './templates/code-email.ts'
import type { ContactCode } from './verification.jobs.ts'
import { contactCode } from './verification.jobs.ts'
import { hashOfLink, linkValidForMs, newLinkSecret, urlOfLink } from './verification-link.ts'

const validForMs = 10 * 60_000
const maxTries = 5
const waitMs = 60_000
const maxADayToAddress = 5
const maxADayOfAccount = 50
/** Of all accounts together. */
const maxADayToRecipient = 10
const purpose = 'contact code'
const linkPurpose = 'contact link'

export interface SentCode {
  expiresAt: Date
  /** The link to open instead, where nothing can be sent to the contact yet. */
  openUrl: string | null
}

/** Sends a new code and invalidates the previous one. */
export async function sendCode(ctx: Tx, caller: Caller, id: string): Promise<SentCode> {
  const contact = await lockContact(ctx, caller, id)
  const now = ctx.now()
  if (contact.verifiedAt) throw new ConflictError('contacts.verified', 'This contact is already verified.')
  requireChannel(ctx, contact.channel)
  if (contact.channel === 'sms' && !(await maySendSms(ctx, priceOf(ctx, 'sms', contact.address))))
    throw new ConflictError('contacts.sms_not_allowed', 'The spending caps of your account allow no SMS.')
  const sent = await queries.countCodes(ctx.db, contact.address, now)
  const readyAt = (sent.lastAt?.getTime() ?? 0) + waitMs
  if (readyAt > now.getTime())
    throw tooMany('A code was sent to this address a moment ago.', readyAt - now.getTime())
  if (sent.toAddress >= maxADayToAddress || sent.ofAccount >= maxADayOfAccount)
    throw tooMany('Too many codes were sent today.', 3_600_000)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const link = newLinkSecret(caller.account)
  const hashes = { codeHash: hashOf(ctx, id, code), linkHash: hashOfLink(link) }
  await queries.keepCode(ctx.db, contact, hashes, now)
  if (contact.channel === 'telegram') {
    await recordChanges(ctx, caller, [
      { action: 'contacts.code_sent', target: id, before: null, after: null },
    ])
    const { bot } = ctx.config.notifications.telegram
    return {
      expiresAt: new Date(now.getTime() + linkValidForMs),
      openUrl: `https://t.me/${bot}?start=${link}`,
    }
  }
  const sealed = seal(ctx.config.access, purpose, code).toString('base64')
  const sealedLink = seal(ctx.config.access, linkPurpose, link).toString('base64')
  await ctx.jobs.send(ctx.db, contactCode, { accountId: ctx.db.accountId, contactId: id, sealed, sealedLink })
  await recordChanges(ctx, caller, [{ action: 'contacts.code_sent', target: id, before: null, after: null }])
  return { expiresAt: new Date(now.getTime() + validForMs), openUrl: null }
}

export type Confirmation = 'verified' | 'wrong' | 'none' | 'expired' | 'too_many_tries'

/** Returns instead of throwing: the transaction must commit to keep the count of wrong codes. */
export async function confirmCode(ctx: Tx, caller: Caller, id: string, code: string): Promise<Confirmation> {
  const contact = await lockContact(ctx, caller, id)
  const now = ctx.now()
  if (contact.verifiedAt) return 'verified'
  if (!contact.codeHash || !contact.codeSentAt) return 'none'
  if (now.getTime() >= contact.codeSentAt.getTime() + validForMs) return 'expired'
  if (contact.codeTries >= maxTries) return 'too_many_tries'
  if (!timingSafeEqual(contact.codeHash, hashOf(ctx, id, code))) {
    await queries.countTry(ctx.db, id)
    return 'wrong'
  }
  await queries.markVerified(ctx.db, id, now)
  await recordChanges(ctx, caller, [{ action: 'contacts.verified', target: id, before: null, after: null }])
  return 'verified'
}

/** Throws the result as an error, after the count is committed. */
export function requireConfirmed(confirmation: Confirmation): void {
  if (confirmation === 'verified') return
  if (confirmation === 'wrong') {
    const details = [{ path: 'code', message: 'is not the code that was sent' }]
    throw new InvalidError('contacts.code_wrong', 'This is not the code that was sent.', { details })
  }
  const problems = {
    none: ['contacts.no_code', 'No code was sent yet.'],
    expired: ['contacts.code_expired', 'The code is older than 10 minutes.'],
    too_many_tries: ['contacts.too_many_tries', `The code was tried ${maxTries} times.`],
  } as const
  const [name, message] = problems[confirmation]
  throw new ConflictError(name, `${message} Request a new one.`)
}

/**
 * Runs in the notifier. Counts against no device and no cap of the account; an SMS counts against those of the platform. If the outcome is unknown it is not retried: the caller may request
 * another.
 */
export async function deliverCode(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'log' | 'cells' | 'sites'>,
  transports: Transports,
  { accountId, contactId, sealed, sealedLink }: ContactCode,
): Promise<void> {
  const contact = await queries.findForCode(ctx.db.forAccount(accountId), contactId)
  if (!contact) return
  // Accounts do not know of each other; the recipient gets the codes of all of them.
  const to = openAddress(ctx, contact)
  const recipient = sign(ctx.config.access, 'recipient of codes', to.toLowerCase())
  if ((await countToday(ctx, 'code', recipient.toString('base64url'))) > maxADayToRecipient) return
  const { channel } = contact
  const isCostly = costlyChannels.has(channel)
  const spent = isCostly ? await spendMessage(ctx, accountId, channel, contact.address) : undefined
  if (isCostly && !spent) {
    metrics.suppressed.inc({ channel, reason: 'platform_cap' })
    ctx.log.warn({ accountId, contactId }, 'a code was not sent: a cap of the platform is reached')
    return
  }
  const code = unseal(ctx.config.access, purpose, Buffer.from(sealed, 'base64'))
  const link = sealedLink && unseal(ctx.config.access, linkPurpose, Buffer.from(sealedLink, 'base64'))
  const baseUrl = await ctx.sites.urlOf(accountId)
  const outcome = await transports[channel]?.send({
    id: `${contactId}.${hashOf(ctx, contactId, code).toString('hex', 0, 6)}`,
    to,
    accountId,
    content: composeCode(contact.language, {
      code,
      host: new URL(baseUrl).host,
      url: link ? urlOfLink(baseUrl, link) : undefined,
    }),
  })
  if (!outcome || outcome.kind === 'refused') {
    await spent?.giveBack()
    throw new Error(
      `the code for ${contactId} could not be sent: ${outcome?.why ?? 'the channel is not configured'}`,
    )
  }
}

/** A plain hash of six digits is easily reversed: this one is keyed with the operator's secret. */
function hashOf(ctx: Pick<Context, 'config'>, contactId: string, code: string): Buffer {
  return sign(ctx.config.access, purpose, `${contactId} ${code}`)
}

function tooMany(message: string, waitMs: number): TooManyError {
  return new TooManyError('contacts.too_many_codes', `${message} Wait before you request another.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  })
}
