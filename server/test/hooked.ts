// A webhook with somebody who receives, and events put straight into the log: what tells of them is other rooms' matter.

import { expect } from 'vitest'
import type { EventKind } from '../src/features/events/event.types.ts'
import { appendEvents } from '../src/features/events/event-log.api.ts'
import { newId } from '../src/platform/crypto/ids.ts'
import { isCollision } from '../src/platform/db/db.ts'
import type { MadeAccount } from './make.ts'
import type { Receiver } from './receiver.ts'
import { openReceiver } from './receiver.ts'
import type { World } from './world.ts'

export interface HookedDevice {
  id: string
  number: number
}

export interface Hooked {
  id: string
  secret: string
  receiver: Receiver
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the API said.
  shown(): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the API said.
  deliveries(query?: string): Promise<any[]>
  /** Until nothing is on its way or due. */
  quiet(): Promise<void>
  /** And everything told is queued. */
  settled(longestMs?: number): Promise<void>
  close(): Promise<void>
}

export async function makeHooked(world: World, account: MadeAccount, fields: object = {}): Promise<Hooked> {
  const receiver = await openReceiver({ now: () => world.ctx.now() })
  const webhook = await world.make.webhook(account, { url: receiver.url, ...fields })
  const path = `/api/webhooks/${webhook.id}`
  // Clocks are turned by days here: a token of before would have ended.
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
    async settled(longestMs = 15_000) {
      const isSettled = async () => {
        const { isBusy, isRead } = await findState(world, webhook.id)
        return isRead && !isBusy
      }
      await expect.poll(isSettled, { timeout: longestMs, interval: 40 }).toBe(true)
    },
    close: () => receiver.close(),
  }
}

/** Of all accounts. A worker may be in the middle of one, and deadlock with us, as with the API: both try again. */
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
  const [{ position, redelivery_position: replay, enabled, isBusy }] = rows
  const [, sequence = ''] = Buffer.from(position, 'base64url').toString().split('.')
  return { isBusy, isRead: !enabled || (replay === null && Number.parseInt(sequence, 36) >= last) }
}

export async function makeDevices(
  world: World,
  account: MadeAccount,
  count: number,
): Promise<HookedDevice[]> {
  const made: HookedDevice[] = []
  for (let index = 0; index < count; index += 1) {
    const { id } = await world.make.device(account, { name: `Boat ${index}` })
    const { rows } = await world.superuser.query('select number from devices where id = $1', [id])
    made.push({ id, number: rows[0].number })
  }
  return made
}

/** Into the log, in this order and each in a message of its own. Returns their identifiers. */
export async function tell(
  world: World,
  account: MadeAccount,
  events: { device: HookedDevice; type?: string; data?: object }[],
): Promise<string[]> {
  const ids: string[] = []
  for (const { device, type = 'alert.raised', data = {} } of events) {
    const id = newId('evt')
    const timestamp = world.ctx.now().toISOString()
    const json = JSON.stringify({ id, type, timestamp, device: device.id, data })
    const event = { type, deviceNumber: device.number, latitude: null, longitude: null, json }
    await appendEvents(world.ctx, account.accountId, type.split('.')[0] as EventKind, [event])
    ids.push(id)
  }
  return ids
}
