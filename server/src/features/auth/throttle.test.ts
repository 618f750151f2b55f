import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { Called, World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { deleteOldThrottles } from './throttle.api.ts'

const perName = 3
const perAddress = 8
const overall = 30
let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld({
    RASTRO_AUTH_FAILURES_PER_NAME: String(perName),
    RASTRO_AUTH_FAILURES_PER_ADDRESS: String(perAddress),
    RASTRO_AUTH_FAILURES_PER_MINUTE: String(overall),
    RASTRO_TRUSTED_PROXIES: '127.0.0.1',
  })
  account = await world.make.account()
})
afterAll(() => world.close())
afterEach(async () => {
  world.clock.offsetMs = 0
  await world.superuser.query('delete from throttles')
})

const home = '192.0.2.1'
const message = 'Too many failed attempts. Try again later.'

function attempt(userName: string, { from = home, apiKey = 'wrong' } = {}): Promise<Called> {
  return world.call('POST', '/api/Auth/Token', {
    body: { userName, apiKey },
    headers: { 'x-forwarded-for': from },
  })
}
const signIn = (from = home, who = account) => attempt(who.userName, { from, apiKey: who.apiKey })
async function fail(times: number, userName: string, from?: string): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expect((await attempt(userName, from ? { from } : {})).status).toBe(401)
  }
}
const later = (seconds: number) => {
  world.clock.offsetMs += seconds * 1_000
}

describe('after too many failures', () => {
  test('a name has to wait, from any address and even with the right key', async () => {
    for (const from of ['192.0.2.1', '198.51.100.7', '2001:db8::1']) await fail(1, account.userName, from)

    const answer = await signIn('203.0.113.9')
    expect(answer).toMatchObject({ status: 429, body: { success: false, error: message } })
    expect(Object.keys(answer.body)).toEqual(['success', 'error'])
    expect(Number(answer.headers['retry-after'])).toBe(1)
  })

  test('an unknown name gets the same response', async () => {
    const [known, unknown] = [account.userName, 'nobody@example.com']
    await fail(perName, known, '192.0.2.1')
    await fail(perName, unknown, '192.0.2.2')

    const answers = await Promise.all([attempt(known), attempt(unknown)])
    expect(answers.map(({ status, text, headers }) => [status, text, headers['retry-after']])).toEqual(
      Array(2).fill([429, JSON.stringify({ success: false, error: message }), '1']),
    )
  })

  test('names are case-insensitive', async () => {
    for (const name of ['Some@example.com', 'SOME@example.com', 'some@EXAMPLE.com']) await fail(1, name)
    expect((await attempt('some@example.com')).status).toBe(429)
  })

  test('an address has to wait, with any name', async () => {
    for (let name = 0; name < perAddress; name += 1) await fail(1, `name-${name}@example.com`)
    expect((await attempt('fresh@example.com')).status).toBe(429)
    expect((await attempt('fresh@example.com', { from: '192.0.2.2' })).status).toBe(401)
  })

  test('an IPv6 address counts as its /64', async () => {
    for (let host = 1; host <= perAddress; host += 1) {
      await fail(1, `name-${host}@example.com`, `2001:db8:1:2::${host}`)
    }
    expect((await attempt('fresh@example.com', { from: '2001:db8:1:2:ffff::99' })).status).toBe(429)
    expect((await attempt('fresh@example.com', { from: '2001:db8:1:3::1' })).status).toBe(401)
  })

  test('above the overall limit, only addresses with an earlier success may try', async () => {
    // Counted per minute, so all attempts must be within one.
    world.clock.offsetMs = 60_000 - (Date.now() % 60_000)
    await signIn('192.0.2.50')
    for (let n = 0; n < overall; n += 1) await fail(1, `name-${n}@example.com`, `198.51.100.${n}`)

    const blocked = await signIn('192.0.2.51')
    expect(blocked).toMatchObject({ status: 429, body: { error: message } })
    expect(blocked.headers['retry-after']).toBe('60')
    expect((await signIn('192.0.2.50')).status).toBe(200)
    later(60)
    expect((await signIn('192.0.2.51')).status).toBe(200)
  })
})

describe('the wait', () => {
  test('doubles with each further failure, up to 15 minutes', async () => {
    await fail(perName, account.userName, '192.0.2.1')
    const waits: number[] = []
    for (let time = 0; time < 12; time += 1) {
      const { status, headers } = await attempt(account.userName, { from: `203.0.113.${time}` })
      expect(status).toBe(429)
      waits.push(Number(headers['retry-after']))
      later(Number(headers['retry-after']))
      await fail(1, account.userName, `203.0.113.${time}`)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  test('is not extended by attempts during the wait', async () => {
    await fail(perName, account.userName)
    for (let time = 0; time < 5; time += 1) expect((await attempt(account.userName)).status).toBe(429)
    later(1)
    expect((await signIn()).status).toBe(200)
  })

  test('is reset by a success', async () => {
    await fail(perName - 1, account.userName)
    expect((await signIn()).status).toBe(200)
    await fail(perName - 1, account.userName)
    expect((await signIn()).status).toBe(200)
  })

  test('is reset after a day without failures', async () => {
    await fail(perName, account.userName)
    later(86_401)
    await fail(1, account.userName)
    expect((await signIn('203.0.113.9')).status).toBe(200)
  })
})

describe('a legitimate user', () => {
  test('is not affected by failures of others elsewhere', async () => {
    const other = await world.make.account()
    await fail(perName, account.userName, '198.51.100.1')
    for (let name = 0; name < perAddress; name += 1) await fail(1, `n-${name}@example.com`, '198.51.100.2')
    expect((await signIn(home, other)).status).toBe(200)
  })

  test('can still sign in from a known address during an attack on the name', async () => {
    expect((await signIn(home)).status).toBe(200)
    await fail(perName, account.userName, '198.51.100.1')

    expect((await attempt(account.userName, { from: '198.51.100.1' })).status).toBe(429)
    expect((await signIn('203.0.113.9')).status).toBe(429)
    expect((await signIn(home)).status).toBe(200)
  })

  test('is also limited from a known address', async () => {
    await signIn(home)
    await fail(perName, account.userName, home)
    expect((await signIn(home)).status).toBe(429)
  })

  test('is not delayed by concurrent calls or by a clock that is behind', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn()))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await fail(1, account.userName)
    later(-5)
    expect((await signIn()).status).toBe(200)
  })
})

test('names are not stored in plain text, and old failures are deleted', async () => {
  await fail(1, 'secret-typed-as-name')
  await signIn('192.0.2.60')
  const listed = async () => (await world.superuser.query('select subject from throttles order by 1')).rows
  expect(JSON.stringify(await listed())).not.toContain('secret')
  later(3 * 86_400)
  await deleteOldThrottles(world.ctx)
  expect((await listed()).map(({ subject }) => subject.split(':')[0])).toEqual(['address', 'name', 'pair'])
})
