// The webhooks of an account. They receive all of its events, so only callers with full scope may see them.

import type { Static } from 'typebox'
import type { Context, Tx } from '../../platform/context.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { seal } from '../../platform/crypto/seal.ts'
import { lockAccount } from '../../platform/db/account-lock.queries.ts'
import type { Page, PageCursor } from '../../platform/db/paging.queries.ts'
import { isUnchanged } from '../../platform/db/unchanged.ts'
import type { ListFilter } from '../../platform/db/updated-since.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { may } from '../../platform/http/caller.ts'
import type { Fault } from '../../platform/http/errors.ts'
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../platform/http/errors.ts'
import { invalid } from '../../platform/http/validation.ts'
import { recordChanges } from '../audit/audit.api.ts'
import { requireProofOfSession } from '../auth/recent-sign-in.api.ts'
import { isBrokerUrl } from './brokers/broker-url.ts'
import { faultOfUrl } from './destinations.ts'
import { newSecret } from './signature.ts'
import * as queries from './webhook.queries.ts'
import type { WebhookView } from './webhook.schema.ts'
import type { StoredWebhook, WebhookDocument, WebhookInput } from './webhook.types.ts'
import { passwordSealedFor, sealedFor } from './webhook.types.ts'

const maxWebhooks = 50
const oldSecretMs = 24 * 3_600_000

export async function getWebhook(ctx: Pick<Context, 'db'>, caller: Caller, id: string) {
  const isSeen = canSeeWebhooks(caller)
  return shown(id, isSeen ? await queries.findWebhook(ctx.db.forAccount(caller.accountId), id) : undefined)
}

export async function getWebhookIn(ctx: Pick<Tx, 'db'>, id: string) {
  return shown(id, await queries.findWebhook(ctx.db, id))
}

function shown(id: string, found: { number: number; version: number; json: string } | undefined) {
  if (!found) throw notFound(id)
  const { number, version, json } = found
  return { number, version, webhook: JSON.parse(json) as Static<typeof WebhookView> }
}

const nothing: Page = { json: null, count: 0, last: null, more: false }

export function listWebhooks(ctx: Pick<Context, 'db'>, caller: Caller, filter: ListFilter) {
  const db = ctx.db.forAccount(caller.accountId)
  const isSeen = canSeeWebhooks(caller)
  return async (cursor: PageCursor) => (isSeen ? queries.listWebhooks(db, filter, cursor) : nothing)
}

/** `position` is the cursor in the event log where it starts. */
export async function createWebhook(
  ctx: Tx,
  caller: Caller,
  document: WebhookInput,
  position: string,
): Promise<{ id: string; secret: string }> {
  requireFullScope(caller)
  requireProofOfSession(ctx, caller)
  const webhook = whole(ctx, document)
  await lockAccount(ctx.db)
  if ((await queries.countWebhooks(ctx.db)) >= maxWebhooks) {
    throw new ConflictError('webhooks.too_many', `An account has at most ${maxWebhooks} webhooks.`)
  }
  const targets = await findTargets(ctx, webhook)
  const id = newId('whk')
  const secret = newSecret()
  const password = passwordFor(ctx, webhook, document.password)
  const made = { ...webhook, id, secret: sealed(ctx, secret), password, position }
  const number = await queries.insertWebhook(ctx.db, made, ctx.now())
  await queries.setTargets(ctx.db, number, targets)
  await recordChanges(ctx, caller, [{ action: 'webhooks.created', target: id, before: null, after: webhook }])
  return { id, secret }
}

/** Locks the webhook and lets `edit` derive the new document. Absent optional fields are cleared. */
export async function changeWebhook(
  ctx: Tx,
  caller: Caller,
  id: string,
  edit: (before: StoredWebhook) => WebhookInput,
): Promise<void> {
  const before = await lockWebhook(ctx, caller, id)
  const input = edit(before)
  const webhook = whole(ctx, input)
  const password = passwordFor(ctx, webhook, input.password, before)
  if (isUnchanged(toDocument(before), webhook) && password === before.password) return
  const isElsewhere =
    webhook.url !== before.url || webhook.userName !== before.userName || password !== before.password
  if (isElsewhere) requireProofOfSession(ctx, caller)
  const targets = await findTargets(ctx, webhook)
  const isFresh = isElsewhere || (webhook.enabled && !before.enabled)
  await queries.updateWebhook(ctx.db, before.number, { ...webhook, password }, { isFresh, now: ctx.now() })
  await queries.setTargets(ctx.db, before.number, targets)
  if (isFresh) await queries.restartQueues(ctx.db, before.number, ctx.now())
  await recordChanges(ctx, caller, [
    { action: 'webhooks.changed', target: id, before: toDocument(before), after: webhook },
  ])
}

