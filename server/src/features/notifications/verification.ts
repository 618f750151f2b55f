// Nothing is sent to an address before whoever reads it has said so: with a code of six digits that was sent there.

import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Context, Tx } from '../../platform/context.ts'
import { seal, sign, unseal } from '../../platform/crypto/seal.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { ConflictError, InvalidError, TooManyError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import type { Transports } from './channels/transports.ts'
import { lockContact } from './contact.api.ts'
import * as queries from './contact.queries.ts'
import { composeCode } from './templates/code-email.ts'
import type { ContactCode } from './verification.jobs.ts'
import { contactCode } from './verification.jobs.ts'

const goodForMs = 10 * 60_000
const maxTries = 5
const waitMs = 60_000
const maxADayToAddress = 10
const maxADayOfAccount = 200
const purpose = 'contact code'

/** Sends a new code; the one before it is good for nothing any more. Returns until when it is good. */
export async function sendCode(ctx: Tx, caller: Caller, id: string): Promise<Date> {
  const contact = await lockContact(ctx, caller, id)
  const now = ctx.now()
  if (contact.verifiedAt) throw new ConflictError('contacts.verified', 'This contact is verified already.')
  requireChannel(ctx, contact.channel)
  const sent = await queries.countCodes(ctx.db, contact.address, now)
  const readyAt = (sent.lastAt?.getTime() ?? 0) + waitMs
  if (readyAt > now.getTime()) throw tooMany('A code was just sent there.', readyAt - now.getTime())
  if (sent.toAddress >= maxADayToAddress || sent.ofAccount >= maxADayOfAccount)
    throw tooMany('Too many codes were sent today.', 3_600_000)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await queries.keepCode(ctx.db, contact, hashOf(ctx, id, code), now)
  const sealed = seal(ctx.config.access, purpose, code).toString('base64')
  await ctx.jobs.send(ctx.db, contactCode, { accountId: ctx.db.accountId, contactId: id, sealed })
  await recordChanges(ctx, caller, [{ action: 'contacts.code_sent', target: id, before: null, after: null }])
  return new Date(now.getTime() + goodForMs)
}

export type Confirmation = 'verified' | 'wrong' | 'none' | 'expired' | 'too_many_tries'

/** A wrong code is counted, so this returns where others throw: the count must be kept. */
export async function confirmCode(ctx: Tx, caller: Caller, id: string, code: string): Promise<Confirmation> {
  const contact = await lockContact(ctx, caller, id)
  const now = ctx.now()
  if (contact.verifiedAt) return 'verified'
  if (!contact.codeHash || !contact.codeSentAt) return 'none'
  if (now.getTime() >= contact.codeSentAt.getTime() + goodForMs) return 'expired'
  if (contact.codeTries >= maxTries) return 'too_many_tries'
  if (!timingSafeEqual(contact.codeHash, hashOf(ctx, id, code))) {
    await queries.countTry(ctx.db, id)
    return 'wrong'
  }
  await queries.markVerified(ctx.db, id, now)
  await recordChanges(ctx, caller, [{ action: 'contacts.verified', target: id, before: null, after: null }])
  return 'verified'
}

/** In the caller's words, once the count stands. */
export function requireConfirmed(confirmation: Confirmation): void {
  if (confirmation === 'verified') return
  if (confirmation === 'wrong') {
    const details = [{ path: 'code', message: 'is not the code that was sent' }]
    throw new InvalidError('contacts.code_wrong', 'This is not the code that was sent.', { details })
  }
  const says = {
    none: ['contacts.no_code', 'No code was sent yet.'],
    expired: ['contacts.code_expired', 'The code is older than 10 minutes.'],
    too_many_tries: ['contacts.too_many_tries', `The code was tried ${maxTries} times.`],
  } as const
  const [name, words] = says[confirmation]
  throw new ConflictError(name, `${words} Ask for a new one.`)
}

/** Work of the notifier. Counts on no device. What was perhaps sent is not sent again: the caller may ask anew. */
export async function deliverCode(
  ctx: Pick<Context, 'db' | 'config'>,
  transports: Transports,
  { accountId, contactId, sealed }: ContactCode,
): Promise<void> {
  const contact = await queries.findForCode(ctx.db.forAccount(accountId), contactId)
  if (!contact) return
  const code = unseal(ctx.config.access, purpose, Buffer.from(sealed, 'base64'))
  const outcome = await transports[contact.channel]?.send({
    id: `${contactId}.${hashOf(ctx, contactId, code).toString('hex', 0, 6)}`,
    to: contact.address,
    letter: composeCode(contact.language, code, contact.accountName),
  })
  if (!outcome || outcome.kind === 'refused')
    throw new Error(`the code for ${contactId} did not leave: ${outcome?.why ?? 'no way out is set up'}`)
}

function requireChannel(ctx: Pick<Context, 'config'>, channel: 'email' | 'sms'): void {
  const { smtpUrl, smppUrl, smsHttpUrl } = ctx.config.notifications
  if (channel === 'email' ? smtpUrl : (smppUrl ?? smsHttpUrl)) return
  const what = channel === 'email' ? 'e-mail' : 'SMS'
  throw new ConflictError('contacts.channel_not_configured', `This platform is not set up to send ${what}.`)
}

/** Six digits are guessed from a plain hash in no time: this one needs the operator's secret. */
function hashOf(ctx: Pick<Context, 'config'>, contactId: string, code: string): Buffer {
  return sign(ctx.config.access, purpose, `${contactId} ${code}`)
}

function tooMany(says: string, waitMs: number): TooManyError {
  return new TooManyError('contacts.too_many_codes', `${says} Wait a little before the next one.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  })
}
