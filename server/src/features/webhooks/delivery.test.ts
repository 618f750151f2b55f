import { setTimeout as sleep } from 'node:timers/promises'
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
import { appendEvents } from '../events/event-log.api.ts'
import { signatureOf } from './signature.ts'
import { startWebhooks } from './worker.api.ts'

let world: World
let account: MadeAccount
let worker: { stop(): Promise<void> }
let devices: TestDevice[]
let boat: TestDevice
let fixture: WebhookFixture
beforeAll(async () => {
  world = await openWorld({
    RASTRO_WEBHOOK_TIMEOUT_SECONDS: '1',
    RASTRO_WEBHOOK_MAX_QUEUED: '50',
    RASTRO_WEBHOOK_CONCURRENCY: '4',
  })
  worker = await startWebhooks(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
})
beforeEach(async () => {
  account = await world.make.account()
  devices = await makeDevices(world, account, 3)
  boat = devices[0]!
  fixture = await makeWebhookFixture(world, account)
})
afterEach(async () => {
  world.clock.release()
  await deleteWebhooks(world)
  await fixture.close()
})

const minutes = (count: number) => count * 60_000
const eventIds = () => fixture.receiver.received.map(({ headers }) => headers['webhook-id'])

describe('an event', () => {
  test('is posted as logged, once, and signed', async () => {
    const [id] = await publishEvents(world, account, [{ device: boat, data: { name: 'Señal 🚢' } }])
    await fixture.settled()
    expect(fixture.receiver.received).toHaveLength(1)
    const [{ headers, body, json }] = fixture.receiver.received as [WebhookFixture['receiver']['received'][0]]
    expect(json).toMatchObject({ id, type: 'alert.raised', deviceId: boat.id, data: { name: 'Señal 🚢' } })
    expect(headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json; charset=utf-8' })
    const timestamp = Number(headers['webhook-timestamp'])
    expect(Math.abs(Date.now() / 1_000 - timestamp)).toBeLessThan(30)
    const expected = signatureOf([fixture.secret], { id: id!, timestamp, body })
    expect(headers['webhook-signature']).toBe(expected)
  })

  test('is logged with the request and the start of the response', async () => {
    fixture.receiver.behaviour = () => ({ status: 200, body: `\u0000fine ${'x'.repeat(5_000)}` })
    const [id] = await publishEvents(world, account, [{ device: boat }])
    await fixture.settled()
    const [delivery] = await fixture.deliveries()
    expect(delivery).toMatchObject({
      eventId: id,
      type: 'alert.raised',
      deviceId: boat.id,
      state: 'delivered',
    })
    expect(JSON.parse(delivery.request).id).toBe(id)
    const [attempt] = delivery.attempts
    expect(attempt).toMatchObject({ url: fixture.receiver.url, status: 200, error: null })
    expect(attempt.response).toMatch(/^fine x{1018}$/)
  })

  test('of an unwanted kind causes no read of the log; the next wanted event is posted once', async () => {
    const other = await world.make.account()
    const [car] = (await makeDevices(world, other, 1)) as [TestDevice]
    const wantsAlerts = await makeWebhookFixture(world, other, { events: ['alert'] })
    const positionOf = async () => {
      const { rows } = await world.superuser.query('select position from webhooks where id = $1', [
        wantsAlerts.id,
      ])
      return rows[0].position
    }
    // From here on the account is watched.
    const [first] = await publishEvents(world, other, [{ device: car }])
    await wantsAlerts.settled()
    const before = await positionOf()
    await publishEvents(
      world,
      other,
      Array.from({ length: 20 }, () => ({ device: car, type: 'location.received' })),
    )
    await sleep(500)
    expect(await positionOf()).toBe(before)
    const [second] = await publishEvents(world, other, [{ device: car }])
    await wantsAlerts.settled()
    expect(wantsAlerts.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([first, second])
    await wantsAlerts.close()
  })

  test('is posted to webhooks that want its kind or type and its device', async () => {
    const [first, second, third] = devices as [TestDevice, TestDevice, TestDevice]
    const group = await world.make.group(account, { devices: [second.id] })
    const others = [
      await makeWebhookFixture(world, account, { events: ['alert', 'device.expired'] }),
      await makeWebhookFixture(world, account, { devices: [first.id], groups: [group.id] }),
      await makeWebhookFixture(world, account, { devices: [third.id], events: ['location'] }),
    ]
    const wanted = [
      { device: first, type: 'alert.raised' },
      { device: first, type: 'device.expired' },
      { device: second, type: 'device.online' },
      { device: third, type: 'location' },
      { device: third, type: 'alert.resolved' },
    ]
    await publishEvents(world, account, wanted)
    for (const one of [fixture, ...others]) await one.settled()
    const arrived = [fixture, ...others].map(({ receiver }) =>
      receiver.received
        .map(({ json }) => `${devices.findIndex(({ id }) => id === json.deviceId)} ${json.type}`)
        .sort(),
    )
    expect(arrived).toEqual([
      ['0 alert.raised', '0 device.expired', '1 device.online', '2 alert.resolved', '2 location'],
      ['0 alert.raised', '0 device.expired', '2 alert.resolved'],
      ['0 alert.raised', '0 device.expired', '1 device.online'],
      ['2 location'],
    ])
    for (const one of others) await one.close()
  })

  test('of another account is never posted', async () => {
    const other = await world.make.account()
    const [theirs] = await makeDevices(world, other, 1)
    await publishEvents(world, other, [{ device: theirs! }])
    const [id] = await publishEvents(world, account, [{ device: boat }])
    await fixture.settled()
    expect(eventIds()).toEqual([id])
  })

  test('that is in the log twice is posted once', async () => {
    const [id] = await publishEvents(world, account, [{ device: boat }])
    await fixture.settled()
    const event = { type: 'alert.raised', deviceNumber: boat.number, latitude: null, longitude: null }
    await appendEvents(world.ctx, account.accountId, 'alert', [{ ...event, json: JSON.stringify({ id }) }])
    await publishEvents(world, account, [{ device: boat }])
    await fixture.settled()
    expect(eventIds().filter((one) => one === id)).toHaveLength(1)
    expect(eventIds()).toHaveLength(2)
  })
})

describe('a receiver', () => {
  const failures = [
    ['hangs', 'hangs', { status: null, error: 'no answer within 1 s' }],
    ['answers 500', 500, { status: 500, error: null }],
    ['answers 301', 301, { status: 301, error: 'redirects are not followed' }],
    ['answers 404', 404, { status: 404 }],
  ] as const
  test.each(failures)('that %s is retried 5 s later', async (_, behaviour, attempt) => {
    world.clock.hold(new Date())
    fixture.receiver.behaviour = behaviour
    const ids = await publishEvents(world, account, [{ device: boat }])
    await fixture.settled()
    const [delivery] = await fixture.deliveries()
    expect(delivery).toMatchObject({ state: 'waiting', attempts: [attempt] })
    expect((await fixture.shown()).failingSince).toBe(world.ctx.now().toISOString())
    const dueInMs = Date.parse(delivery.dueAt) - world.ctx.now().getTime()
    expect(dueInMs).toBeGreaterThanOrEqual(4_500)
    expect(dueInMs).toBeLessThanOrEqual(5_500)

    fixture.receiver.behaviour = 204
    world.clock.hold(delivery.dueAt)
    await fixture.settled()
    expect(eventIds()).toEqual([...ids, ...ids])
    expect(await fixture.deliveries('?state=delivered')).toHaveLength(1)
    expect(await fixture.shown()).toMatchObject({ failingSince: null, waiting: 0 })
  })

  test('that is unreachable is retried', async () => {
    await world.call('PATCH', `/api/webhooks/${fixture.id}`, {
      token: account.token,
      body: { url: 'http://127.0.0.1:9/' },
    })
    world.clock.hold(new Date())
    await publishEvents(world, account, [{ device: boat }])
    await fixture.settled()
    const [{ state, attempts }] = await fixture.deliveries()
    expect([state, attempts[0].error]).toEqual([
      'waiting',
      'the receiver could not be reached (ECONNREFUSED)',
    ])
  })

  test('that answers 410 gets nothing more until it is enabled again', async () => {
    fixture.receiver.behaviour = 410
    const ids = await publishEvents(world, account, [{ device: boat }])
    await fixture.settled()
    const shown = await fixture.shown()
    expect(shown).toMatchObject({ enabled: false, waiting: 1 })
    expect(shown.disabled.reason).toContain('410')
    expect(Date.parse(shown.disabled.disabledAt)).toBeGreaterThan(Date.now() - 60_000)

    ids.push(...(await publishEvents(world, account, [{ device: boat }])))
    world.clock.offsetMs = minutes(50)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(fixture.receiver.received).toHaveLength(1)

    fixture.receiver.behaviour = 204
    const enabled = { token: account.token, body: { enabled: true } }
    expect((await world.call('PATCH', `/api/webhooks/${fixture.id}`, enabled)).status).toBe(200)
    await fixture.settled()
    expect(eventIds()).toEqual([ids[0], ...ids])
    expect(await fixture.shown()).toMatchObject({ enabled: true, disabled: null, waiting: 0 })
  })

  test.each([
    ['in seconds', (now: Date) => (now ? '1200' : '')],
    ['as a date', (now: Date) => new Date(now.getTime() + minutes(20)).toUTCString()],
  ])('that answers 429 with Retry-After %s is paused for that long, for all devices', async (_, after) => {
    const now = new Date(Math.floor(Date.now() / 1_000) * 1_000)
    world.clock.hold(now)
    fixture.receiver.behaviour = () => ({ status: 429, headers: { 'retry-after': after(now) } })
    const ids = await publishEvents(world, account, [{ device: boat }])
    await fixture.settled()
    ids.push(...(await publishEvents(world, account, [{ device: devices[1]! }])))
    fixture.receiver.behaviour = 204
    for (const minute of [1, 10, 19.9]) {
      world.clock.hold(new Date(now.getTime() + minutes(minute)))
      await fixture.settled()
      expect(fixture.receiver.received).toHaveLength(1)
    }
    world.clock.hold(new Date(now.getTime() + minutes(20)))
    await fixture.settled()
    expect(eventIds().sort()).toEqual([ids[0], ...ids].sort())
  })

  test('that fails for one event blocks that device only, and its events stay in order', async () => {
    const [first, second] = devices as [TestDevice, TestDevice]
    world.clock.hold(new Date())
    fixture.receiver.behaviour = ({ json }) => (json.data.poison ? 500 : 204)
    const [poison] = await publishEvents(world, account, [{ device: first, data: { poison: true } }])
    const blocked = await publishEvents(world, account, [{ device: first }, { device: first }])
    const others = await publishEvents(world, account, [{ device: second }, { device: second }])
    await fixture.settled()
    expect(eventIds().sort()).toEqual([poison, ...others].sort())
    expect(eventIds().filter((id) => id !== poison)).toEqual(others)
    blocked.push(...(await publishEvents(world, account, [{ device: first }])))
    await fixture.settled()
    expect(eventIds()).toHaveLength(3)
    fixture.receiver.behaviour = 204
    world.clock.hold(new Date(world.ctx.now().getTime() + 6_000))
    await fixture.settled()
    expect(eventIds().slice(3)).toEqual([poison, ...blocked])
  })
})

describe('the queue', () => {
  test('stops reading when it is full, and loses nothing', async () => {
    const now = new Date()
    world.clock.hold(now)
    fixture.receiver.behaviour = 500
    const ids = await publishEvents(
      world,
      account,
      Array.from({ length: 130 }, (_, index) => ({ device: devices[index % 3]! })),
    )
    await expect.poll(async () => (await fixture.shown()).waiting).toBeGreaterThanOrEqual(50)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect((await fixture.shown()).waiting).toBeLessThan(80)
    fixture.receiver.behaviour = 204
    fixture.receiver.received.length = 0
    world.clock.hold(new Date(now.getTime() + 6_000))
    await fixture.settled(30_000)
    expect(new Set(eventIds())).toEqual(new Set(ids))
    for (const device of devices) {
      const arrived = fixture.receiver.received.filter(({ json }) => json.deviceId === device.id)
      const expected = ids.filter((_, index) => devices[index % 3] === device)
      expect(arrived.map(({ json }) => json.id)).toEqual(expected)
    }
  })

  test('of a hanging receiver does not delay others', async () => {
    const slow = await makeWebhookFixture(world, account, { events: ['alert'] })
    slow.receiver.behaviour = 'hangs'
    const many = Array.from({ length: 40 }, (_, index) => ({ id: `dev_${index}`, number: 1_000_000 + index }))
    await publishEvents(
      world,
      account,
      many.map((device) => ({ device })),
    )
    const isFailing = async () => (await slow.shown()).failingSince !== null
    await expect.poll(isFailing).toBe(true)
    await fixture.settled()
    // Requests that were in flight before it was failing have a second to end.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    fixture.receiver.received.length = 0
    let max = 0
    for (let count = 0; count < 5; count += 1) {
      await publishEvents(world, account, [{ device: boat, type: 'device.online' }])
      await expect.poll(() => fixture.receiver.received.length, { interval: 10 }).toBe(count + 1)
      max = Math.max(max, slow.receiver.open())
    }
    expect([max > 0, max <= 2]).toEqual([true, true])
    await slow.close()
  })
})
