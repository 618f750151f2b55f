import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createHealth } from '../../platform/observability/health.ts'
import { createApi } from '../../roles/api.ts'

const perName = 5
const perAddress = 20
let world: World
/** A second process of the same installation. */
let peer: World['app']
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld({
    RASTRO_AUTH_FAILURES_PER_NAME: String(perName),
    RASTRO_AUTH_FAILURES_PER_ADDRESS: String(perAddress),
    RASTRO_AUTH_FAILURES_PER_MINUTE: '300',
    RASTRO_TRUSTED_PROXIES: '127.0.0.1',
  })
  account = await world.make.account()
  peer = await createApi(
    world.ctx,
    createHealth(world.ctx, () => false),
  )
})
afterAll(async () => {
  await peer.close()
  await world.close()
})
afterEach(() => world.superuser.query('delete from throttles'))

interface Guess {
  userName?: string
  apiKey?: string
  from?: string
  app?: World['app']
}
async function ask({ userName, apiKey, from = '192.0.2.1', app = world.app }: Guess): Promise<number> {
  const payload = { userName: userName ?? account.userName, apiKey: apiKey ?? 'wrong' }
  const headers = { 'x-forwarded-for': from }
  return (await app.inject({ method: 'POST', url: '/api/Auth/Token', payload, headers })).statusCode
}
/** At one instant: on a slow machine the first wait of a second would end meanwhile, and one more be judged. */
async function inParallel(times: number, guess: (index: number) => Guess): Promise<number[]> {
  world.clock.hold(new Date())
  const statuses = await Promise.all(Array.from({ length: times }, (_, index) => ask(guess(index))))
  world.clock.release()
  return statuses
}
const countOf = (statuses: number[], wanted: number) => statuses.filter((one) => one === wanted).length

describe('parallel attempts', () => {
  test('on one name are judged as often as one after the other', async () => {
    const statuses = await inParallel(200, (index) => ({ apiKey: `wrong ${index}` }))
    expect(countOf(statuses, 401)).toBe(perName)
    expect(countOf(statuses, 429)).toBe(200 - perName)
  })

  test('on one name through two processes and many addresses too', async () => {
    const statuses = await inParallel(100, (index) => ({
      from: `198.51.100.${index}`,
      app: index % 2 === 0 ? world.app : peer,
    }))
    expect(countOf(statuses, 401)).toBe(perName)
    expect(countOf(statuses, 429)).toBe(100 - perName)
  })

  test('on many names are limited per address', async () => {
    const statuses = await inParallel(300, (index) => ({
      userName: `name-${index}@example.com`,
      from: `203.0.113.${index % 5}`,
    }))
    expect(countOf(statuses, 401)).toBe(5 * perAddress)
    expect(countOf(statuses, 429)).toBe(300 - 5 * perAddress)
  })

  test('do not let the right key through beside many wrong ones', async () => {
    const statuses = await inParallel(60, (index) => (index === 59 ? { apiKey: account.apiKey } : {}))
    expect(countOf(statuses, 200)).toBe(0)
    expect(countOf(statuses, 401)).toBe(perName)
  })

  test('with the right key all succeed, also through two processes', async () => {
    const apps = [world.app, peer]
    const statuses = await inParallel(60, (index) => ({ apiKey: account.apiKey, app: apps[index % 2]! }))
    expect(statuses).toEqual(Array(60).fill(200))
    const { rows } = await world.superuser.query('select sum(reserved)::int as reserved from throttles')
    expect(rows).toEqual([{ reserved: 0 }])
  })

  test('that never finished are forgotten after half a minute', async () => {
    await ask({})
    await world.superuser.query('update throttles set reserved = 1000, reserved_at = now()')
    expect(await ask({ apiKey: account.apiKey })).toBe(429)
    world.clock.offsetMs = 31_000
    expect(await ask({ apiKey: account.apiKey })).toBe(200)
    world.clock.offsetMs = 0
  })
})
