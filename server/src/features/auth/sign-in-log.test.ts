import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { strike } from '../../../test/people.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { runHousekeeping } from './auth.api.ts'
import { nearbyOf } from './new-sign-in.ts'
import { recordRefusal, writeRefusals } from './sign-in-log.api.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => world.close())
afterEach(() => {
  world.clock.offsetMs = 0
})

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36'
interface SignIn {
  attemptedAt: string
  method: string
  outcome: string
  reason: string | null
  network: string | null
  clientId: string | null
}
interface From {
  address?: string
  agent?: string
}
const headersOf = ({ address = '192.0.2.7', agent = chrome }: From) => ({
  'x-forwarded-for': address,
  'user-agent': agent,
})
const signIn = (who: { userName: string; password: string }, from: From = {}) =>
  world.call('POST', '/session', {
    body: { userName: who.userName, password: who.password },
    headers: headersOf(from),
  })
const exchange = (userName: string, apiKey: string, from: From = {}) =>
  world.call('POST', '/api/Auth/Token', { body: { userName, apiKey }, headers: headersOf(from) })
/** Without those of the key that made the account. */
const list = async ({ token }: Pick<MadeAccount, 'token'>, path = '/api/me/signIns') => {
  await writeRefusals(world.ctx)
  const { signIns } = (await world.call('GET', path, { token })).body as { signIns: SignIn[] }
  // Refusals are written a moment later than successes.
  const byTime = signIns.sort((a, b) => Date.parse(b.attemptedAt) - Date.parse(a.attemptedAt))
  return byTime.filter(({ network }) => network !== '127.0.0.1')
}
const outcomesOf = (signIns: SignIn[]) =>
  signIns.map(({ method, outcome, reason }) => `${method} ${outcome}${reason ? ` ${reason}` : ''}`)

test('contains successes and refusals, newest first, with their reasons', async () => {
  const account = await world.make.account()
  await signIn(account)
  await signIn({ ...account, password: 'wrong' }, { address: '2001:db8::7' })
  await exchange(account.userName.toUpperCase(), 'rk_live_wrong')
  await exchange(account.userName, account.apiKey, { agent: 'curl/8.14.1' })
  const signIns = await list(account)
  expect(outcomesOf(signIns)).toEqual([
    'apiKey succeeded',
    'apiKey refused credentials',
    'password refused credentials',
    'password succeeded',
  ])
  expect(signIns[2]).toEqual({
    attemptedAt: expect.any(String),
    method: 'password',
    outcome: 'refused',
    reason: 'credentials',
    network: '2001:db8::/64',
    browser: 'Chrome',
    system: 'Windows',
    clientId: null,
  })
  expect(signIns[0]).toMatchObject({ browser: 'curl', clientId: account.keyId })
  expect(signIns[3]?.clientId).toMatch(/^ses_/)

  await strike(world.superuser, account.ownerId, 'disabled')
  await signIn(account)
  await writeRefusals(world.ctx)
  const { rows } = await world.superuser.query(
    `select reason from sign_ins where user_id = $1 order by number desc limit 1`,
    [account.ownerId],
  )
  expect(rows).toEqual([{ reason: 'inactive' }])
})

test('shows why a limited key was refused, to its user only', async () => {
  const account = await world.make.account()
  const body = { name: 'office', networks: ['198.51.100.0/24'] }
  const { apiKey } = (await world.call('POST', '/api/apiKeys', { token: account.token, body })).body
  await exchange(account.userName, apiKey)
  expect(outcomesOf(await list(account))).toEqual(['apiKey refused network'])
})

test('contains attempts that were refused unseen, because there were too many', async () => {
  const strict = await openWorld({ RASTRO_AUTH_FAILURES_PER_NAME: '2' })
  const { userName, ownerId } = await strict.make.account()
  for (let tries = 0; tries < 3; tries += 1)
    await strict.call('POST', '/session', { body: { userName, password: 'wrong' } })
  await writeRefusals(strict.ctx)
  const { rows } = await strict.superuser.query(
    `select reason from sign_ins where user_id = $1 and outcome = 'refused' order by number`,
    [ownerId],
  )
  expect(rows.map(({ reason }) => reason)).toEqual(['credentials', 'credentials', 'throttled'])
  await strict.close()
})

