// The browsers of a user that show notifications. The first one makes a contact of the channel `push`, which rules can
// notify; its address is the user, so that rules need no change when browsers come and go.

import { createHash } from 'node:crypto'
import type { Context, Tx } from '../../../platform/context.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import { seal } from '../../../platform/crypto/seal.ts'
import { areBrowserKeys } from '../../../platform/crypto/web-push.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  TooManyError,
} from '../../../platform/http/errors.ts'
import { recordChanges } from '../../audit/audit.api.ts'
import { countToday } from '../../auth/throttle.api.ts'
import { createPushContact } from '../contact.api.ts'
import type { Language } from '../notification.types.ts'
import { testMessage } from '../templates/alert-push.ts'
import { sealedFor, sendToBrowser, settle } from './fan-out.ts'
import type { PushService } from './push-service.ts'
import * as queries from './subscription.queries.ts'
import type { ListedSubscription, PushOutcome, SubscriptionDocument } from './subscription.types.ts'

/** The one that was renewed least recently makes room. */
const maxSubscriptions = 10
const maxTestsADay = 50

export function listOwnSubscriptions(
  ctx: Pick<Context, 'db' | 'now'>,
  { accountId, userId }: Caller,
): Promise<ListedSubscription[]> {
  return queries.listSubscriptions(ctx.db.forAccount(accountId), userId, ctx.now())
}

/** Registers the browser of this session, or renews its registration. */
export async function keepOwnSubscription(
  ctx: Tx,
  service: Pick<PushService, 'faultOf'>,
  caller: Caller,
  { language, ...document }: SubscriptionDocument & { language: Language | undefined },
): Promise<{ id: string; isNew: boolean }> {
  requireOwnSession(caller)
  requirePush(ctx)
  requireSound(service, document)
  const { userId, clientId: sessionId } = caller
  const { endpoint, keys, showsText } = document
  await queries.lockUser(ctx.db, userId)
  const kept = await queries.keepSubscription(ctx.db, {
    id: newId('psh'),
    userId,
    sessionId,
    endpointHash: createHash('sha256').update(endpoint).digest(),
    sealed: seal(ctx.config.access, sealedFor, JSON.stringify({ endpoint, keys })),
    service: new URL(endpoint).hostname,
    showsText,
    now: ctx.now(),
  })
  await queries.deleteOthersOfSession(ctx.db, sessionId, kept.id)
  await queries.deleteSurplus(ctx.db, userId, maxSubscriptions)
  await createPushContact(ctx, caller, { name: await queries.findUserName(ctx.db, userId), language })
  if (kept.isNew) await recordBrowser(ctx, caller, 'push_subscriptions.created', kept.id)
  return kept
}

export async function deleteOwnSubscription(ctx: Tx, caller: Caller, id: string): Promise<void> {
  if (!(await queries.deleteSubscription(ctx.db, caller.userId, id))) throw notFound(id)
  await recordBrowser(ctx, caller, 'push_subscriptions.deleted', id)
}

/** Sends a message to one browser at once, and returns the outcome at its push service. */
export async function testOwnSubscription(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  service: PushService,
  caller: Caller,
  { id, language }: { id: string; language: Language },
): Promise<PushOutcome> {
  const db = ctx.db.forAccount(caller.accountId)
  const found = await queries.findSubscription(db, caller.userId, id)
  if (!found) throw notFound(id)
  requirePush(ctx)
  if ((await countToday(ctx, 'push', `${caller.accountId} ${caller.userId}`)) > maxTestsADay)
    throw new TooManyError(
      'push.too_many_tests',
      'Too many tests were sent today. Wait before you send another.',
      {
        retryAfterSeconds: 3_600,
      },
    )
  const outcome = await sendToBrowser(ctx, service, found, testMessage(language))
  await settle(db, [found], [outcome], ctx.now())
  return outcome
}

/** A browser belongs to its session, and shows what its user may see. */
function requireOwnSession({ clientId, support }: Caller): void {
  if (clientId.startsWith('ses_') && !support) return
  throw new ForbiddenError(
    'push.needs_session',
    'Only a browser in which you are signed in can be registered. API keys and support sessions are not accepted.',
  )
}

function requirePush({ config }: Pick<Context, 'config'>): void {
  if (config.notifications.push.enabled) return
  throw new ConflictError(
    'push.off',
    'This installation sends no notifications to browsers. The operator can set RASTRO_PUSH=on.',
  )
}

function requireSound(service: Pick<PushService, 'faultOf'>, { endpoint, keys }: SubscriptionDocument): void {
  const fault = service.faultOf(endpoint)
  const details = [
    ...(fault ? [{ path: 'endpoint', message: fault }] : []),
    ...(areBrowserKeys(keys)
      ? []
      : [{ path: 'keys', message: 'must be a point on P-256 and 16 bytes, in base64url' }]),
  ]
  if (details.length === 0) return
  const message = details.map((one) => `${one.path} ${one.message}.`).join(' ')
  throw new InvalidError('body.invalid', message, { details })
}

async function recordBrowser(
  ctx: Tx,
  caller: Caller,
  action: 'push_subscriptions.created' | 'push_subscriptions.deleted',
  id: string,
): Promise<void> {
  await recordChanges(ctx, caller, [{ action, target: id, before: null, after: null }])
}

function notFound(id: string): NotFoundError {
  return new NotFoundError('push.not_found', `The browser "${id}" is not registered, or is not yours to see.`)
}
