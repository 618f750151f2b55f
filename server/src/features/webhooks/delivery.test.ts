import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Hooked, HookedDevice } from '../../../test/hooked.ts'
import { deleteWebhooks, makeDevices, makeHooked, tell } from '../../../test/hooked.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { appendEvents } from '../events/event-log.api.ts'
import { signatureOf } from './signature.ts'
import { startWebhooks } from './worker.api.ts'

let world: World
let account: MadeAccount
let worker: { stop(): Promise<void> }
let devices: HookedDevice[]
let boat: HookedDevice
let hooked: Hooked
beforeAll(async () => {
  world = await openWorld({
    RASTRO_WEBHOOK_ANSWER_SECONDS: '1',
    RASTRO_WEBHOOK_MAX_WAITING: '50',
    RASTRO_WEBHOOKS_AT_ONCE: '4',
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
  hooked = await makeHooked(world, account)
})
afterEach(async () => {
  world.clock.release()
  await deleteWebhooks(world)
  await hooked.close()
})

const minutes = (count: number) => count * 60_000
const eventIds = () => hooked.receiver.received.map(({ headers }) => headers['webhook-id'])

describe('an event', () => {
  test('is posted as it stands in the log, once, and signed', async () => {
    const [id] = await tell(world, account, [{ device: boat, data: { name: 'Señal 🚢' } }])
    await hooked.settled()
    expect(hooked.receiver.received).toHaveLength(1)
    const [{ headers, body, json }] = hooked.receiver.received as [Hooked['receiver']['received'][0]]
    expect(json).toMatchObject({ id, type: 'alert.raised', device: boat.id, data: { name: 'Señal 🚢' } })
    expect(headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json; charset=utf-8' })
    const timestamp = Number(headers['webhook-timestamp'])
    expect(Math.abs(Date.now() / 1_000 - timestamp)).toBeLessThan(30)
    const expected = signatureOf([hooked.secret], { id: id!, timestamp, body })
    expect(headers['webhook-signature']).toBe(expected)
  })

  test('stands in the log with what was sent and the beginning of the answer', async () => {
    hooked.receiver.mood = () => ({ status: 200, body: `\u0000fine ${'x'.repeat(5_000)}` })
    const [id] = await tell(world, account, [{ device: boat }])
    await hooked.settled()
    const [delivery] = await hooked.deliveries()
    expect(delivery).toMatchObject({ event: id, type: 'alert.raised', device: boat.id, state: 'delivered' })
    expect(JSON.parse(delivery.request).id).toBe(id)
    const [attempt] = delivery.attempts
    expect(attempt).toMatchObject({ url: hooked.receiver.url, status: 200, error: null })
    expect(attempt.response).toMatch(/^fine x{1018}$/)
  })

  test('of a kind that no webhook wants makes nobody read the log; what comes then is posted once', async () => {
    const other = await world.make.account()
    const [car] = (await makeDevices(world, other, 1)) as [HookedDevice]
    const wantsAlerts = await makeHooked(world, other, { events: ['alert'] })
    const placeOf = async () => {
      const { rows } = await world.superuser.query('select position from webhooks where id = $1', [
        wantsAlerts.id,
      ])
      return rows[0].position
    }
    // From then on it is followed.
    const [first] = await tell(world, other, [{ device: car }])
    await wantsAlerts.settled()
    const before = await placeOf()
    await tell(
      world,
      other,
      Array.from({ length: 20 }, () => ({ device: car, type: 'location.received' })),
    )
    await sleep(500)
    expect(await placeOf()).toBe(before)
    const [second] = await tell(world, other, [{ device: car }])
    await wantsAlerts.settled()
    expect(wantsAlerts.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([first, second])
    await wantsAlerts.close()
  })

  test('is posted only where its kind or type is wanted, of the devices that are wanted', async () => {
    const [first, second, third] = devices as [HookedDevice, HookedDevice, HookedDevice]
    const group = await world.make.group(account, { devices: [second.id] })
    const others = [
      await makeHooked(world, account, { events: ['alert', 'device.expired'] }),
      await makeHooked(world, account, { devices: [first.id], groups: [group.id] }),
      await makeHooked(world, account, { devices: [third.id], events: ['location'] }),
    ]
    const told = [
      { device: first, type: 'alert.raised' },
      { device: first, type: 'device.expired' },
      { device: second, type: 'device.online' },
      { device: third, type: 'location' },
      { device: third, type: 'alert.resolved' },
    ]
    await tell(world, account, told)
    for (const one of [hooked, ...others]) await one.settled()
    const arrived = [hooked, ...others].map(({ receiver }) =>
      receiver.received
        .map(({ json }) => `${devices.findIndex(({ id }) => id === json.device)} ${json.type}`)
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
    const stranger = await world.make.account()
    const [theirs] = await makeDevices(world, stranger, 1)
    await tell(world, stranger, [{ device: theirs! }])
    const [id] = await tell(world, account, [{ device: boat }])
    await hooked.settled()
    expect(eventIds()).toEqual([id])
  })

  test('that the log tells twice is posted once', async () => {
    const [id] = await tell(world, account, [{ device: boat }])
    await hooked.settled()
    const event = { type: 'alert.raised', deviceNumber: boat.number, latitude: null, longitude: null }
    await appendEvents(world.ctx, account.accountId, 'alert', [{ ...event, json: JSON.stringify({ id }) }])
    await tell(world, account, [{ device: boat }])
    await hooked.settled()
    expect(eventIds().filter((one) => one === id)).toHaveLength(1)
    expect(eventIds()).toHaveLength(2)
  })
})

describe('a receiver', () => {
  const failures = [
    ['hangs', 'hangs', { status: null, error: 'no answer within 1 s' }],
    ['says 500', 500, { status: 500, error: null }],
    ['says 301', 301, { status: 301, error: 'redirects are not followed' }],
    ['says 404', 404, { status: 404 }],
  ] as const
  test.each(failures)('that %s is tried again 5 s later', async (_, mood, attempt) => {
    world.clock.hold(new Date())
    hooked.receiver.mood = mood
    const ids = await tell(world, account, [{ device: boat }])
    await hooked.settled()
    const [delivery] = await hooked.deliveries()
    expect(delivery).toMatchObject({ state: 'waiting', attempts: [attempt] })
    expect((await hooked.shown()).failingSince).toBe(world.ctx.now().toISOString())
    const dueInMs = Date.parse(delivery.due) - world.ctx.now().getTime()
    expect(dueInMs).toBeGreaterThanOrEqual(4_500)
    expect(dueInMs).toBeLessThanOrEqual(5_500)

    hooked.receiver.mood = 204
    world.clock.hold(delivery.due)
    await hooked.settled()
    expect(eventIds()).toEqual([...ids, ...ids])
    expect(await hooked.deliveries('?state=delivered')).toHaveLength(1)
    expect(await hooked.shown()).toMatchObject({ failingSince: null, waiting: 0 })
  })

  test('that is not there is tried again', async () => {
    await world.call('PATCH', `/api/webhooks/${hooked.id}`, {
      token: account.token,
      body: { url: 'http://127.0.0.1:9/' },
    })
    world.clock.hold(new Date())
    await tell(world, account, [{ device: boat }])
    await hooked.settled()
    const [{ state, attempts }] = await hooked.deliveries()
    expect([state, attempts[0].error]).toEqual(['waiting', 'it could not be reached (ECONNREFUSED)'])
  })

  test('that says 410 gets nothing more, until somebody enables it again', async () => {
    hooked.receiver.mood = 410
    const ids = await tell(world, account, [{ device: boat }])
    await hooked.settled()
    const shown = await hooked.shown()
    expect(shown).toMatchObject({ enabled: false, waiting: 1 })
    expect(shown.disabled.reason).toContain('410')
    expect(Date.parse(shown.disabled.at)).toBeGreaterThan(Date.now() - 60_000)

    ids.push(...(await tell(world, account, [{ device: boat }])))
    world.clock.offsetMs = minutes(50)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(hooked.receiver.received).toHaveLength(1)

    hooked.receiver.mood = 204
    const enabled = { token: account.token, body: { enabled: true } }
    expect((await world.call('PATCH', `/api/webhooks/${hooked.id}`, enabled)).status).toBe(200)
    await hooked.settled()
    expect(eventIds()).toEqual([ids[0], ...ids])
    expect(await hooked.shown()).toMatchObject({ enabled: true, disabled: null, waiting: 0 })
  })

  test.each([
    ['in seconds', (now: Date) => (now ? '1200' : '')],
    ['as a date', (now: Date) => new Date(now.getTime() + minutes(20)).toUTCString()],
  ])('that says 429 with Retry-After %s is left alone for that long, with all devices', async (_, after) => {
    const now = new Date(Math.floor(Date.now() / 1_000) * 1_000)
    world.clock.hold(now)
    hooked.receiver.mood = () => ({ status: 429, headers: { 'retry-after': after(now) } })
    const ids = await tell(world, account, [{ device: boat }])
    await hooked.settled()
    ids.push(...(await tell(world, account, [{ device: devices[1]! }])))
    hooked.receiver.mood = 204
    for (const minute of [1, 10, 19.9]) {
      world.clock.hold(new Date(now.getTime() + minutes(minute)))
      await hooked.settled()
      expect(hooked.receiver.received).toHaveLength(1)
    }
    world.clock.hold(new Date(now.getTime() + minutes(20)))
    await hooked.settled()
    expect(eventIds().sort()).toEqual([ids[0], ...ids].sort())
  })

  test('that fails for one event holds back that device only, and its events stay in order', async () => {
    const [first, second] = devices as [HookedDevice, HookedDevice]
    world.clock.hold(new Date())
    hooked.receiver.mood = ({ json }) => (json.data.poison ? 500 : 204)
    const [poison] = await tell(world, account, [{ device: first, data: { poison: true } }])
    const held = await tell(world, account, [{ device: first }, { device: first }])
    const others = await tell(world, account, [{ device: second }, { device: second }])
    await hooked.settled()
    expect(eventIds().sort()).toEqual([poison, ...others].sort())
    expect(eventIds().filter((id) => id !== poison)).toEqual(others)
    held.push(...(await tell(world, account, [{ device: first }])))
    await hooked.settled()
    expect(eventIds()).toHaveLength(3)
    hooked.receiver.mood = 204
    world.clock.hold(new Date(world.ctx.now().getTime() + 6_000))
    await hooked.settled()
    expect(eventIds().slice(3)).toEqual([poison, ...held])
  })
})

describe('what waits', () => {
  test('is read no further when it is too much, and loses nothing', async () => {
    const now = new Date()
    world.clock.hold(now)
    hooked.receiver.mood = 500
    const ids = await tell(
      world,
      account,
      Array.from({ length: 130 }, (_, index) => ({ device: devices[index % 3]! })),
    )
    await expect.poll(async () => (await hooked.shown()).waiting).toBeGreaterThanOrEqual(50)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect((await hooked.shown()).waiting).toBeLessThan(80)
    hooked.receiver.mood = 204
    hooked.receiver.received.length = 0
    world.clock.hold(new Date(now.getTime() + 6_000))
    await hooked.settled(30_000)
    expect(new Set(eventIds())).toEqual(new Set(ids))
    for (const device of devices) {
      const arrived = hooked.receiver.received.filter(({ json }) => json.device === device.id)
      const told = ids.filter((_, index) => devices[index % 3] === device)
      expect(arrived.map(({ json }) => json.id)).toEqual(told)
    }
  })

  test('for a receiver that hangs holds up no other', async () => {
    const slow = await makeHooked(world, account, { events: ['alert'] })
    slow.receiver.mood = 'hangs'
    const many = Array.from({ length: 40 }, (_, index) => ({ id: `dev_${index}`, number: 1_000_000 + index }))
    await tell(
      world,
      account,
      many.map((device) => ({ device })),
    )
    const isFailing = async () => (await slow.shown()).failingSince !== null
    await expect.poll(isFailing).toBe(true)
    await hooked.settled()
    // What was on its way before it was known to fail has its second.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    hooked.receiver.received.length = 0
    let most = 0
    for (let told = 0; told < 5; told += 1) {
      await tell(world, account, [{ device: boat, type: 'device.online' }])
      await expect.poll(() => hooked.receiver.received.length, { interval: 10 }).toBe(told + 1)
      most = Math.max(most, slow.receiver.open())
    }
    expect([most > 0, most <= 2]).toEqual([true, true])
    await slow.close()
  })
})
