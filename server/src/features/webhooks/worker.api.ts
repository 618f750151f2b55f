// Runs webhooks in the notifier: reads events for them, and limits requests in flight. Each webhook has a limit, a
// lower one while it fails, so that a hanging receiver does not delay others.

import type { Context } from '../../platform/context.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import { createDestinations } from './destinations.ts'
import { pruneDeliveries } from './housekeeping.jobs.ts'
import { deleteOldDeliveries } from './housekeeping.ts'
import * as queries from './queue.queries.ts'
import { startReading } from './scheduler.ts'
import { deliver, leaseMs } from './sender.ts'
import type { LeasedDelivery, WebhookKey } from './webhook.types.ts'

const pollEveryMs = 250
const maxPerWebhook = 16
const maxPerFailing = 2

type Needs = Pick<Context, 'db' | 'bus' | 'now' | 'log' | 'config'>

export async function startWebhooks(ctx: Needs & Pick<Context, 'jobs'>): Promise<{ stop(): Promise<void> }> {
  await ctx.jobs.work(pruneDeliveries, () => deleteOldDeliveries(ctx))
  const sending = startSending(ctx)
  const reading = startReading(ctx, sending.wake)
  const stopWatching = onScrape(async () =>
    metrics.webhookWaiting.set(await queries.countWaiting(ctx.db.directory)),
  )
  return {
    async stop() {
      stopWatching()
      await reading.stop()
      await sending.stop()
    },
  }
}

/** Any number of processes may run it at the same time: the database decides which takes what. */
export function startSending(ctx: Needs): { wake(): void; stop(): Promise<void> } {
  const destinations = createDestinations(ctx)
  const { concurrency } = ctx.config.webhooks
  const inFlight = new Map<Promise<void>, { key: string; isFailing: boolean }>()
  let isStopped = false

  /** Half of the slots are reserved for receivers that respond. */
  function freeSlots({ isFailing, ...webhook }: WebhookKey & { isFailing: boolean }): number {
    const all = [...inFlight.values()]
    const own = all.filter(({ key }) => key === keyOf(webhook)).length
    const failing = all.filter((one) => one.isFailing).length
    const slots = Math.min(concurrency - all.length, (isFailing ? maxPerFailing : maxPerWebhook) - own)
    return isFailing ? Math.min(slots, concurrency / 2 - failing) : slots
  }

  function begin(leased: LeasedDelivery, isFailing: boolean): void {
    const { accountId, webhookNumber: number } = leased
    const delivery: Promise<void> = deliver(ctx, destinations, leased)
      .catch((error) =>
        ctx.log.warn({ err: error, accountId, number }, 'processing a webhook delivery failed'),
      )
      .finally(() => {
        inFlight.delete(delivery)
        poller.wake()
      })
    inFlight.set(delivery, { key: keyOf({ accountId, number }), isFailing })
  }

  async function poll(): Promise<boolean> {
    for (const webhook of shuffled(await queries.listDueWebhooks(ctx.db.directory, ctx.now()))) {
      const max = freeSlots(webhook)
      if (max < 1 || isStopped) continue
      const now = ctx.now()
      const leaseUntil = new Date(now.getTime() + leaseMs(ctx))
      const db = ctx.db.forAccount(webhook.accountId)
      const leased = await queries.leaseQueues(db, webhook.number, { now, leaseUntil, max })
      for (const one of leased) begin(one, webhook.isFailing)
    }
    return false
  }

  const poller = startPoller(ctx, { what: 'webhooks', everyMs: pollEveryMs }, poll)
  return {
    wake: poller.wake,
    async stop() {
      isStopped = true
      await poller.stop()
      await Promise.all(inFlight.keys())
      destinations.stop()
    },
  }
}

function keyOf({ accountId, number }: WebhookKey): string {
  return `${accountId}.${number}`
}

function shuffled<T>(list: T[]): T[] {
  return list
    .map((value) => ({ value, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
