import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { TestDevice, WebhookFixture } from '../../../test/webhook-fixture.ts'
import {
  deleteWebhooks,
  makeDevices,
  makeWebhookFixture,
  publishEvents,
} from '../../../test/webhook-fixture.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { cursorOf, readEvents } from '../events/event-log.api.ts'
import { deleteOldDeliveries } from './housekeeping.ts'
import { leaseQueues, queueEvents, settle } from './queue.queries.ts'
import { movePosition } from './reader.queries.ts'
import { startWebhooks } from './worker.api.ts'

let world: World
let account: MadeAccount
let workers: { stop(): Promise<void> }[]
let device: TestDevice
let fixture: WebhookFixture
beforeAll(async () => {
  world = await openWorld()
  // Two workers, like two notifiers.
  workers = [await startWebhooks(world.ctx), await startWebhooks(world.ctx)]
})
afterAll(async () => {
  for (const worker of workers) await worker.stop()
  await world.close()
})
beforeEach(async () => {
  account = await world.make.account()
  const [made] = await makeDevices(world, account, 1)
  device = made!
  fixture = await makeWebhookFixture(world, account)
})
afterEach(async () => {
  world.clock.release()
  await deleteWebhooks(world)
  await fixture.close()
})

const eventIds = () => fixture.receiver.received.map(({ headers }) => headers['webhook-id'])
const post = (path: string, body?: unknown) =>
  world.call('POST', `/api/webhooks/${fixture.id}${path}`, { token: account.token, body })
const publishSome = (count: number) =>
  publishEvents(
    world,
    account,
    Array.from({ length: count }, () => ({ device })),
  )

test('two readers queue each event once, and in order', async () => {
  const ids = await publishSome(120)
  await fixture.settled(30_000)
  expect(eventIds()).toEqual(ids)
})

test('a position that another reader moved is not moved again', async () => {
  await publishSome(1)
  await fixture.settled()
  const { rows } = await world.superuser.query('select number, position from webhooks where id = $1', [
    fixture.id,
  ])
  const db = world.ctx.db.forAccount(account.accountId)
  const move = (from: string, to: string) => movePosition(db, rows[0].number, { from, to, gapAt: null })
  expect(await move(`${rows[0].position}x`, 'elsewhere')).toBe(false)
  expect(await move(rows[0].position, rows[0].position)).toBe(true)
})

test('the outcome of a delivery is recorded once, and only with the lease of its queue', async () => {
  const { rows } = await world.superuser.query('select number from webhooks where id = $1', [fixture.id])
  const webhook: number = rows[0].number
  const db = world.ctx.db.forAccount(account.accountId)
  // In the future, so that the workers leave it alone.
  const now = new Date(Date.now() + 86_400_000)
  const later = new Date(now.getTime() + 30_000)
  const events = ['evt_1', 'evt_2', 'evt_3'].map((id) => ({
    id,
    type: 'alert.raised',
    deviceNumber: 1,
    json: '{}',
  }))
  expect(await queueEvents(db, webhook, events, { isRedelivery: false, now })).toBe(3)
  const take = async (at: Date) => (await leaseQueues(db, webhook, { now: at, leaseUntil: later, max: 5 }))[0]
  const attempt = {
    startedAt: now.toISOString(),
    url: '',
    status: 204,
    error: null,
    response: null,
    tookMs: 1,
  }
  const outcome = { state: 'delivered' as const, attempt, firstTriedAt: now, dueAt: now, now }

  const first = (await take(now))!
  expect([first.eventId, first.waiting, await take(now)]).toEqual(['evt_1', 3, undefined])
  expect([await settle(db, first, outcome), await settle(db, first, outcome)]).toEqual([true, false])
  const second = (await take(now))!
  const third = (await take(later))!
  expect([second.eventId, third.eventId, third.waiting]).toEqual(['evt_2', 'evt_2', 2])
  expect([await settle(db, second, outcome), await settle(db, third, outcome)]).toEqual([false, true])
  // Another process delivered it at the same moment: it counts once.
  const fourth = (await take(now))!
  expect(await settle(db, { ...fourth, number: first.number }, outcome)).toBe(true)
  expect(await take(now)).toMatchObject({ eventId: 'evt_3', waiting: 1 })
})

