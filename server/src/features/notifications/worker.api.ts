// Runs notifications in the notifier: polls for due ones over all accounts, and limits messages in flight per
// channel, so that a mail server that hangs does not delay SMS.

import { setTimeout as sleep } from 'node:timers/promises'
import { createFairQueue } from '../../platform/async/fair-queue.ts'
import type { Context } from '../../platform/context.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import type { FindMailBrand } from '../../platform/mail/mail-brand.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import { createAccountShares } from './account-shares.ts'
import type { Transports } from './channels/transports.ts'
import { createTransports } from './channels/transports.ts'
import { deliver, lease, maxAttempts } from './delivery.ts'
import * as queries from './lease.queries.ts'
import type { Channel, DueNotification } from './notification.types.ts'
import { channels } from './notification.types.ts'
import * as outcomes from './outcome.queries.ts'
import { pruneRepeats } from './repeat.jobs.ts'
import { deleteExpiredLinks, deleteOldGaps } from './repeat.ts'
import { registerTelegramWebhook } from './telegram-webhook.api.ts'
import { contactCode } from './verification.jobs.ts'
import { deliverCode } from './verification.ts'

const pollEveryMs = 250
const recoverEveryMs = 1_000
/** Small, so that urgent notifications do not wait for others that were found before. */
const maxPerPoll = 64
/** The rest is left to notifications that are not urgent, so that a storm of urgent ones does not stop them. */
const maxUrgentPerPoll = 48
/** While more is due than a poll takes, each account gets this many in its turn. */
const perAccount = 8
/** A notification that waits longer for those before it is found again by a later poll. */
const maxTurnMs = 60_000
/** Their servers are chosen by customers. */
const customerChosen = new Set<Channel>(['chat', 'push'])
/** A push message waits for the services of up to ten browsers, and one alert may be for a thousand users. */
const pushConcurrency = 8
const pushPerAccount = 2
/** Upper bound of the metric. */
const maxCounted = 1_000

type Needs = Pick<Context, 'db' | 'now' | 'log' | 'config' | 'jobs' | 'cells' | 'sites'>

/** Any number of processes may run it at the same time: the database decides which takes what. */
export async function startNotifications(
  ctx: Needs,
  findBrand?: FindMailBrand,
): Promise<{ stop(): Promise<void> }> {
  const transports = createTransports(ctx, findBrand)
  await ctx.jobs.work(contactCode, (code) => deliverCode(ctx, transports, code))
  await ctx.jobs.work(pruneRepeats, async () => {
    await deleteOldGaps(ctx)
    await deleteExpiredLinks(ctx)
  })
  // Without it alerts are sent all the same.
  const registering = registerTelegramWebhook(ctx)
  const stopping = new AbortController()
  const running = channels.map((channel) => sendAll(ctx, channel, transports, stopping.signal))
  const abandoned = { what: 'abandoned notifications', everyMs: recoverEveryMs }
  const recovery = startPoller(ctx, abandoned, () => recover(ctx))
  const stopWatching = onScrape(() => showWaiting(ctx))
  return {
    async stop() {
      stopWatching()
      stopping.abort()
      await Promise.all([...running, recovery.stop(), registering])
      await Promise.all(Object.values(transports).map((transport) => transport.stop()))
    },
  }
}

