import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { Received } from '../../../test/receiver.ts'
import { openReceiver } from '../../../test/receiver.ts'
import type { TestDevice, WebhookFixture } from '../../../test/webhook-fixture.ts'
import {
  deleteWebhooks,
  makeDevices,
  makeWebhookFixture,
  publishEvents,
} from '../../../test/webhook-fixture.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { waitMs } from './outcome.ts'
import { startWebhooks } from './worker.api.ts'

let world: World
let account: MadeAccount
let worker: { stop(): Promise<void> }
let devices: TestDevice[]
let fixture: WebhookFixture
const begins = Date.now()
beforeAll(async () => {
  world = await openWorld({ RASTRO_WEBHOOK_MAX_QUEUED: '60' })
  worker = await startWebhooks(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
})
beforeEach(async () => {
  account = await world.make.account()
  devices = await makeDevices(world, account, 3)
  fixture = await makeWebhookFixture(world, account)
})
afterEach(async () => {
  world.clock.release()
  await deleteWebhooks(world)
  await fixture.close()
})

const hours = 3_600_000
async function at(ms: number): Promise<number> {
  world.clock.hold(new Date(ms))
  await fixture.settled()
  return fixture.receiver.received.length
}

/** Moves the clock to each attempt of the first delivery. Returns the delays between attempts. */
async function exhaust(): Promise<number[]> {
  const gaps: number[] = []
  let now = begins
  for (let tries = 1; tries < 10; tries += 1) {
    const [delivery] = await fixture.deliveries('?state=waiting')
    expect(delivery.attempts).toHaveLength(tries)
    const due = Date.parse(delivery.dueAt)
    gaps.push(due - now)
    const before = fixture.receiver.received.length
    expect(await at(due - 1)).toBe(before)
    expect(await at(due)).toBe(before + 1)
    now = due
  }
  return gaps
}

test('after ten attempts over 75 hours the event is a dead letter, and the webhook is disabled', async () => {
  fixture.receiver.behaviour = 500
  world.clock.hold(new Date(begins))
  const [first] = await publishEvents(world, account, [{ device: devices[0]! }])
  expect(await at(begins)).toBe(1)
  const gaps = await exhaust()
  for (const [index, gap] of gaps.entries()) {
    expect(gap).toBeGreaterThanOrEqual(Math.floor(waitMs(index + 1, 0)))
    expect(gap).toBeLessThanOrEqual(Math.ceil(waitMs(index + 1, 1)))
  }
  const [dead] = await fixture.deliveries('?state=failed')
  expect(dead).toMatchObject({ eventId: first, state: 'failed', dueAt: null })
  expect(dead.attempts).toHaveLength(10)
  const shown = await fixture.shown()
  expect(shown).toMatchObject({ enabled: false, waiting: 0 })
  expect(shown.disabled).toMatchObject({ disabledAt: world.ctx.now().toISOString() })
  expect(shown.disabled.reason).toMatch(/10 times\. Last error: the receiver answered 500/)

  const received = fixture.receiver.received.length
  await publishEvents(world, account, [{ device: devices[0]! }])
  expect(await at(begins + 200 * hours)).toBe(received)
})

test('an event that always fails becomes a dead letter, and the queue of its device continues', async () => {
  fixture.receiver.behaviour = ({ json }) => (json.data.poison ? 500 : 204)
  world.clock.hold(new Date(begins))
  const [device, other] = devices as [TestDevice, TestDevice]
  const [poison] = await publishEvents(world, account, [{ device, data: { poison: true } }])
  await at(begins)
  for (let tries = 1; tries < 10; tries += 1) {
    const [{ dueAt }] = await fixture.deliveries('?state=waiting')
    // Meanwhile events of another device are delivered.
    await publishEvents(world, account, [{ device: other }])
    await at(Date.parse(dueAt))
  }
  const [next] = await publishEvents(world, account, [{ device }])
  await fixture.settled()
  expect((await fixture.deliveries('?state=failed')).map(({ eventId }) => eventId)).toEqual([poison])
  expect(await fixture.shown()).toMatchObject({ enabled: true, disabled: null })
  expect(fixture.receiver.received.at(-1)!.json.id).toBe(next)
})

test('an outage of ten minutes loses nothing, and events of each device arrive in order', async () => {
  const { port } = fixture.receiver
  const published = new Map<string, string[]>(devices.map(({ id }) => [id, []]))
  async function publishAll(): Promise<void> {
    const ids = await publishEvents(
      world,
      account,
      devices.map((device) => ({ device })),
    )
    for (const [index, { id }] of devices.entries()) published.get(id)!.push(ids[index]!)
  }
  world.clock.hold(new Date(begins))
  await publishAll()
  await fixture.settled()
  await fixture.close()
  const before = fixture.receiver.received.slice()
  for (let second = 20; second <= 600; second += 20) {
    world.clock.hold(new Date(begins + second * 1_000))
    await publishAll()
  }
  const isFull = async () => (await fixture.shown()).waiting >= 60
  await expect.poll(isFull).toBe(true)

  const back = await openReceiver({ port, now: () => world.ctx.now() })
  for (let minute = 11; minute <= 46; minute += 5) {
    world.clock.hold(new Date(begins + minute * 60_000))
    await fixture.quiet()
  }
  await fixture.settled(30_000)
  await back.close()
  const arrived = [...before, ...back.received].map(({ json }: Received) => json)
  for (const [device, ids] of published) {
    expect(ids).toHaveLength(31)
    expect(arrived.filter((one) => one.deviceId === device).map(({ id }) => id)).toEqual(ids)
  }
  fixture.close = async () => {}
})
