// The notifier's work: looks for what is due over all accounts, and has a bounded number of messages on their way. Each
// channel has its own: a mail server that hangs holds up no SMS.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { startSweep } from '../../platform/jobs/poller.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import type { Transports } from './channels/transports.ts'
import { createTransports } from './channels/transports.ts'
import { deliver, maxAttempts } from './delivery.ts'
import * as queries from './lease.queries.ts'
import type { Channel, DueNotification } from './notification.types.ts'
import { channels } from './notification.types.ts'
import * as outcomes from './outcome.queries.ts'
import { forgetRepeats } from './repeat.jobs.ts'
import { forgetQuietGaps } from './repeat.ts'
import { contactCode } from './verification.jobs.ts'
import { deliverCode } from './verification.ts'

const lookEveryMs = 250
const lookForAbandonedEveryMs = 1_000
/** Few, so that what is urgent does not wait behind what was found before it. */
const maxPerLook = 64
/** Whether more wait than this interests nobody. */
const maxCounted = 1_000

type Needs = Pick<Context, 'db' | 'now' | 'log' | 'config' | 'jobs'>

/** Any number of processes may do this at once: what each takes is decided by the database. */
export async function startNotifications(ctx: Needs): Promise<{ stop(): Promise<void> }> {
  const transports = createTransports(ctx)
  await ctx.jobs.work(contactCode, (code) => deliverCode(ctx, transports, code))
  await ctx.jobs.work(forgetRepeats, () => forgetQuietGaps(ctx))
  const stopping = new AbortController()
  const running = channels.map((channel) => sendAll(ctx, channel, transports, stopping.signal))
  const abandoned = { what: 'abandoned notifications', everyMs: lookForAbandonedEveryMs }
  const recovery = startSweep(ctx, abandoned, () => recover(ctx))
  const stopWatching = onScrape(() => showWaiting(ctx))
  return {
    async stop() {
      stopWatching()
      stopping.abort()
      await Promise.all([...running, recovery.stop()])
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
  const onTheWay = new Set<Promise<void>>()
  let found: DueNotification[] = []
  /** Whether the last look led to anything; if not, the next one can wait. */
  let hasTaken = true

  function begin(next: DueNotification): void {
    const delivery: Promise<void> = deliver(ctx, transports, next)
      .then((isTaken) => {
        hasTaken ||= isTaken
      })
      .catch((error) => ctx.log.warn({ err: error, ...next }, 'a notification could not be dealt with'))
      .finally(() => onTheWay.delete(delivery))
    onTheWay.add(delivery)
  }

  async function look(): Promise<void> {
    // Each process begins somewhere else, so that they do not ask for the same ones all the time.
    const due = shuffled(await queries.listDue(ctx.db.directory, channel, ctx.now(), maxPerLook))
    found = due.sort((a, b) => Number(a.urgent) - Number(b.urgent))
    if (found.length > 0 && hasTaken) hasTaken = false
    else await pause(lookEveryMs, stopping)
  }

  while (!stopping.aborted) {
    const next = onTheWay.size < ctx.config.notifications.atOnce ? found.pop() : undefined
    if (next) begin(next)
    else if (found.length > 0) await Promise.race(onTheWay)
    else await orLater(ctx, stopping, look)
  }
  await Promise.all(onTheWay)
}

async function showWaiting(ctx: Needs): Promise<void> {
  const now = ctx.now()
  for (const channel of channels) {
    const { count, oldest } = await queries.countDue(ctx.db.directory, channel, now, maxCounted)
    metrics.notifyWaiting.set({ channel }, count)
    metrics.notifyOldest.set({ channel }, oldest ? (now.getTime() - oldest.getTime()) / 1_000 : 0)
  }
}

/** What a process had on its way when it went silent is sent again: nobody knows whether it left. */
async function recover(ctx: Needs): Promise<boolean> {
  const now = ctx.now()
  const abandoned = await outcomes.listAbandoned(ctx.db.directory, now, maxPerLook)
  for (const { accountId, number } of abandoned)
    await outcomes.abandon(ctx.db.forAccount(accountId), number, { now, maxAttempts })
  return abandoned.length === maxPerLook
}

/** While the database is away there is nothing to send, and it is not asked all the time. */
async function orLater(ctx: Needs, stopping: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    ctx.log.warn({ err: error }, 'notifications could not be looked at')
    await pause(lookForAbandonedEveryMs, stopping)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

function shuffled<T>(list: T[]): T[] {
  return list
    .map((value) => ({ value, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
