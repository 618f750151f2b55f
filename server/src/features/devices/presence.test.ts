import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { Presence } from './presence.api.ts'
import { createPresence, sweepPresence } from './presence.api.ts'

let world: World
let account: MadeAccount
let presence: Presence
let device: { id: string; number: number }

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.hold('2026-11-15T12:00:00Z')
  account = await world.make.account()
  presence = createPresence(world.ctx)
  const { id } = await world.make.device(account)
  const { rows } = await world.superuser.query('select number from devices where id = $1', [id])
  device = { id, number: rows[0].number }
})
afterEach(() => world.clock.release())

const at = (time: string) => world.clock.hold(`2026-11-15T${time}Z`)

/** Like the recorder: stores the location, then marks the device as seen. */
async function report(by = presence): Promise<void> {
  const now = world.ctx.now()
  await world.superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
     values ($1, $2, $3, $3, $3, 1, 1) on conflict (account_id, device_number) do update set seen_at = $3`,
    [account.accountId, device.number, now],
  )
  await by.markSeen([{ accountId: account.accountId, deviceNumber: device.number, atMs: now.getTime() }])
}

/** The events of the device, except its creation. */
async function events(): Promise<string[]> {
  const { rows } = await world.superuser.query(
    `select type, to_char(at at time zone 'UTC', 'HH24:MI') as at from outbox
     where device_number = $1 and type <> 'device.created' order by number`,
    [device.number],
  )
  return rows.map(({ type, at }) => `${at} ${type}`)
}

test('a device comes online once, and goes offline ten minutes after its last report', async () => {
  for (const minute of ['00', '04', '08', '12']) {
    at(`12:${minute}:00`)
    await report()
    await sweepPresence(world.ctx)
  }
  at('12:21:59')
  await sweepPresence(world.ctx)
  expect(await events()).toEqual(['12:00 device.online'])
  at('12:22:00')
  await Promise.all([1, 2, 3].map(() => sweepPresence(world.ctx)))
  expect(await events()).toEqual(['12:00 device.online', '12:22 device.offline'])
  at('12:30:00')
  await report()
  expect((await events()).at(-1)).toBe('12:30 device.online')
})

test('two recorders emit one event for the same device', async () => {
  await report()
  at('12:01:00')
  await report(createPresence(world.ctx))
  expect(await events()).toEqual(['12:00 device.online'])
})

test('old locations do not bring a device online', async () => {
  const atMs = world.ctx.now().getTime() - 600_000
  await presence.markSeen([{ accountId: account.accountId, deviceNumber: device.number, atMs }])
  expect(await events()).toEqual([])
})

test('a device that was deleted meanwhile is skipped', async () => {
  await report()
  await world.call('DELETE', `/api/devices/${device.id}`, { token: account.token })
  at('12:30:00')
  await sweepPresence(world.ctx)
  await presence.markSeen([
    { accountId: account.accountId, deviceNumber: device.number, atMs: world.ctx.now().getTime() },
  ])
  expect(await events()).toEqual(['12:00 device.online', expect.stringContaining('device.deleted')])
})
