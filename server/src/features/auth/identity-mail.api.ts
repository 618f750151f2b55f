// E-mails about sign-in and identity. They are queued in the transaction that causes them and sent by the notifier.

import { createFairQueue } from '../../platform/async/fair-queue.ts'
import type { Context } from '../../platform/context.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import type { AccountDb, Db } from '../../platform/db/db.ts'
import { ConflictError } from '../../platform/http/errors.ts'
import type { Poller } from '../../platform/jobs/poller.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import type { FindMailBrand } from '../../platform/mail/mail-brand.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import * as queries from './identity-mail.queries.ts'
import type {
  IdentityMailKind,
  LastIdentityMail,
  MailSender,
  NewIdentityMail,
} from './identity-mail.types.ts'
import { composeMail } from './mail/compose.ts'
import { mailKinds } from './mail/kinds.ts'
import { languageOfCountry } from './mail/language.ts'
import type { Language } from './mail/mail.types.ts'

type Needs = Pick<Context, 'db' | 'config' | 'now' | 'log' | 'sites'>

const purpose = 'identity mail'
const maxADay = 50
const keptForMs = 3 * 86_400_000
const pollEveryMs = 500
const maxPerPoll = 32
const concurrency = 8
/** Longer than a mail server may take for one message. */
const leaseMs = 120_000
/** The longest links are valid for 72 hours. */
const tryForMs = 24 * 3_600_000
const firstRetryMs = 5_000
const longestRetryMs = 15 * 60_000
const maxDoublings = 10

/** Returns to how many addresses it goes: 0 if none is verified, or over the daily limit of the user. */
export async function queueIdentityMail(
  ctx: Pick<Context, 'config' | 'now'>,
  db: Db,
  { accountId, userId, address, kind, values, language }: NewIdentityMail,
): Promise<number> {
  const now = ctx.now()
  await queries.deleteOldMails(db, accountId, new Date(now.getTime() - keptForMs))
  return queries.insertMails(db, {
    accountId,
    userId: userId ?? null,
    address: address ?? null,
    toContacts: mailKinds[kind].isNotice,
    kind,
    language: language ?? null,
    sealed: seal(ctx.config.access, purpose, JSON.stringify(values)),
    isCountedApart: mailKinds[kind].isCountedApart ?? false,
    maxADay,
    now,
  })
}

/** Of e-mails to a user. */
export function languageOf({ language, country }: { language: Language | null; country: string }): Language {
  return language ?? languageOfCountry(country)
}

/** For limits of single kinds. */
export function countIdentityMails(
  ctx: Pick<Context, 'now'>,
  db: Db,
  { accountId, userId, kind }: { accountId: number; userId: string; kind: IdentityMailKind },
  withinMs: number,
): Promise<number> {
  return queries.countMails(db, accountId, userId, kind, new Date(ctx.now().getTime() - withinMs))
}

/** What became of the last e-mail of this kind, if it was sent within the last days. */
export function findLastIdentityMail(
  db: AccountDb,
  { userId, kind }: { userId: string; kind: IdentityMailKind },
): Promise<LastIdentityMail | undefined> {
  return queries.findLastMail(db, userId, kind)
}

export function requireMailServer({ config }: Pick<Context, 'config'>): void {
  if (config.notifications.smtpUrl) return
  throw new ConflictError('mail.not_configured', 'This platform is not set up to send e-mail.')
}

/** Runs in the notifier. Any number of processes may run it: the lease decides which sends what. */
export function startIdentityMail(
  ctx: Needs,
  sender: MailSender | undefined,
  findBrand?: FindMailBrand,
): Pick<Poller, 'stop'> {
  const inTurn = createFairQueue<'mail'>({ concurrency, maxQueueLength: maxPerPoll, maxWaitMs: leaseMs })
  const poller = startPoller(ctx, { what: 'identity mail', everyMs: pollEveryMs }, async () => {
    const due = await queries.listDue(ctx.db.directory, ctx.now(), maxPerPoll)
    const sending = due.map(({ accountId, number }) =>
      inTurn('mail', () => send({ ...ctx, findBrand }, sender, accountId, number)),
    )
    for (const { reason } of (await Promise.allSettled(sending)).filter(isRejected)) throw reason
    return due.length === maxPerPoll
  })
  return {
    async stop() {
      await poller.stop()
      await sender?.stop()
    },
  }
}