describe('a redelivery', () => {
  test('posts the events of a period again with the same identifiers and a header', async () => {
    const before = await publishSome(2)
    await fixture.settled()
    const from = new Date()
    const wanted = await publishSome(3)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const to = new Date()
    await new Promise((resolve) => setTimeout(resolve, 20))
    const after = await publishSome(2)
    await fixture.settled()
    fixture.receiver.received.length = 0

    const { status, body } = await post('/redeliver', { from, to })
    expect([status, body.redelivery]).toEqual([202, { from: from.toISOString(), to: to.toISOString() }])
    await fixture.settled()
    expect(eventIds()).toEqual(wanted)
    expect(fixture.receiver.received.every(({ headers }) => headers['webhook-redelivery'] === 'true')).toBe(
      true,
    )
    const deliveries = await fixture.deliveries()
    expect(deliveries.filter(({ redelivery }) => redelivery)).toHaveLength(3)
    expect(deliveries).toHaveLength(before.length + 2 * wanted.length + after.length)
    expect((await fixture.shown()).redelivery).toBe(null)
  })

  test('starts after a cursor of the stream', async () => {
    const ids = await publishSome(4)
    await fixture.settled()
    fixture.receiver.received.length = 0
    const { events } = await readEvents(world.ctx, account.accountId, { sequence: 0, index: 0 }, 100)
    const { position, loggedAt } = events[1]!
    expect((await post('/redeliver', { cursor: cursorOf(world.ctx, position, loggedAt) })).status).toBe(202)
    await expect.poll(eventIds).toEqual(ids.slice(2))
  })

  test('respects the event filter of the webhook', async () => {
    await publishEvents(world, account, [
      { device, type: 'location' },
      { device, type: 'alert.raised' },
    ])
    await fixture.settled()
    const change = { token: account.token, body: { events: ['alert'] } }
    await world.call('PATCH', `/api/webhooks/${fixture.id}`, change)
    fixture.receiver.received.length = 0
    await post('/redeliver', { from: '2026-01-01T00:00:00Z' })
    await fixture.settled()
    expect(fixture.receiver.received.map(({ json }) => json.type)).toEqual(['alert.raised'])
  })

  test('rejects invalid requests', async () => {
    const faults = [
      [{}, 400],
      [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 400],
      [{ from: '2026-01-01T00:00:00Z', cursor: 'x' }, 400],
      [{ to: '2026-01-01T00:00:00Z' }, 400],
      [{ cursor: 'nonsense' }, 400],
    ] as const
    for (const [body, status] of faults)
      expect([body, (await post('/redeliver', body)).status]).toEqual([body, status])
    const disable = { token: account.token, body: { enabled: false } }
    await world.call('PATCH', `/api/webhooks/${fixture.id}`, disable)
    expect((await post('/redeliver', { from: '2026-01-01T00:00:00Z' })).body.code).toBe('webhooks.disabled')
  })
})

describe('a delivery', () => {
  test('is posted again on demand, delivered or not', async () => {
    const [id] = await publishSome(1)
    await fixture.settled()
    const [{ id: delivery }] = await fixture.deliveries()
    const { status, body } = await post(`/deliveries/${delivery}/redeliver`)
    expect([status, body.state]).toEqual([200, 'waiting'])
    await fixture.settled()
    expect(eventIds()).toEqual([id, id])
    const [again] = await fixture.deliveries()
    expect(again).toMatchObject({ id: delivery, state: 'delivered' })
    expect(again.attempts).toHaveLength(2)
  })

  test('that waits is tried at once on demand, followed by the rest of its queue', async () => {
    world.clock.hold(new Date())
    fixture.receiver.behaviour = 500
    const ids = await publishSome(3)
    await fixture.settled()
    fixture.receiver.behaviour = 204
    const waiting = await fixture.deliveries('?state=waiting')
    expect(waiting).toHaveLength(3)
    await post(`/deliveries/${waiting.at(-1).id}/redeliver`)
    await fixture.settled()
    expect(eventIds()).toEqual([ids[0], ...ids])
    expect((await fixture.shown()).waiting).toBe(0)
  })

  test('is listed in pages, newest first', async () => {
    const ids = await publishSome(5)
    await fixture.settled()
    const page = async (query: string) =>
      (await world.call('GET', `/api/webhooks/${fixture.id}/deliveries?${query}`, { token: account.token }))
        .body
    const first = await page('limit=2')
    const second = await page(`limit=10&cursor=${first.nextCursor}`)
    const events = [...first.deliveries, ...second.deliveries].map(({ eventId }) => eventId)
    expect(events).toEqual(ids.toReversed())
    expect(second.nextCursor).toBe(undefined)
  })

  test('is deleted after a week, but not while it waits', async () => {
    await publishSome(2)
    await fixture.settled()
    fixture.receiver.behaviour = 500
    const [waiting] = await publishSome(1)
    await fixture.settled()
    world.clock.offsetMs = 6.9 * 86_400_000
    await fixture.quiet()
    await deleteOldDeliveries(world.ctx)
    expect(await fixture.deliveries()).toHaveLength(3)
    world.clock.offsetMs = 7.1 * 86_400_000
    await fixture.quiet()
    await deleteOldDeliveries(world.ctx)
    expect((await fixture.deliveries()).map(({ eventId }) => eventId)).toEqual([waiting])
  })
})
