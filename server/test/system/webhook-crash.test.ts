import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hooked, HookedDevice } from '../hooked.ts'
import { makeDevices, makeHooked, tell } from '../hooked.ts'
import type { MadeAccount } from '../make.ts'
import type { ServerProcess } from '../processes.ts'
import { spawnServer } from '../processes.ts'
import type { World } from '../world.ts'
import { openWorld } from '../world.ts'

let world: World
let account: MadeAccount
let devices: HookedDevice[]
let hooked: Hooked
beforeAll(async () => {
  world = await openWorld({ RASTRO_WEBHOOK_ANSWER_SECONDS: '1' })
  account = await world.make.account()
  devices = await makeDevices(world, account, 8)
  // What is told of the making of devices is not what this is about.
  hooked = await makeHooked(world, account, { events: ['alert'] })
})
afterAll(async () => {
  await hooked.close()
  await world.close()
})

test('notifiers that are killed while they read and send lose nothing, and keep the order of each device', async () => {
  // Slow, so that whoever is killed has something on its way.
  hooked.receiver.mood = () => sleep(60, 204)
  const notifiers: ServerProcess[] = [
    await spawnServer(world.env, ['notifier']),
    await spawnServer(world.env, ['notifier']),
  ]
  const told: string[] = []
  const telling = (async () => {
    for (let round = 0; round < 40; round += 1) {
      told.push(
        ...(await tell(
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
  await telling
  await hooked.settled(60_000)
  for (const notifier of notifiers) await notifier.stop()

  const received = hooked.receiver.received.map(({ json }) => json)
  const repeated = received.length - told.length
  const arrived = new Set(received.map(({ id }) => id))
  const lost = told.filter((id) => !arrived.has(id))
  process.stdout.write(`killed notifiers: ${told.length} told, ${repeated} sent again, ${lost.length} lost\n`)
  expect([lost, arrived.size]).toEqual([[], told.length])
  // What a killed process had on its way is sent again, under the same identifier, and nothing passes it.
  for (const { id: device } of devices) {
    const rounds = received.filter((one) => one.device === device).map(({ data }) => data.round)
    expect(rounds).toEqual(rounds.toSorted((a: number, b: number) => a - b))
  }
  expect(repeated).toBeLessThanOrEqual(4 * 8)
  const { rows } = await world.superuser.query(`
    select sum(waiting)::int as counted, (select count(*)::int from webhook_deliveries where state = 'waiting') as standing
    from webhook_queues`)
  expect(rows).toEqual([{ counted: 0, standing: 0 }])
}, 180_000)

test('an alert that is raised by the API arrives, from end to end', async () => {
  hooked.receiver.received.length = 0
  const server = await spawnServer(world.env, ['notifier'])
  const alert = await world.make.alert(account, devices[0]!.id, { text: 'Help' })
  await expect.poll(() => hooked.receiver.received.length).toBe(1)
  await server.stop()
  const [{ json }] = hooked.receiver.received as [Hooked['receiver']['received'][0]]
  expect(json).toMatchObject({
    type: 'alert.raised',
    device: devices[0]!.id,
    data: { id: alert.id, text: 'Help' },
  })
})