test('does not contain names that nobody has: they are counted', async () => {
  const unknown = async () => (await metrics.signInsOfUnknown.get()).values[0]?.value ?? 0
  await writeRefusals(world.ctx)
  const before = await unknown()
  const rowsBefore = await world.superuser.query('select count(*)::int as n from sign_ins')
  for (let tries = 0; tries < 3; tries += 1) await signIn({ userName: 'nobody@example.com', password: 'x' })
  await exchange('nobody else', 'rk_live_wrong')
  await writeRefusals(world.ctx)
  expect((await unknown()) - before).toBe(4)
  expect((await world.superuser.query('select count(*)::int as n from sign_ins')).rows).toEqual(
    rowsBefore.rows,
  )
})

test('refusals are written by the process itself, shortly after the response', async () => {
  const account = await world.make.account()
  await signIn({ ...account, password: 'wrong' })
  const refused = () =>
    world.superuser.query(`select 1 from sign_ins where user_id = $1 and outcome = 'refused'`, [
      account.ownerId,
    ])
  await expect.poll(async () => (await refused()).rows.length, { timeout: 5_000 }).toBe(1)
})

describe('the log is bounded', () => {
  const count = async (userId: string) =>
    (
      await world.superuser.query(
        `select outcome, count(*)::int as n from sign_ins where user_id = $1 group by outcome order by outcome`,
        [userId],
      )
    ).rows

  test('to 100 refusals of a user, day and method, which displace no success', async () => {
    const account = await world.make.account()
    const refuse = (times: number) => {
      for (let tries = 0; tries < times; tries += 1) {
        const { userName } = account
        const from = { address: '192.0.2.1', agent: undefined }
        recordRefusal(world.ctx, { userName, method: 'password', reason: 'credentials', ...from })
      }
      return writeRefusals(world.ctx)
    }
    await refuse(60)
    await refuse(300)
    await signIn(account)
    expect(await count(account.ownerId)).toEqual([
      { outcome: 'refused', n: 100 },
      // The key that made the account, and the sign-in.
      { outcome: 'succeeded', n: 2 },
    ])
    world.clock.offsetMs = 86_400_000
    await refuse(1)
    expect((await count(account.ownerId))[0]).toEqual({ outcome: 'refused', n: 101 })
  })

  test('to what waits in memory', async () => {
    const { userName, ownerId } = await world.make.account()
    await writeRefusals(world.ctx)
    const lost = async () => (await metrics.signInsUnrecorded.get()).values[0]?.value ?? 0
    const before = await lost()
    for (let tries = 0; tries < 5_100; tries += 1) {
      const from = { address: '192.0.2.1', agent: undefined }
      recordRefusal(world.ctx, { userName, method: 'password', reason: 'credentials', ...from })
    }
    expect((await lost()) - before).toBe(100)
    await writeRefusals(world.ctx)
    expect((await count(ownerId))[0]).toEqual({ outcome: 'refused', n: 100 })
  })

  test('to the first use of a key a day, and changes of its address', async () => {
    const { userName, apiKey, ownerId } = await world.make.account()
    const uses = async () => {
      const { rows } = await world.superuser.query('select 1 from sign_ins where user_id = $1', [ownerId])
      return rows.length
    }
    const before = await uses()
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2']) {
      expect((await exchange(userName, apiKey, { address })).status).toBe(200)
    }
    expect((await uses()) - before).toBe(2)
    world.clock.offsetMs = 86_400_000
    await exchange(userName, apiKey, { address: '192.0.2.2' })
    expect((await uses()) - before).toBe(3)
  })
})

test('is read page by page', async () => {
  const account = await world.make.account()
  for (let tries = 0; tries < 3; tries += 1) await signIn({ ...account, password: `wrong ${tries}` })
  await writeRefusals(world.ctx)
  const first = (await world.call('GET', '/api/me/signIns?limit=2', { token: account.token })).body
  const path = `/api/me/signIns?limit=2&cursor=${first.nextCursor}`
  const second = (await world.call('GET', path, { token: account.token })).body
  expect([first.signIns.length, second.signIns.length, second.nextCursor]).toEqual([2, 2, undefined])
})

