// The link beside the code: the recipient verifies the address without dictating digits. Opening it
// changes nothing, because mail scanners open links; only the confirmation does.

import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { recordChanges } from '../audit/audit.api.ts'
import * as queries from './contact.queries.ts'
import type { Channel, Language } from './notification.types.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now'>

export const linkValidForMs = 24 * 3_600_000
const idLength = 22
/** 178 bits. */
const secretLength = 30
const phoneChannels = new Set<Channel>(['sms', 'whatsapp', 'voice'])
const accountPrefix = 'acc_'

/** Starts with the account's public id, which finds its home cell; the rest is secret. */
export function newLinkSecret(account: string): string {
  return `${account.slice(accountPrefix.length)}${randomText(secretLength)}`
}

/** The account that a link claims to belong to. */
export function accountOfLink(secret: string): string {
  return `${accountPrefix}${secret.slice(0, idLength)}`
}

export function hashOfLink(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** `baseUrl` is the home host of the account, never that of a request. */
export function urlOfLink(baseUrl: string, secret: string): string {
  return `${baseUrl}/verify/${secret}`
}

export interface OpenLink {
  channel: Channel
  /** Enough to recognise it. */
  address: string
  verified: boolean
  expiresAt: string
}

/** Without any text of the account: the address is not verified yet. */
export async function openLink(ctx: Needs, secret: string): Promise<OpenLink> {
  const { contact, expiresAt } = await getLinked(ctx, secret)
  const { channel, address, verifiedAt } = contact
  return {
    channel,
    address: maskAddress(channel, address),
    verified: verifiedAt !== null,
    expiresAt: expiresAt.toISOString(),
  }
}

/** May be repeated: a verified contact stays verified. */
export async function confirmLink(ctx: Context, secret: string, requestId: string): Promise<OpenLink> {
  const { accountId, contact } = await getLinked(ctx, secret)
  await inTransaction(ctx, accountId, async (tx) => {
    if (!(await queries.verifyByLink(tx.db, contact.id, hashOfLink(secret), tx.now()))) return
    const actor = { userId: null, clientId: null, requestId }
    await recordChanges(tx, actor, [
      { action: 'contacts.verified_by_link', target: contact.id, before: null, after: null },
    ])
  })
  return openLink(ctx, secret)
}

async function getLinked(ctx: Needs, secret: string) {
  const accountId = await queries.findAccountId(ctx.db.directory, accountOfLink(secret))
  if (accountId === undefined) throw notFound()
  const contact = await queries.findLinked(ctx.db.forAccount(accountId), hashOfLink(secret))
  if (!contact) throw notFound()
  const expiresAt = new Date(contact.codeSentAt.getTime() + linkValidForMs)
  if (expiresAt <= ctx.now()) throw notFound()
  return { accountId, contact, expiresAt }
}

export type ChatLink = { outcome: 'linked' | 'taken'; language: Language } | { outcome: 'invalid' }

/** Verifies the contact of a link that was opened in a chat; the chat becomes its address. May be repeated. */
export async function linkChat(
  ctx: Needs,
  { secret, address, requestId }: { secret: string; address: string; requestId: string },
): Promise<ChatLink> {
  const accountId = await queries.findAccountId(ctx.db.directory, accountOfLink(secret))
  if (accountId === undefined) return { outcome: 'invalid' }
  const linkHash = hashOfLink(secret)
  const earliest = new Date(ctx.now().getTime() - linkValidForMs)
  return inTransaction(ctx, accountId, async (tx): Promise<ChatLink> => {
    const found = await queries.lockChatLink(tx.db, { linkHash, address, earliest })
    if (!found) return { outcome: 'invalid' }
    const { id, language, isLinked, isTaken } = found
    if (isLinked || isTaken) return { outcome: isLinked ? 'linked' : 'taken', language }
    await queries.linkChat(tx.db, id, address, tx.now())
    await recordChanges(tx, { userId: null, clientId: null, requestId }, [
      { action: 'contacts.verified_by_link', target: id, before: null, after: null },
    ])
    return { outcome: 'linked', language }
  })
}

/** Unknown, replaced and expired are indistinguishable. */
function notFound(): NotFoundError {
  return new NotFoundError(
    'contacts.link_invalid',
    'This link is not valid. It may have expired, or a newer one was sent.',
  )
}

/** `a…@example.com`, `…222`. */
export function maskAddress(channel: Channel, address: string): string {
  if (phoneChannels.has(channel)) return `…${address.slice(-3)}`
  if (!address.includes('@')) return address
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}…${address.slice(at)}`
}
