// Which webhooks to read for, and when: at once after a signal from the log, and periodically in any case.

import type { Context } from '../../platform/context.ts'
import { startPoller } from '../../platform/jobs/poller.ts'
import { watchEvents } from '../events/event-log.api.ts'
import * as queries from './reader.queries.ts'
import { mayWant, readFor } from './reader.ts'
import type { EnabledWebhook } from './webhook.types.ts'

const pollEveryMs = 2_000
/** Covers missed signals. */
const readAtLeastEveryMs = 30_000
/** Collects signals that follow each other quickly. */
const collectMs = 100

interface WatchedAccount {
  webhooks: EnabledWebhook[]
  /** Set if a webhook could not be read for: its queue was full, or another process was reading and may have died. */
  isLagging: boolean
  stop(): void
  isReading: boolean
  isRequested: boolean
  readAt: number
}

type Needs = Pick<Context, 'db' | 'bus' | 'now' | 'log' | 'config'>

/** Calls `queued` when there is something to send. Any number of processes may run it at the same time. */
export function startReading(ctx: Needs, queued: () => void): { stop(): Promise<void> } {
  const accounts = new Map<number, WatchedAccount>()
  const reading = new Set<Promise<void>>()
  let isStopped = false

  function requestRead(account: WatchedAccount): void {
    account.isRequested = true
    if (account.isReading || isStopped) return
    account.isReading = true
    const running: Promise<void> = readAll(account)
      .catch((error) => ctx.log.warn({ err: error }, 'reading events for webhooks failed'))
      .finally(() => {
        account.isReading = false
        reading.delete(running)
      })
    reading.add(running)
  }

  async function readAll(account: WatchedAccount): Promise<void> {
    while (account.isRequested && !isStopped) {
      account.isRequested = false
      account.isLagging = false
      account.readAt = performance.now()
      for (const webhook of account.webhooks) {
        const read = await readFor(ctx, webhook)
        if (read === 'later') {
          account.isLagging = true
          continue
        }
        account.isRequested ||= read.isMore
        if (read.queued > 0) queued()
      }
      await new Promise((resolve) => setTimeout(resolve, collectMs))
    }
  }

  async function follow(accountId: number, webhooks: EnabledWebhook[]): Promise<void> {
    const known = accounts.get(accountId)
    if (known) {
      const before = new Map(known.webhooks.map(({ number, version }) => [number, version]))
      // A webhook that was just enabled may have missed signals.
      const isNew = webhooks.some((one) => one.isRedelivering || before.get(one.number) !== one.version)
      known.webhooks = webhooks
      if (isNew || known.isLagging || performance.now() - known.readAt > readAtLeastEveryMs)
        requestRead(known)
      return
    }
    const fresh = { isLagging: false, isReading: false, isRequested: false, readAt: 0 }
    const account: WatchedAccount = { webhooks, stop: () => {}, ...fresh }
    account.stop = await watchEvents(ctx, accountId, (kind) => {
      if (!kind || account.webhooks.some(({ events }) => mayWant(events, kind))) requestRead(account)
    })
    accounts.set(accountId, account)
    requestRead(account)
  }

  async function poll(): Promise<boolean> {
    const enabled = Map.groupBy(await queries.listEnabled(ctx.db.directory), ({ accountId }) => accountId)
    for (const [accountId, account] of accounts) {
      if (enabled.has(accountId)) continue
      account.stop()
      accounts.delete(accountId)
    }
    for (const [accountId, webhooks] of enabled) await follow(accountId, webhooks)
    return false
  }

  const poller = startPoller(ctx, { what: 'webhooks', everyMs: pollEveryMs }, poll)
  return {
    async stop() {
      isStopped = true
      await poller.stop()
      for (const { stop } of accounts.values()) stop()
      await Promise.all(reading)
    },
  }
}
