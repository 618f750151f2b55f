// The e-mail address of a brand: its key, the records to publish, and whether DNS has them.

import type { Context } from '../../../platform/context.ts'
import { ConflictError, NotFoundError, TooManyError } from '../../../platform/http/errors.ts'
import { findBrand } from '../brands/brand.queries.ts'
import type { ManagedNode } from '../resale.types.ts'
import { branchOf } from '../tree-database.ts'
import { newDkimKey } from './dkim-key.ts'
import type { DnsFinding, DnsLookup, DnsRecord } from './dns-records.ts'
import { recordsOf } from './dns-records.ts'
import * as queries from './sender.queries.ts'
import type { DnsFault, EmailSenderState, StoredEmailSender } from './sender.types.ts'

type Reads = Pick<Context, 'db' | 'cells'>
type Needs = Reads & Pick<Context, 'config' | 'now'>

/** Several times a day: a record that is withdrawn counts within a day at the latest. */
const recheckVerifiedMs = 6 * 3_600_000
const recheckOthersMs = 3_600_000
/** A sender that was never verified, or no longer is, is asked for every hour for this long, then daily. */
const eagerForMs = 7 * 86_400_000
const recheckOldMs = 86_400_000
const retryUnreachableMs = 600_000
/** Without an answer of DNS for this long the sender is not used. */
const trustedForMs = 20 * 3_600_000
const minBetweenChecksMs = 5_000

export interface EmailSenderView {
  address: string
  state: EmailSenderState
  fault: DnsFault | null
  hasDmarc: boolean | null
  records: DnsRecord[]
  checkedAt: string | null
  verifiedAt: string | null
  updatedAt: string
}

export async function findEmailSender(ctx: Reads, { path }: ManagedNode): Promise<EmailSenderView | null> {
  const sender = await queries.findEmailSender(branchOf(ctx, path), path)
  return sender ? viewOf(sender) : null
}

function viewOf(sender: StoredEmailSender): EmailSenderView {
  const { address, state, fault, hasDmarc, checkedAt, verifiedAt, updatedAt } = sender
  return {
    ...{ address, state, fault, hasDmarc, records: recordsOf(sender) },
    checkedAt: checkedAt?.toISOString() ?? null,
    verifiedAt: verifiedAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  }
}

/** Another address of the same domain keeps the key. */
export async function replaceEmailSender(ctx: Needs, managed: ManagedNode, given: string): Promise<void> {
  const address = given.toLowerCase()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  requireOwnDomain(ctx, managed, domain)
  const { path } = managed
  const db = branchOf(ctx, path)
  if (!(await findBrand(db, path)))
    throw new ConflictError('brand.not_set', 'Save the brand with its name first.')
  if (await queries.changeAddress(db, path, { address, domain }, ctx.now())) return
  const key = await newDkimKey(ctx)
  await queries.replaceEmailSender(db, path, { address, domain, ...key }, ctx.now())
}

/** A reseller does not send as the platform. */
function requireOwnDomain({ config }: Needs, { depth }: ManagedNode, domain: string): void {
  if (depth === 0) return
  const { mailFrom } = config.notifications
  const reserved = [new URL(config.http.publicUrl).hostname, mailFrom.replace(/^.*@|>.*$/g, '').trim()]
  if (!reserved.some((own) => domain === own || domain.endsWith(`.${own}`))) return
  throw new ConflictError('sender.domain_reserved', 'This is a domain of the platform. Give one of your own.')
}

export async function deleteEmailSender(ctx: Reads, { path }: ManagedNode): Promise<boolean> {
  return queries.deleteEmailSender(branchOf(ctx, path), path)
}

/** Asks DNS now. */
export async function checkEmailSender(
  ctx: Needs,
  dns: DnsLookup,
  { path }: ManagedNode,
): Promise<EmailSenderView> {
  const db = branchOf(ctx, path)
  const sender = await queries.findEmailSender(db, path)
  if (!sender) throw new NotFoundError('sender.not_found', 'No address for e-mails is set.')
  const notAfter = new Date(ctx.now().getTime() - minBetweenChecksMs)
  if (!(await queries.beginCheck(db, path, ctx.now(), notAfter)))
    throw new TooManyError('sender.checked_recently', 'It was checked a moment ago.', {
      retryAfterSeconds: minBetweenChecksMs / 1_000,
    })
  const finding = await dns.check(sender)
  await queries.reportCheck(db, { ...sender, path }, resultOf(finding, sender, ctx.now()))
  return viewOf((await queries.findEmailSender(db, path)) ?? sender)
}

/** What a finding means for the sender, and when DNS is asked again. */
export function resultOf(
  { fault, hasDmarc }: DnsFinding,
  { state: before, checkedAt, updatedAt }: Pick<StoredEmailSender, 'state' | 'checkedAt' | 'updatedAt'>,
  now: Date,
): queries.CheckResult {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (fault === 'unreachable') {
    const isTrusted = checkedAt !== null && now.getTime() - checkedAt.getTime() < trustedForMs
    const state = before === 'verified' && !isTrusted ? 'withdrawn' : before
    return { state, fault, hasDmarc, checkedAt: null, checkAt: after(retryUnreachableMs) }
  }
  const state = fault === null ? 'verified' : before === 'pending' ? 'pending' : 'withdrawn'
  const isEager = now.getTime() - updatedAt.getTime() < eagerForMs
  const othersMs = isEager || before === 'verified' ? recheckOthersMs : recheckOldMs
  const checkAt = after(state === 'verified' ? recheckVerifiedMs : othersMs)
  return { state, fault, hasDmarc, checkedAt: now, checkAt }
}
