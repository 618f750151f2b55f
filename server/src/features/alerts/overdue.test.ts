import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setLastSeen } from '../../../test/fleet.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { raiseExpired } from './expired-devices.ts'
import { setTimers, sweepOverdue } from './overdue.api.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => world.clock.release())

const hourMs = 3_600_000

const seen = (house: MadeAccount, deviceIds: string[], at: Date) =>
  setLastSeen(world.superuser, house, deviceIds, at)
const look = async () => {
  await setTimers(world.ctx)
  await sweepOverdue(world.ctx)
}
async function inbox({ token }: MadeAccount) {
  // The old token would have expired by the clock of the test.
  world.clock.release()
  return (await world.call('GET', '/api/alerts', { token })).body.alerts
}

describe('an overdue device', () => {
  test('raises one alert per silence, once it is overdue', async () => {
    const house = await world.make.account()
    const ship = await world.make.device(house)
    await world.make.rule(house, { type: 'overdue', settings: { afterSeconds: 600 }, devices: [ship.id] })
    const began = Date.now() + hourMs
    await seen(house, [ship.id], new Date(began))
    const at = async (minutes: number) => {
      world.clock.hold(new Date(began + minutes * 60_000))
      await look()
      return (await inbox(house)).length
    }
    expect([await at(1), await at(9.9), await at(10), await at(11), await at(60)]).toEqual([0, 0, 1, 1, 1])
    // A report ends the silence; the next one counts again.
    await seen(house, [ship.id], new Date(began + 61 * 60_000))
    expect([await at(62), await at(70), await at(71), await at(90)]).toEqual([1, 1, 2, 2])
    const [alert] = await inbox(house)
    expect(alert).toMatchObject({ name: 'overdue', deviceId: ship.id, latitude: 41, longitude: 2 })
    expect(Date.parse(alert.dateTime)).toBe(began + 71 * 60_000)
  })

  test('is due after three times its reporting interval by default', async () => {
    const house = await world.make.account()
    const [car, buoy] = [
      await world.make.device(house, { reportsEverySeconds: 60 }),
      await world.make.device(house, { reportsEverySeconds: 3_600 }),
    ]
    await world.make.device(house)
    await world.make.rule(house, { type: 'overdue' })
    const began = Date.now() + hourMs
    await seen(house, [car.id, buoy.id], new Date(began))
    const overdueAt = async (ms: number) => {
      world.clock.hold(new Date(began + ms))
      await look()
      return (await inbox(house)).map(({ deviceId }: { deviceId: string }) => deviceId)
    }
    expect(await overdueAt(179_999)).toEqual([])
    expect(await overdueAt(180_000)).toEqual([car.id])
    expect(await overdueAt(3 * hourMs)).toEqual([buoy.id, car.id])
  })

  test('has a timer exactly while a rule applies to it', async () => {
    const house = await world.make.account()
    const group = await world.make.group(house)
    const ship = await world.make.device(house)
    await world.make.rule(house, { type: 'overdue', settings: { afterSeconds: 60 }, groups: [group.id] })
    const timers = async () => {
      await setTimers(world.ctx)
      const { rows } = await world.superuser.query('select from overdue_timers where account_id = $1', [
        house.accountId,
      ])
      return rows.length
    }
    const change = (devices: string[]) =>
      world.call('PATCH', `/api/groups/${group.id}`, { token: house.token, body: { devices } })
    expect(await timers()).toBe(0)
    await change([ship.id])
    expect(await timers()).toBe(1)
    await change([])
    expect(await timers()).toBe(0)
  })

  test('raises nothing while it is expired or the schedule is off', async () => {
    const house = await world.make.account({ timeZone: 'UTC' })
    const limits = { expires: true, expirationDate: '2020-01-01' }
    const [expired, ship] = [await world.make.device(house, { limits }), await world.make.device(house)]
    const conditions = { schedule: [{ from: '08:00', to: '18:00' }] }
    const settings = { afterSeconds: 600 }
    await world.make.rule(house, { type: 'overdue', settings, conditions })
    await seen(house, [expired.id, ship.id], new Date('2036-05-05T01:00:00Z'))
    const at = async (time: string) => {
      world.clock.hold(`2036-05-05T${time}Z`)
      await look()
      return (await inbox(house)).map(({ deviceId }: { deviceId: string }) => deviceId)
    }
    expect(await at('02:00:00')).toEqual([])
    expect(await at('08:01:00')).toEqual([ship.id])
  })
})

test('a device that expires raises one alert per rule', async () => {
  const house = await world.make.account()
  const ship = await world.make.device(house)
  await world.make.rule(house, { type: 'expired', severity: 'info' })
  const event = { id: `${ship.id}:expired:7`, deviceId: ship.id, timestamp: '2026-05-01T00:00:00.000Z' }
  await raiseExpired(world.ctx, house.accountId, event)
  await raiseExpired(world.ctx, house.accountId, event)
  expect(await inbox(house)).toMatchObject([{ name: 'device.expired', severity: 'info', deviceId: ship.id }])
})
