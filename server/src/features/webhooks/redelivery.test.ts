import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Hooked, HookedDevice } from '../../../test/hooked.ts'
import { deleteWebhooks, makeDevices, makeHooked, tell } from '../../../test/hooked.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { cursorOf, readEvents } from '../events/event-log.api.ts'
import { forgetOldDeliveries } from './housekeeping.ts'
import { queueEvents, settle, takeLines } from './queue.queries.ts'
import { movePosition } from './reader.queries.ts'
import { startWebhooks } from './worker.api.ts'

let world: World
let account: MadeAccount
let workers: { stop(): Promise<void> }[]
let device: HookedDevice
let hooked: Hooked
beforeAll(async () => {
  world = await openWorld()
  // Two at once, as two notifiers would be.
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
  hooked = await makeHooked(world, account)
})
afterEach(async () => {
  world.clock.release()
  await deleteWebhooks(world)
  await hooked.close()
})

const eventIds = () => hooked.receiver.received.map(({ headers }) => headers['webhook-id'])
const post = (path: string, body?: unknown) =>
  world.call('POST', `/api/webhooks/${hooked.id}${path}`, { token: account.token, body })
const tellSome = (count: number) =>
  tell(
    world,
    account,
    Array.from({ length: count }, () => ({ device })),
  )

test('two readers queue each event once, and in order', async () => {
  const ids = await tellSome(120)
  await hooked.settled(30_000)
  expect(eventIds()).toEqual(ids)
})

test('a place that somebody else moved meanwhile is not moved again', async () => {
  await tellSome(1)
  await hooked.settled()
  const { rows } = await world.superuser.query('select number, position from webhooks where id = $1', [
    hooked.id,
  ])
  const db = world.ctx.db.forAccount(account.accountId)
  const move = (from: string, to: string) => movePosition(db, rows[0].number, { from, to, gapAt: null })
  expect(await move(`${rows[0].position}x`, 'elsewhere')).toBe(false)
  expect(await move(rows[0].position, rows[0].position)).toBe(true)
})

test('what became of a delivery is written down once, however often, and only by who has its line', async () => {
  const { rows } = await world.superuser.query('select number from webhooks where id = $1', [hooked.id])
  const webhook: number = rows[0].number
  const db = world.ctx.db.forAccount(account.accountId)
  // In a time that the workers have not reached, so that they leave it alone.
  const now = new Date(Date.now() + 86_400_000)
  const later = new Date(now.getTime() + 30_000)
  const events = ['evt_1', 'evt_2', 'evt_3'].map((id) => ({
    id,
    type: 'alert.raised',
    deviceNumber: 1,
    json: '{}',
  }))
  expect(await queueEvents(db, webhook, events, { isRedelivery: false, now })).toBe(3)
  const take = async (at: Date) => (await takeLines(db, webhook, { now: at, leaseUntil: later, most: 5 }))[0]
  const attempt = { at: now.toISOString(), url: '', status: 204, error: null, response: null, tookMs: 1 }
  const says = { state: 'delivered' as const, attempt, firstTriedAt: now, dueAt: now, now }

  const first = (await take(now))!
  expect([first.eventId, first.waiting, await take(now)]).toEqual(['evt_1', 3, undefined])
  expect([await settle(db, first, says), await settle(db, first, says)]).toEqual([true, false])
  const second = (await take(now))!
  const third = (await take(later))!
  expect([second.eventId, third.eventId, third.waiting]).toEqual(['evt_2', 'evt_2', 2])
  expect([await settle(db, second, says), await settle(db, third, says)]).toEqual([false, true])
  // Somebody delivered it in the same moment: it is counted once.
  const fourth = (await take(now))!
  expect(await settle(db, { ...fourth, number: first.number }, says)).toBe(true)
  expect(await take(now)).toMatchObject({ eventId: 'evt_3', waiting: 1 })
})