function isRejected(result: PromiseSettledResult<void>): result is PromiseRejectedResult {
  return result.status === 'rejected'
}

async function send(
  ctx: Needs & { findBrand: FindMailBrand | undefined },
  sender: MailSender | undefined,
  accountId: number,
  number: number,
): Promise<void> {
  const db = ctx.db.forAccount(accountId)
  const now = ctx.now()
  const mail = await queries.leaseMail(db, number, now, new Date(now.getTime() + leaseMs))
  if (!mail) return
  if (!sender) return giveUp(db, number, 'mail_not_configured')
  // A process of the next version has queued it, and will send it.
  if (!isKnownKind(mail.kind)) return
  const brand = await ctx.findBrand?.(accountId)
  const home = await ctx.sites.urlOf(accountId)
  const content = compose(ctx, mail, mail.kind, { product: brand?.name ?? ctx.config.web.productName, home })
  if (!content) return giveUp(db, number, 'not_composed')
  // The id is the same for every attempt, so that mail servers recognise duplicates.
  const outcome = await sender.send({
    id: `idm.${accountId}.${number}`,
    to: mail.address,
    accountId,
    ...content,
  })
  if (outcome.kind === 'accepted') return queries.settleMail(db, number, 'sent', null)
  const isFinal = outcome.kind === 'refused' && !outcome.isTemporary
  if (isFinal || ctx.now().getTime() - mail.createdAt.getTime() >= tryForMs) {
    ctx.log.warn({ accountId, number, kind: mail.kind, why: outcome.why }, 'identity mail failed')
    return giveUp(db, number, outcome.why)
  }
  const doublings = Math.min(mail.attempts - 1, maxDoublings)
  const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** doublings)
  await queries.postponeMail(db, number, new Date(ctx.now().getTime() + waitMs), outcome.why)
}

function giveUp(db: AccountDb, number: number, reason: string): Promise<void> {
  metrics.identityMailsFailed.inc()
  return queries.settleMail(db, number, 'failed', reason)
}

/** Undefined if it cannot be composed: another attempt would fail too. */
function compose(
  ctx: Needs,
  mail: queries.LeasedMail,
  kind: IdentityMailKind,
  { product, home }: { product: string; home: string },
) {
  try {
    return composeMail(mailKinds[kind], mail.language ?? languageOfCountry(mail.country), {
      product,
      host: new URL(home).host,
      name: mail.name ?? '',
      userName: mail.userName ?? '',
      account: mail.accountName ?? '',
      timeZone: mail.timeZone ?? 'UTC',
      values: atHome(ctx, home, JSON.parse(unseal(ctx.config.access, purpose, mail.sealed))),
    })
  } catch (error) {
    ctx.log.error({ err: error, number: mail.number, kind }, 'an identity mail cannot be composed')
    return undefined
  }
}

/** Links are queued with the public URL of the platform. The account may have a host of its own. */
function atHome(
  { config }: Pick<Context, 'config'>,
  home: string,
  values: Record<string, string>,
): Record<string, string> {
  const { publicUrl } = config.http
  const isLink = (value: string) => value === publicUrl || value.startsWith(`${publicUrl}/`)
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      key === 'url' && isLink(value) ? home + value.slice(publicUrl.length) : value,
    ]),
  )
}

function isKnownKind(kind: string): kind is IdentityMailKind {
  return Object.hasOwn(mailKinds, kind)
}
