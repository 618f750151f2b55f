import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Hooked, HookedDevice } from '../../../test/hooked.ts'
import { deleteWebhooks, makeDevices, makeHooked, tell } from '../../../test/hooked.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { Received } from '../../../test/receiver.ts'
import { openReceiver } from '../../../test/receiver.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { waitMs } from './outcome.ts'
import { startWebhooks } from './worker.api.ts'

let world: World
let account: MadeAccount
let worker: { stop(): Promise<void> }
let devices: HookedDevice[]
let hooked: Hooked
const begins = Date.now()
beforeAll(async () => {
  world = await openWorld({ RASTRO_WEBHOOK_MAX_WAITING: '60' })
  worker = await startWebhooks(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
})
beforeEach(async () => {
  account = await world.make.account()
  devices = await makeDevices(world, account, 3)
  hooked = await makeHooked(world, account)
})
afterEach(async () => {
  world.clock.release()
  await deleteWebhooks(world)
  await hooked.close()
})

const hours = 3_600_000
async function at(ms: number): Promise<number> {
  world.clock.hold(new Date(ms))
  await hooked.settled()
  return hooked.receiver.received.length
}

/** Turns the clock to each try of the first delivery. Returns how long after the one before each came. */
async function exhaust(): Promise<number[]> {
  const gaps: number[] = []
  let now = begins
  for (let tries = 1; tries < 10; tries += 1) {
    const [delivery] = await hooked.deliveries('?state=waiting')
    expect(delivery.attempts).toHaveLength(tries)
    const due = Date.parse(delivery.due)
    gaps.push(due - now)
    const before = hooked.receiver.received.length
    expect(await at(due - 1)).toBe(before)
    expect(await at(due)).toBe(before + 1)
    now = due
  }
  return gaps
}

test('ten tries come over 75 hours; then the event is a dead letter, and the webhook is disabled', async () => {
  hooked.receiver.mood = 500
  world.clock.hold(new Date(begins))
  const [first] = await tell(world, account, [{ device: devices[0]! }])
  expect(await at(begins)).toBe(1)
  const gaps = await exhaust()
  for (const [index, gap] of gaps.entries()) {
    expect(gap).toBeGreaterThanOrEqual(Math.floor(waitMs(index + 1, 0)))
    expect(gap).toBeLessThanOrEqual(Math.ceil(waitMs(index + 1, 1)))
  }
  const [dead] = await hooked.deliveries('?state=failed')
  expect(dead).toMatchObject({ event: first, state: 'failed', due: null })
  expect(dead.attempts).toHaveLength(10)
  const shown = await hooked.shown()
  expect(shown).toMatchObject({ enabled: false, waiting: 0 })
  expect(shown.disabled).toMatchObject({ at: world.ctx.now().toISOString() })
  expect(shown.disabled.reason).toMatch(/10 times\. The last time: the receiver answered 500/)

  const received = hooked.receiver.received.length
  await tell(world, account, [{ device: devices[0]! }])
  expect(await at(begins + 200 * hours)).toBe(received)
})

test('one event that nobody takes becomes a dead letter, and the rest of its device goes on', async () => {
  hooked.receiver.mood = ({ json }) => (json.data.poison ? 500 : 204)
  world.clock.hold(new Date(begins))
  const [device, other] = devices as [HookedDevice, HookedDevice]
  const [poison] = await tell(world, account, [{ device, data: { poison: true } }])
  await at(begins)
  for (let tries = 1; tries < 10; tries += 1) {
    const [{ due }] = await hooked.deliveries('?state=waiting')
    // Meanwhile another device's events arrive.
    await tell(world, account, [{ device: other }])
    await at(Date.parse(due))
  }
  const [next] = await tell(world, account, [{ device }])
  await hooked.settled()
  expect((await hooked.deliveries('?state=failed')).map(({ event }) => event)).toEqual([poison])
  expect(await hooked.shown()).toMatchObject({ enabled: true, disabled: null })
  expect(hooked.receiver.received.at(-1)!.json.id).toBe(next)
})

test('ten minutes without a receiver lose nothing, and each device’s events arrive in their order', async () => {
  const { port } = hooked.receiver
  const told = new Map<string, string[]>(devices.map(({ id }) => [id, []]))
  async function tellAll(): Promise<void> {
    const ids = await tell(
      world,
      account,
      devices.map((device) => ({ device })),
    )
    for (const [index, { id }] of devices.entries()) told.get(id)!.push(ids[index]!)
  }
  world.clock.hold(new Date(begins))
  await tellAll()
  await hooked.settled()
  await hooked.close()
  const before = hooked.receiver.received.slice()
  for (let second = 20; second <= 600; second += 20) {
    world.clock.hold(new Date(begins + second * 1_000))
    await tellAll()
  }
  const isFull = async () => (await hooked.shown()).waiting >= 60
  await expect.poll(isFull).toBe(true)

  const back = await openReceiver({ port, now: () => world.ctx.now() })
  for (let minute = 11; minute <= 46; minute += 5) {
    world.clock.hold(new Date(begins + minute * 60_000))
    await hooked.quiet()
  }
  await hooked.settled(30_000)
  await back.close()
  const arrived = [...before, ...back.received].map(({ json }: Received) => json)
  for (const [device, ids] of told) {
    expect(ids).toHaveLength(31)
    expect(arrived.filter((one) => one.device === device).map(({ id }) => id)).toEqual(ids)
  }
  hooked.close = async () => {}
})