describe('a replay', () => {
  test('posts the events of a period again, under their own identifiers, and says so', async () => {
    const before = await tellSome(2)
    await hooked.settled()
    const from = new Date()
    const wanted = await tellSome(3)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const to = new Date()
    await new Promise((resolve) => setTimeout(resolve, 20))
    const after = await tellSome(2)
    await hooked.settled()
    hooked.receiver.received.length = 0

    const { status, body } = await post('/redeliver', { from, to })
    expect([status, body.redelivery]).toEqual([202, { from: from.toISOString(), to: to.toISOString() }])
    await hooked.settled()
    expect(eventIds()).toEqual(wanted)
    expect(hooked.receiver.received.every(({ headers }) => headers['webhook-redelivery'] === 'true')).toBe(
      true,
    )
    const deliveries = await hooked.deliveries()
    expect(deliveries.filter(({ redelivery }) => redelivery)).toHaveLength(3)
    expect(deliveries).toHaveLength(before.length + 2 * wanted.length + after.length)
    expect((await hooked.shown()).redelivery).toBe(null)
  })

  test('goes on behind a cursor of the stream', async () => {
    const ids = await tellSome(4)
    await hooked.settled()
    hooked.receiver.received.length = 0
    const { events } = await readEvents(world.ctx, account.accountId, { sequence: 0, index: 0 }, 100)
    const { place, loggedAt } = events[1]!
    expect((await post('/redeliver', { cursor: cursorOf(world.ctx, place, loggedAt) })).status).toBe(202)
    await hooked.settled()
    expect(eventIds()).toEqual(ids.slice(2))
  })

  test('of a webhook that wants only some events brings no others', async () => {
    await tell(world, account, [
      { device, type: 'location' },
      { device, type: 'alert.raised' },
    ])
    await hooked.settled()
    const change = { token: account.token, body: { events: ['alert'] } }
    await world.call('PATCH', `/api/webhooks/${hooked.id}`, change)
    hooked.receiver.received.length = 0
    await post('/redeliver', { from: '2026-01-01T00:00:00Z' })
    await hooked.settled()
    expect(hooked.receiver.received.map(({ json }) => json.type)).toEqual(['alert.raised'])
  })

  test('is refused where it makes no sense', async () => {
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
    await world.call('PATCH', `/api/webhooks/${hooked.id}`, disable)
    expect((await post('/redeliver', { from: '2026-01-01T00:00:00Z' })).body.code).toBe('webhooks.disabled')
  })
})

describe('a delivery', () => {
  test('is posted again on demand, delivered or not', async () => {
    const [id] = await tellSome(1)
    await hooked.settled()
    const [{ id: delivery }] = await hooked.deliveries()
    const { status, body } = await post(`/deliveries/${delivery}/redeliver`)
    expect([status, body.state]).toEqual([200, 'waiting'])
    await hooked.settled()
    expect(eventIds()).toEqual([id, id])
    const [again] = await hooked.deliveries()
    expect(again).toMatchObject({ id: delivery, state: 'delivered' })
    expect(again.attempts).toHaveLength(2)
  })

  test('that waits is tried at once on demand, and the rest of its line follows', async () => {
    world.clock.hold(new Date())
    hooked.receiver.mood = 500
    const ids = await tellSome(3)
    await hooked.settled()
    hooked.receiver.mood = 204
    const waiting = await hooked.deliveries('?state=waiting')
    expect(waiting).toHaveLength(3)
    await post(`/deliveries/${waiting.at(-1).id}/redeliver`)
    await hooked.settled()
    expect(eventIds()).toEqual([ids[0], ...ids])
    expect((await hooked.shown()).waiting).toBe(0)
  })

  test('is listed page by page, the newest first', async () => {
    const ids = await tellSome(5)
    await hooked.settled()
    const page = async (query: string) =>
      (await world.call('GET', `/api/webhooks/${hooked.id}/deliveries?${query}`, { token: account.token }))
        .body
    const first = await page('limit=2')
    const second = await page(`limit=10&cursor=${first.nextCursor}`)
    const events = [...first.deliveries, ...second.deliveries].map(({ event }) => event)
    expect(events).toEqual(ids.toReversed())
    expect(second.nextCursor).toBe(undefined)
  })

  test('is forgotten after a week, but not while it waits', async () => {
    await tellSome(2)
    await hooked.settled()
    hooked.receiver.mood = 500
    const [held] = await tellSome(1)
    await hooked.settled()
    world.clock.offsetMs = 6.9 * 86_400_000
    await hooked.quiet()
    await forgetOldDeliveries(world.ctx)
    expect(await hooked.deliveries()).toHaveLength(3)
    world.clock.offsetMs = 7.1 * 86_400_000
    await hooked.quiet()
    await forgetOldDeliveries(world.ctx)
    expect((await hooked.deliveries()).map(({ event }) => event)).toEqual([held])
  })
})
