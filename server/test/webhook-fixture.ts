// A webhook with a receiver, and events appended directly to the log.

import { expect } from 'vitest'
import type { EventKind } from '../src/features/events/event.types.ts'
import { appendEvents } from '../src/features/events/event-log.api.ts'
import { newId } from '../src/platform/crypto/ids.ts'
import { isCollision } from '../src/platform/db/db.ts'
import type { MadeAccount } from './make.ts'
import type { Receiver } from './receiver.ts'
import { openReceiver } from './receiver.ts'
import type { World } from './world.ts'

export interface TestDevice {
  id: string
  number: number
}

export interface WebhookFixture {
  id: string
  secret: string
  receiver: Receiver
  // biome-ignore lint/suspicious/noExplicitAny: tests read any JSON.
  shown(): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: tests read any JSON.
  deliveries(query?: string): Promise<any[]>
  /** Waits until nothing is in flight or due. */
  quiet(): Promise<void>
  /** Waits also until every event is queued. */
  settled(timeoutMs?: number): Promise<void>
  close(): Promise<void>
}

export async function makeWebhookFixture(
  world: World,
  account: MadeAccount,
  fields: object = {},
): Promise<WebhookFixture> {
  const receiver = await openReceiver({ now: () => world.ctx.now() })
  const webhook = await world.make.webhook(account, { url: receiver.url, ...fields })
  const path = `/api/webhooks/${webhook.id}`
  // Tests move the clock by days: an older token would have expired.
  const get = async (url: string) => {
    const token = await world.make.token(account.userName, account.apiKey)
    return (await world.call('GET', url, { token })).body
  }
  return {
    id: webhook.id,
    secret: webhook.secret,
    receiver,
    shown: () => get(path),
    deliveries: async (query = '') => (await get(`${path}/deliveries${query}`)).deliveries,
    async quiet() {
      const isQuiet = async () => !(await findState(world, webhook.id)).isBusy
      await expect.poll(isQuiet, { timeout: 15_000, interval: 40 }).toBe(true)
    },
    async settled(timeoutMs = 15_000) {
      const seemsSettled = async () => {
        const { isBusy, isRead } = await findState(world, webhook.id)
        return isRead && !isBusy
      }
      // A worker may make a queue due just after the time of a question, so one question is not enough.
      const isSettled = async () => (await seemsSettled()) && (await seemsSettled()) && (await seemsSettled())
      await expect.poll(isSettled, { timeout: timeoutMs, interval: 40 }).toBe(true)
    },
    close: () => receiver.close(),
  }
}

/** Of all accounts. Retries if it deadlocks with a worker. */
export async function deleteWebhooks(world: World): Promise<void> {
  await world.superuser.query('delete from webhooks').catch((error) => {
    if (!isCollision(error)) throw error
    return deleteWebhooks(world)
  })
}

async function findState(
  { superuser, ctx }: World,
  webhookId: string,
): Promise<{ isBusy: boolean; isRead: boolean }> {
  const { last } = await ctx.bus.events.bounds()
  const { rows } = await superuser.query(
    `select w.position, w.redelivery_position, w.enabled, exists (
       select from webhook_queues l where l.account_id = w.account_id and l.webhook_number = w.number and l.waiting > 0
         and (l.lease_until is not null or (w.enabled and l.due_at <= $2 and coalesce(w.paused_until, $2) <= $2)))
       as "isBusy"
     from webhooks w where w.id = $1`,
    [webhookId, ctx.now()],
  )
  const [{ position, redelivery_position: redelivery, enabled, isBusy }] = rows
  const [, sequence = ''] = Buffer.from(position, 'base64url').toString().split('.')
  return { isBusy, isRead: !enabled || (redelivery === null && Number.parseInt(sequence, 36) >= last) }
}

export async function makeDevices(world: World, account: MadeAccount, count: number): Promise<TestDevice[]> {
  const made: TestDevice[] = []
  for (let index = 0; index < count; index += 1) {
    const { id } = await world.make.device(account, { name: `Boat ${index}` })
    const { rows } = await world.superuser.query('select number from devices where id = $1', [id])
    made.push({ id, number: rows[0].number })
  }
  return made
}

/** Appends events to the log in this order, each in a separate message. Returns their identifiers. */
export async function publishEvents(
  world: World,
  account: MadeAccount,
  events: { device: TestDevice; type?: string; data?: object }[],
): Promise<string[]> {
  const ids: string[] = []
  for (const { device, type = 'alert.raised', data = {} } of events) {
    const id = newId('evt')
    const timestamp = world.ctx.now().toISOString()
    const json = JSON.stringify({ id, type, timestamp, deviceId: device.id, data })
    const event = { type, deviceNumber: device.number, latitude: null, longitude: null, json }
    await appendEvents(world.ctx, account.accountId, type.split('.')[0] as EventKind, [event])
    ids.push(id)
  }
  return ids
}
