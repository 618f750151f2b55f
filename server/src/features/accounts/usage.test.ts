import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import { callOver } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    RASTRO_REQUESTS_PER_MINUTE: '100000',
    RASTRO_REQUESTS_PER_MINUTE_PER_ADDRESS: '100000',
  })
})
afterAll(() => world.close())
afterEach(() => world.clock.release())

const setQuota = ({ accountId }: MadeAccount, quota: number | null) =>
  world.superuser.query('update accounts set daily_quota = $2 where account_id = $1', [accountId, quota])
const call = (token: string, path = '/api/account') => world.call('GET', path, { token })
const stored = async ({ accountId }: MadeAccount) => {
  const { rows } = await world.superuser.query(
    'select day::text, units::int from api_usage where account_id = $1 order by day',
    [accountId],
  )
  return Object.fromEntries(rows.map(({ day, units }) => [day, units]))
}

describe('usage', () => {
  test('is in every response and stored within a second or two', async () => {
    const house = await world.make.account()
    for (let used = 1; used <= 5; used += 1) {
      const { body } = await call(house.token)
      expect([body.apiUsage, body.apiDailyUsage]).toEqual([1, used])
    }
    await expect.poll(async () => Object.values(await stored(house))).toEqual([5])
  })

  test('counts rejected calls, but not unauthenticated ones', async () => {
    const house = await world.make.account()
    await call(house.token, '/api/devices/dev_none')
    await call('nonsense')
    expect((await call(house.token)).body.apiDailyUsage).toBe(2)
  })

  test('is reset at the start of the account’s day', async () => {
    // 23:59:59 in Havana, whose next day has two midnights.
    world.clock.hold('2026-11-01T03:59:59.000Z')
    const house = await world.make.account({ timeZone: 'America/Havana' })
    await call(house.token)
    expect((await call(house.token)).body.apiDailyUsage).toBe(2)
    await expect.poll(() => stored(house)).toEqual({ '2026-10-31': 2 })
    world.clock.hold('2026-11-01T04:00:00.000Z')
    expect((await call(house.token)).body.apiDailyUsage).toBe(1)
    await expect.poll(() => stored(house)).toEqual({ '2026-10-31': 2, '2026-11-01': 1 })
  })
})

describe('the daily quota', () => {
  test('rejects further calls, with the seconds until the account’s midnight', async () => {
    world.clock.hold('2026-11-01T03:30:00.000Z')
    const house = await world.make.account({ timeZone: 'America/Havana' })
    await setQuota(house, 3)
    const statuses: number[] = []
    for (let index = 0; index < 5; index += 1) statuses.push((await call(house.token)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    const { body, headers } = await call(house.token)
    expect(body).toMatchObject({ success: false, code: 'quota.exhausted' })
    expect(headers['retry-after']).toBe('1800')
    world.clock.hold('2026-11-01T04:00:00.000Z')
    expect((await call(house.token)).status).toBe(200)
  })

  test('allows calls again after it is raised or removed', async () => {
    const house = await world.make.account()
    await setQuota(house, 1)
    expect([(await call(house.token)).status, (await call(house.token)).status]).toEqual([200, 429])
    await setQuota(house, null)
    await expect.poll(async () => (await call(house.token)).status, { timeout: 5_000 }).toBe(200)
  })

  test('of one account does not affect another', async () => {
    const [poor, rich] = [await world.make.account(), await world.make.account()]
    await setQuota(poor, 0)
    expect([(await call(poor.token)).status, (await call(rich.token)).status]).toEqual([429, 200])
  })
})

describe('over two processes', () => {
  let servers: ServerProcess[]
  beforeAll(async () => {
    servers = await Promise.all([spawnServer(world.env), spawnServer(world.env)])
  })
  afterAll(() => Promise.all(servers.map((server) => server.stop())))

  test('every unit is counted once, even when a process stops', async () => {
    const house = await world.make.account()
    const calls = servers.map(({ url }) => callOver(url))
    const use = (index: number) => calls[index % 2]!('GET', '/api/account', { token: house.token })
    await Promise.all(Array.from({ length: 100 }, (_, index) => use(index)))
    await expect.poll(async () => Object.values(await stored(house))).toEqual([100])

    const third = await spawnServer(world.env)
    const last = callOver(third.url)
    for (let index = 0; index < 7; index += 1) await last('GET', '/api/account', { token: house.token })
    await third.stop()
    expect(Object.values(await stored(house))).toEqual([107])
    let more = 0
    const usedBefore = async () => {
      more += 1
      return (await use(0)).body.apiDailyUsage - more
    }
    await expect.poll(usedBefore, { interval: 500 }).toBe(107)
  })

  test('a quota applies to all of them together, with at most a second of lag', async () => {
    const house = await world.make.account()
    await setQuota(house, 40)
    const calls = servers.map(({ url }) => callOver(url))
    const statuses: number[] = []
    for (let index = 0; index < 40; index += 1) {
      statuses.push((await calls[index % 2]!('GET', '/api/account', { token: house.token })).status)
    }
    const late = () =>
      Promise.all(calls.map(async (one) => (await one('GET', '/api/account', { token: house.token })).status))
    await expect.poll(late, { timeout: 5_000, interval: 500 }).toEqual([429, 429])
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(40)
  })
})
