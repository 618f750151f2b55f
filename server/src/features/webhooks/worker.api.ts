// The notifier's part: reads events for webhooks, and has a bounded number of requests on their way. Each webhook has few
// of them, and those that fail have less: a receiver that hangs holds up no other.

import type { Context } from '../../platform/context.ts'
import { startSweep } from '../../platform/jobs/poller.ts'
import { metrics, onScrape } from '../../platform/observability/metrics.ts'
import { forgetDeliveries } from './housekeeping.jobs.ts'
import { forgetOldDeliveries } from './housekeeping.ts'
import { createSender } from './http-client.ts'
import * as queries from './queue.queries.ts'
import { startReading } from './scheduler.ts'
import { deliver, leaseMs } from './sender.ts'
import type { TakenDelivery, WebhookKey } from './webhook.types.ts'

const lookEveryMs = 250
const maxPerWebhook = 16
const maxPerFailing = 2

type Needs = Pick<Context, 'db' | 'bus' | 'now' | 'log' | 'config'>

export async function startWebhooks(ctx: Needs & Pick<Context, 'jobs'>): Promise<{ stop(): Promise<void> }> {
  await ctx.jobs.work(forgetDeliveries, () => forgetOldDeliveries(ctx))
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

/** Any number of processes may do this at once: what each takes is decided by the database. */
export function startSending(ctx: Needs): { wake(): void; stop(): Promise<void> } {
  const { post } = createSender(ctx)
  const { atOnce } = ctx.config.webhooks
  const onTheWay = new Map<Promise<void>, { key: string; isFailing: boolean }>()
  let isStopped = false

  /** Half of all is kept for receivers that answer. */
  function roomFor({ isFailing, ...webhook }: WebhookKey & { isFailing: boolean }): number {
    const all = [...onTheWay.values()]
    const own = all.filter(({ key }) => key === keyOf(webhook)).length
    const failing = all.filter((one) => one.isFailing).length
    const room = Math.min(atOnce - all.length, (isFailing ? maxPerFailing : maxPerWebhook) - own)
    return isFailing ? Math.min(room, atOnce / 2 - failing) : room
  }

  function begin(taken: TakenDelivery, isFailing: boolean): void {
    const { accountId, webhookNumber: number } = taken
    const delivery: Promise<void> = deliver(ctx, post, taken)
      .catch((error) => ctx.log.warn({ err: error, accountId, number }, 'a webhook could not be dealt with'))
      .finally(() => {
        onTheWay.delete(delivery)
        sweep.wake()
      })
    onTheWay.set(delivery, { key: keyOf({ accountId, number }), isFailing })
  }

  async function look(): Promise<boolean> {
    for (const webhook of shuffled(await queries.listDueWebhooks(ctx.db.directory, ctx.now()))) {
      const most = roomFor(webhook)
      if (most < 1 || isStopped) continue
      const now = ctx.now()
      const leaseUntil = new Date(now.getTime() + leaseMs(ctx))
      const db = ctx.db.forAccount(webhook.accountId)
      const taken = await queries.takeLines(db, webhook.number, { now, leaseUntil, most })
      for (const one of taken) begin(one, webhook.isFailing)
    }
    return false
  }

  const sweep = startSweep(ctx, { what: 'webhooks', everyMs: lookEveryMs }, look)
  return {
    wake: sweep.wake,
    async stop() {
      isStopped = true
      await sweep.stop()
      await Promise.all(onTheWay.keys())
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
