// Which webhooks are read for, and when: at once where the log says that something came, and now and then anyway.

import type { Context } from '../../platform/context.ts'
import { startSweep } from '../../platform/jobs/poller.ts'
import { watchEvents } from '../events/event-log.api.ts'
import * as queries from './reader.queries.ts'
import { mayWant, readFor } from './reader.ts'
import type { EnabledWebhook } from './webhook.types.ts'

const lookEveryMs = 2_000
/** Where nothing was heard, it may also be that nothing could be heard. */
const readAnywayMs = 30_000
/** What comes in quick succession is read together. */
const gatherMs = 100

interface Followed {
  webhooks: EnabledWebhook[]
  /** One of them could not be read for: too much waits for it, or another process was at it, and may have died. */
  isAfter: boolean
  stop(): void
  isReading: boolean
  isWanted: boolean
  readAt: number
}

type Needs = Pick<Context, 'db' | 'bus' | 'now' | 'log' | 'config'>

/** `queued` is called when there is something to send. Any number of processes may do this at once. */
export function startReading(ctx: Needs, queued: () => void): { stop(): Promise<void> } {
  const accounts = new Map<number, Followed>()
  const reading = new Set<Promise<void>>()
  let isStopped = false

  function want(account: Followed): void {
    account.isWanted = true
    if (account.isReading || isStopped) return
    account.isReading = true
    const running: Promise<void> = readAll(account)
      .catch((error) => ctx.log.warn({ err: error }, 'events could not be read for webhooks'))
      .finally(() => {
        account.isReading = false
        reading.delete(running)
      })
    reading.add(running)
  }

  async function readAll(account: Followed): Promise<void> {
    while (account.isWanted && !isStopped) {
      account.isWanted = false
      account.isAfter = false
      account.readAt = performance.now()
      for (const webhook of account.webhooks) {
        const read = await readFor(ctx, webhook)
        if (read === 'later') {
          account.isAfter = true
          continue
        }
        account.isWanted ||= read.isMore
        if (read.queued > 0) queued()
      }
      await new Promise((resolve) => setTimeout(resolve, gatherMs))
    }
  }

  async function follow(accountId: number, webhooks: EnabledWebhook[]): Promise<void> {
    const known = accounts.get(accountId)
    if (known) {
      const before = new Map(known.webhooks.map(({ number, version }) => [number, version]))
      // One that was enabled again may not have been read for when something came.
      const isNew = webhooks.some((one) => one.isRedelivering || before.get(one.number) !== one.version)
      known.webhooks = webhooks
      if (isNew || known.isAfter || performance.now() - known.readAt > readAnywayMs) want(known)
      return
    }
    const fresh = { isAfter: false, isReading: false, isWanted: false, readAt: 0 }
    const account: Followed = { webhooks, stop: () => {}, ...fresh }
    account.stop = await watchEvents(ctx, accountId, (kind) => {
      if (!kind || account.webhooks.some(({ events }) => mayWant(events, kind))) want(account)
    })
    accounts.set(accountId, account)
    want(account)
  }

  async function look(): Promise<boolean> {
    const enabled = Map.groupBy(await queries.listEnabled(ctx.db.directory), ({ accountId }) => accountId)
    for (const [accountId, account] of accounts) {
      if (enabled.has(accountId)) continue
      account.stop()
      accounts.delete(accountId)
    }
    for (const [accountId, webhooks] of enabled) await follow(accountId, webhooks)
    return false
  }

  const sweep = startSweep(ctx, { what: 'webhooks', everyMs: lookEveryMs }, look)
  return {
    async stop() {
      isStopped = true
      await sweep.stop()
      for (const { stop } of accounts.values()) stop()
      await Promise.all(reading)
    },
  }
}