/** Deletes its queues and delivery log too. */
export async function deleteWebhook(
  ctx: Tx,
  caller: Caller,
  id: string,
  check: (before: StoredWebhook) => void,
): Promise<void> {
  const before = await lockWebhook(ctx, caller, id)
  check(before)
  await queries.deleteWebhook(ctx.db, before.number)
  await recordChanges(ctx, caller, [
    { action: 'webhooks.deleted', target: id, before: toDocument(before), after: null },
  ])
}

/** The old secret signs as well for a day, so that the receiver can switch over without a gap. */
export async function rotateSecret(
  ctx: Tx,
  caller: Caller,
  id: string,
): Promise<{ secret: string; oldSecretUntil: string }> {
  const before = await lockWebhook(ctx, caller, id)
  const secret = newSecret()
  const now = ctx.now()
  const oldUntil = new Date(now.getTime() + oldSecretMs)
  const secrets = { secret: sealed(ctx, secret), oldSecret: before.secret, oldUntil, now }
  await queries.replaceSecret(ctx.db, before.number, secrets)
  await recordChanges(ctx, caller, [
    { action: 'webhooks.secret_replaced', target: id, before: null, after: null },
  ])
  return { secret, oldSecretUntil: oldUntil.toISOString() }
}

export async function lockWebhook(ctx: Tx, caller: Caller, id: string): Promise<StoredWebhook> {
  const webhook = canSeeWebhooks(caller) ? await queries.lockWebhook(ctx.db, id) : undefined
  if (!webhook) throw notFound(id)
  return webhook
}

export function toDocument(stored: StoredWebhook): Required<WebhookDocument> {
  const { name, url, userName, enabled, events, groups, devices } = stored
  return { name, url, userName, enabled, events, groups, devices }
}

/** Checks what the body schema cannot express, and fills in defaults. */
function whole(ctx: Pick<Context, 'config'>, document: WebhookInput): Required<WebhookDocument> {
  const { name, url, userName = null, password, enabled = true } = document
  const { events = [], groups = [], devices = [] } = document
  const message = faultOfUrl(ctx, url)
  if (message) throw invalid('body', [{ path: 'url', message }])
  if (!isBrokerUrl(url) && userName !== null)
    throw invalid('body', [{ path: 'userName', message: 'is for brokers only (mqtts:// and amqps://)' }])
  if (password !== undefined && userName === null)
    throw invalid('body', [{ path: 'password', message: 'needs a user name' }])
  return { name, url, userName, enabled, events: once(events), groups: once(groups), devices: once(devices) }
}

/** A stored password is sent to no other host, and as no other user, than it was given for. */
function passwordFor(
  ctx: Pick<Context, 'config'>,
  { url, userName }: Required<WebhookDocument>,
  given: string | undefined,
  before?: StoredWebhook,
): Buffer | null {
  if (given !== undefined) return seal(ctx.config.access, passwordSealedFor, given)
  if (!before?.password || userName === null || !isBrokerUrl(url)) return null
  if (hostOf(url) === hostOf(before.url) && userName === before.userName) return before.password
  const message = 'must be given again for another host or user name'
  throw invalid('body', [{ path: 'password', message }])
}

function hostOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host.toLowerCase()}`
}

function once(texts: string[]): string[] {
  return [...new Set(texts)]
}

/** The numbers of the targets. Reports every target that does not exist. */
async function findTargets(ctx: Pick<Tx, 'db'>, webhook: Required<WebhookDocument>) {
  const faults: Fault[] = []
  async function numbersOf(what: 'groups' | 'devices'): Promise<number[]> {
    const ids = webhook[what]
    if (ids.length === 0) return []
    const known = new Map(
      (await queries.findTargets(ctx.db, what, ids)).map(({ id, number }) => [id, number]),
    )
    for (const [index, id] of ids.entries()) {
      const message = `"${id}" does not exist, or is not yours to see`
      if (!known.has(id)) faults.push({ path: `${what}.${index}`, message })
    }
    return [...known.values()]
  }
  await numbersOf('groups')
  const targets = { groups: webhook.groups, devices: await numbersOf('devices') }
  if (faults.length === 0) return targets
  throw new InvalidError('body.invalid', `${faults.length} target(s) of the webhook do not exist.`, {
    details: faults,
  })
}

function sealed(ctx: Pick<Context, 'config'>, secret: string): Buffer {
  return seal(ctx.config.access, sealedFor, secret)
}

/** A URL often contains a key of the receiver, so reading webhooks requires the permission too. */
function canSeeWebhooks(caller: Caller): boolean {
  return caller.scope.kind === 'all' && may(caller, 'webhooks.manage')
}

function requireFullScope(caller: Caller): void {
  if (caller.scope.kind === 'all') return
  throw new ForbiddenError(
    'access.scope_too_small',
    'Only callers with access to the whole account may change webhooks.',
  )
}

function notFound(id: string): NotFoundError {
  return new NotFoundError(
    'webhooks.not_found',
    `The webhook "${id}" does not exist, or is not yours to see.`,
  )
}