async function sendAll(
  ctx: Needs,
  channel: Channel,
  transports: Transports,
  stopping: AbortSignal,
): Promise<void> {
  const inFlight = new Set<Promise<void>>()
  const each = ctx.config.notifications.concurrency
  const concurrency = channel === 'push' ? each * pushConcurrency : each
  const shares = customerChosen.has(channel)
    ? createAccountShares(concurrency, channel === 'push' ? each * pushPerAccount : undefined)
    : undefined
  const inTurn = createFairQueue({
    concurrency: 1,
    maxQueueLength: concurrency,
    maxWaitMs: maxTurnMs,
  })
  const urgentLane = createLane(ctx, { channel, urgent: true })
  const normalLane = createLane(ctx, { channel, urgent: false })
  let found: DueNotification[] = []
  /** Whether the last poll led to a delivery; if not, the next poll waits. */
  let hasDelivered = true

  function begin(next: DueNotification): void {
    // It is found again by a later poll.
    if (shares && !shares.mayBegin(next.accountId)) return
    const end = shares?.begin(next.accountId)
    // In turn, so that of a burst the first one gets the last message of the day. Claims of one account wait for each
    // other in the database anyway; waiting here takes no connection from other accounts.
    const delivery: Promise<void> = inTurn(next.accountId, () => lease(ctx, transports, next))
      .then(async (taken) => {
        if (!taken) return
        hasDelivered = true
        await deliver(ctx, transports, taken)
      })
      .catch((error) => ctx.log.warn({ err: error, ...next }, 'processing a notification failed'))
      .finally(() => {
        end?.()
        inFlight.delete(delivery)
      })
    inFlight.add(delivery)
  }

  async function poll(): Promise<void> {
    const due = await urgentLane.list(maxUrgentPerPoll)
    const rest = await normalLane.list(maxPerPoll - due.length)
    found = [...toDrawFrom(rest), ...toDrawFrom(due)]
    if (found.length > 0 && hasDelivered) hasDelivered = false
    else await pause(pollEveryMs, stopping)
  }

  while (!stopping.aborted) {
    const next = inFlight.size < concurrency ? found.pop() : undefined
    if (next) begin(next)
    else if (found.length > 0) await Promise.race(inFlight)
    else await withBackoff(ctx, stopping, poll)
  }
  await Promise.all(inFlight)
}

async function showWaiting(ctx: Needs): Promise<void> {
  const now = ctx.now()
  for (const channel of channels) {
    const { count, oldest } = await queries.countDue(ctx.db.directory, channel, now, maxCounted)
    metrics.notifyWaiting.set({ channel }, count)
    metrics.notifyOldest.set({ channel }, oldest ? (now.getTime() - oldest.getTime()) / 1_000 : 0)
  }
}

/** Notifications in flight in a process that died are sent again: it is unknown whether they were sent. */
async function recover(ctx: Needs): Promise<boolean> {
  const now = ctx.now()
  const abandoned = await outcomes.listAbandoned(ctx.db.directory, now, maxPerPoll)
  for (const { accountId, number } of abandoned)
    await outcomes.abandon(ctx.db.forAccount(accountId), number, { now, maxAttempts })
  return abandoned.length === maxPerPoll
}

/** Waits before the next poll while the database is unavailable. */
async function withBackoff(ctx: Needs, stopping: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    ctx.log.warn({ err: error }, 'polling notifications failed')
    await pause(recoverEveryMs, stopping)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

/** Finds what is due. While that is more than one poll takes, accounts take turns: a storm of one delays itself. */
function createLane(ctx: Needs, lane: queries.DueLane) {
  let afterAccount = 0
  return {
    async list(limit: number): Promise<DueNotification[]> {
      const due = await queries.listDue(ctx.db.directory, lane, ctx.now(), limit)
      if (due.length < limit) return due
      const inTurns = await queries.listDueInTurns(ctx.db.directory, lane, ctx.now(), {
        afterAccount,
        perAccount,
        limit,
      })
      // The last account may have been cut by the limit; the next poll starts with the one after it, or again.
      afterAccount = inTurns.length < limit ? 0 : inTurns.at(-1)!.accountId
      return inTurns.length > 0 ? inTurns : due
    },
  }
}

/**
 * In the order from last to first: one of each account, then the second of each. Devices are shuffled, so that
 * processes do not compete for the same ones; the notifications of a device stay in order.
 */
function toDrawFrom(due: DueNotification[]): DueNotification[] {
  const counts = new Map<number, number>()
  const keys = new Map(due.map((one) => [deviceOf(one), Math.random()]))
  return due
    .map((one) => {
      const turn = (counts.get(one.accountId) ?? 0) + 1
      counts.set(one.accountId, turn)
      return { one, turn, key: keys.get(deviceOf(one)) ?? 0 }
    })
    .sort((a, b) => b.turn - a.turn || a.key - b.key)
    .map(({ one }) => one)
}

function deviceOf({ accountId, deviceNumber }: DueNotification): string {
  return `${accountId}.${deviceNumber}`
}