test('is visible to the user and to administrators, and to nobody else', async () => {
  const account = await world.make.account()
  const admin = await world.make.user(account, { role: 'administrator' })
  const user = await world.make.user(account)
  const another = await world.make.account()
  await signIn({ userName: user.userName, password: 'wrong' })
  const path = `/api/users/${user.id}/signIns`
  for (const [token, wanted] of [
    [user.token, '/api/me/signIns'],
    [admin.token, path],
    [account.token, path],
  ] as const) {
    expect(outcomesOf(await list({ token }, wanted))).toEqual(['password refused credentials'])
  }
  expect((await world.call('GET', path, { token: another.token })).status).toBe(404)
  expect((await world.call('GET', path, { token: user.token })).status).toBe(403)
})

test('ends after 90 days, and with its user', async () => {
  const account = await world.make.account()
  const user = await world.make.user(account)
  await signIn({ userName: user.userName, password: 'wrong' })
  await writeRefusals(world.ctx)
  const rows = async (userId: string) =>
    (await world.superuser.query('select 1 from sign_ins where user_id = $1', [userId])).rows.length
  expect(await rows(user.id)).toBeGreaterThan(0)
  await world.call('DELETE', `/api/users/${user.id}`, { token: account.token })
  expect(await rows(user.id)).toBe(0)

  expect(await rows(account.ownerId)).toBeGreaterThan(0)
  const old = await openWorld()
  const { ownerId } = await old.make.account()
  const kept = async () =>
    (await old.superuser.query('select 1 from sign_ins where user_id = $1', [ownerId])).rows.length
  expect(await kept()).toBeGreaterThan(0)
  old.clock.offsetMs = 85 * 86_400_000
  await runHousekeeping(old.ctx)
  expect(await kept()).toBeGreaterThan(0)
  old.clock.offsetMs = 125 * 86_400_000
  await runHousekeeping(old.ctx)
  expect(await kept()).toBe(0)
  const months = await old.superuser.query(
    `select to_regclass('sign_ins_' || to_char((now() + interval '125 days') at time zone 'UTC', 'YYYYMM'))`,
  )
  expect(months.rows[0].to_regclass).not.toBeNull()
  await old.close()
})

describe('an e-mail about a new sign-in', () => {
  const verify = (userId: string) =>
    world.superuser.query('update users set email_verified_at = now() where id = $1', [userId])
  const mails = async (userId: string) =>
    (
      await world.superuser.query(
        `select kind from identity_mails where user_id = $1 and kind = 'new-sign-in' order by number`,
        [userId],
      )
    ).rows.length

  test('is queued for another browser or another network, once', async () => {
    const account = await world.make.account()
    await verify(account.ownerId)
    const steps: [From, number][] = [
      // The first of all is no news.
      [{}, 0],
      [{}, 0],
      // Addresses near the known one.
      [{ address: '192.0.77.1' }, 0],
      [{ address: '198.51.100.1' }, 1],
      [{ address: '198.51.100.1' }, 1],
      [{ agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' }, 2],
      [{ address: '2001:db8::1' }, 3],
      [{ address: '2001:db8:ffff::1' }, 3],
    ]
    for (const [from, expected] of steps) {
      expect((await signIn(account, from)).status).toBe(200)
      expect([from, await mails(account.ownerId)]).toEqual([from, expected])
    }
  })

  test('is not queued for API keys and refused attempts', async () => {
    const account = await world.make.account()
    await verify(account.ownerId)
    await signIn(account)
    await signIn({ ...account, password: 'wrong' }, { address: '198.51.100.1' })
    await exchange(account.userName, account.apiKey, { address: '203.0.113.1' })
    expect(await mails(account.ownerId)).toBe(0)
  })
})

test.each([
  ['192.0.2.7', '192.0.0.0/16'],
  ['2001:db8:1:2::/64', '2001:db8::/32'],
  ['0:0:0:0::/64', '0:0::/32'],
])('%s is near %s', (network, near) => {
  expect(nearbyOf(network)).toBe(near)
})
