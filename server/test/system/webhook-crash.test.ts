import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../make.ts'
import type { ServerProcess } from '../processes.ts'
import { spawnServer } from '../processes.ts'
import type { TestDevice, WebhookFixture } from '../webhook-fixture.ts'
import { makeDevices, makeWebhookFixture, publishEvents } from '../webhook-fixture.ts'
import type { World } from '../world.ts'
import { openWorld } from '../world.ts'

let world: World
let account: MadeAccount
let devices: TestDevice[]
let fixture: WebhookFixture
beforeAll(async () => {
  world = await openWorld({ RASTRO_WEBHOOK_TIMEOUT_SECONDS: '1' })
  account = await world.make.account()
  devices = await makeDevices(world, account, 8)
  // Events of created devices are not part of this test.
  fixture = await makeWebhookFixture(world, account, { events: ['alert'] })
})
afterAll(async () => {
  await fixture.close()
  await world.close()
})

test('notifiers killed while they read and send lose nothing, and keep the order of each device', async () => {
  // Slow, so that a killed process has deliveries in flight.
  fixture.receiver.behaviour = () => sleep(60, 204)
  const notifiers: ServerProcess[] = [
    await spawnServer(world.env, ['notifier']),
    await spawnServer(world.env, ['notifier']),
  ]
  const published: string[] = []
  const publishing = (async () => {
    for (let round = 0; round < 40; round += 1) {
      published.push(
        ...(await publishEvents(
          world,
          account,
          devices.map((device) => ({ device, data: { round } })),
        )),
      )
      await sleep(100)
    }
  })()
  for (let death = 0; death < 4; death += 1) {
    await sleep(1_000)
    await notifiers.shift()!.kill()
    notifiers.push(await spawnServer(world.env, ['notifier']))
  }
  await publishing
  await fixture.settled(60_000)
  for (const notifier of notifiers) await notifier.stop()

  const received = fixture.receiver.received.map(({ json }) => json)
  const repeated = received.length - published.length
  const arrived = new Set(received.map(({ id }) => id))
  const lost = published.filter((id) => !arrived.has(id))
  process.stdout.write(
    `killed notifiers: ${published.length} published, ${repeated} sent again, ${lost.length} lost\n`,
  )
  expect([lost, arrived.size]).toEqual([[], published.length])
  // Deliveries in flight are sent again with the same id, and nothing overtakes them.
  for (const { id: device } of devices) {
    const rounds = received.filter((one) => one.deviceId === device).map(({ data }) => data.round)
    expect(rounds).toEqual(rounds.toSorted((a: number, b: number) => a - b))
  }
  expect(repeated).toBeLessThanOrEqual(4 * 8)
  const { rows } = await world.superuser.query(`
    select sum(waiting)::int as counted, (select count(*)::int from webhook_deliveries where state = 'waiting') as stored
    from webhook_queues`)
  expect(rows).toEqual([{ counted: 0, stored: 0 }])
}, 180_000)

test('an alert raised through the API arrives end to end', async () => {
  fixture.receiver.received.length = 0
  const server = await spawnServer(world.env, ['notifier'])
  const alert = await world.make.alert(account, devices[0]!.id, { text: 'Help' })
  await expect.poll(() => fixture.receiver.received.length).toBe(1)
  await server.stop()
  const [{ json }] = fixture.receiver.received as [WebhookFixture['receiver']['received'][0]]
  expect(json).toMatchObject({
    type: 'alert.raised',
    deviceId: devices[0]!.id,
    data: { id: alert.id, text: 'Help' },
  })
})
