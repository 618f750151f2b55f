// The notifier's work: looks for what is due over all accounts, and has a bounded number of messages on their way.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { createTransports } from './channels/transports.service.ts'
import * as queries from './claim.queries.ts'
import { deliver, mostAttempts } from './delivery.service.ts'
import type { DueNotification } from './notification.types.ts'
import { contactCode } from './verification.jobs.ts'
import { deliverCode } from './verification.service.ts'

const lookEveryMs = 250
const lookForAbandonedEveryMs = 1_000
const mostPerLook = 200

type Needs = Pick<Context, 'db' | 'now' | 'log' | 'config' | 'jobs'>

/** Any number of processes may do this at once: what each takes is decided by the database. */
export async function startNotifications(ctx: Needs): Promise<{ stop(): Promise<void> }> {
  const transports = createTransports(ctx)
  await ctx.jobs.work(contactCode, (code) => deliverCode(ctx, transports, code))
  const stopping = new AbortController()
  const onTheWay = new Set<Promise<void>>()
  let lookedForAbandonedAt = Number.NEGATIVE_INFINITY
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
    if (performance.now() - lookedForAbandonedAt > lookForAbandonedEveryMs) {
      await recoverAbandoned(ctx)
      lookedForAbandonedAt = performance.now()
    }
    // Each process begins somewhere else, so that they do not ask for the same ones all the time.
    found = shuffled(await queries.listDue(ctx.db.directory, ctx.now(), mostPerLook))
    if (found.length > 0 && hasTaken) hasTaken = false
    else await sleep(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = onTheWay.size < ctx.config.notifications.atOnce ? found.pop() : undefined
      if (next) begin(next)
      else if (found.length > 0) await Promise.race(onTheWay)
      else await look().catch(pause)
    }
    await Promise.all(onTheWay)
  }

  async function pause(error: unknown): Promise<void> {
    ctx.log.warn({ err: error }, 'notifications could not be looked at')
    await sleep(lookForAbandonedEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
      await Promise.all(Object.values(transports).map((transport) => transport.stop()))
    },
  }
}

/** What a process had on its way when it went silent is sent again: nobody knows whether it left. */
async function recoverAbandoned(ctx: Pick<Needs, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  for (const { accountId, number } of await queries.listAbandoned(ctx.db.directory, now, mostPerLook))
    await queries.abandon(ctx.db.forAccount(accountId), number, { now, mostAttempts })
}

function shuffled<T>(list: T[]): T[] {
  return list
    .map((value) => ({ value, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
