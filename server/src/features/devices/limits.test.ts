import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
let path: string
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
})
afterAll(() => world.close())

beforeEach(async () => {
  path = `/api/devices/${(await world.make.device(account)).id}`
})

const call = (method: string, path: string, body?: unknown, token = account.token) =>
  world.call(method, path, { token, body })

describe('limits', () => {
  test('are replaced by PUT: absent limits are cleared', async () => {
    const limits = {
      expires: true,
      expirationDate: '2031-02-28',
      dailyEmailLimit: 0,
      dailySmsLimit: 1_000_000,
    }
    expect((await call('PUT', `${path}/limits`, limits)).body.device.limits).toEqual(limits)
    const none = { expires: false, expirationDate: null, dailyEmailLimit: null, dailySmsLimit: null }
    expect((await call('PUT', `${path}/limits`, {})).body.device.limits).toEqual(none)
  })

  test('are patched in both formats', async () => {
    await call('PUT', `${path}/limits`, { expires: true, expirationDate: '2031-02-28', dailyEmailLimit: 5 })
    const merged = await call('PATCH', `${path}/limits`, { dailySmsLimit: 2 })
    const all = { expires: true, expirationDate: '2031-02-28', dailyEmailLimit: 5, dailySmsLimit: 2 }
    expect(merged.body.device.limits).toEqual(all)
    const patched = await call('PATCH', `${path}/limits`, [
      { op: 'test', path: '/dailySmsLimit', value: 2 },
      { op: 'remove', path: '/dailyEmailLimit' },
      { op: 'replace', path: '/expires', value: false },
    ])
    expect(patched.body.device.limits).toEqual({ ...all, expires: false, dailyEmailLimit: null })
  })

  test.each([
    ['no date with expires', { expires: true }, 'expirationDate'],
    ['an invalid date', { expires: true, expirationDate: '2026-02-30' }, 'expirationDate'],
    ['a time for a date', { expires: true, expirationDate: '2026-02-20T00:00:00Z' }, 'expirationDate'],
    ['a day of the year 0', { expires: true, expirationDate: '0000-01-01' }, 'expirationDate'],
    ['a negative limit', { dailyEmailLimit: -1 }, 'dailyEmailLimit'],
    ['half a message', { dailySmsLimit: 1.5 }, 'dailySmsLimit'],
    ['an excessive limit', { dailySmsLimit: 1_000_001 }, 'dailySmsLimit'],
    ['a number as text', { dailyEmailLimit: '5' }, 'dailyEmailLimit'],
    ['a flag as text', { expires: 'true' }, 'expires'],
    ['an unknown field', { monthlyLimit: 5 }, 'monthlyLimit'],
  ])('are rejected with %s', async (_name, limits, fault) => {
    const before = (await call('GET', path)).body.device
    for (const [method, where, body, at] of [
      ['PUT', `${path}/limits`, limits, fault],
      ['PATCH', `${path}/limits`, limits, fault],
      ['PATCH', path, { limits }, `limits.${fault}`],
      ['POST', '/api/devices', { name: 'New', limits: { expires: false, ...limits } }, `limits.${fault}`],
    ] as const) {
      const { status, body: answer } = await call(method, where, body)
      expect([method, status]).toEqual([method, 400])
      expect(answer.details.map((detail: { path: string }) => detail.path)).toContain(at)
    }
    expect((await call('GET', path)).body.device).toEqual(before)
  })

  test('accept dates from the first to the last year', async () => {
    for (const expirationDate of ['0001-01-01', '9999-12-31']) {
      const { body } = await call('PUT', `${path}/limits`, { expires: true, expirationDate })
      expect(body.device.limits.expirationDate).toBe(expirationDate)
    }
  })
})

describe('reactivation', () => {
  const expired = async (house: MadeAccount) =>
    (
      await world.make.device(house, {
        limits: { expires: true, expirationDate: '2020-01-01', dailyEmailLimit: 3 },
      })
    ).id
  const reactivate = (id: string, body: object, token = account.token) =>
    call('POST', `/api/devices/${id}/reactivate`, body, token)

  test.each([
    ['clears the date', {}, { expires: false }],
    ['clears the date, explicitly', { expires: false }, { expires: false }],
    ['moves the date', { expirationDate: '2090-01-01' }, { expires: true, expirationDate: '2090-01-01' }],
  ])('%s, and keeps the other limits', async (_name, body, limits) => {
    const id = await expired(account)
    const answer = await reactivate(id, body)
    expect(answer.status).toBe(200)
    expect(answer.body.device).toMatchObject({
      state: 'active',
      licensed: true,
      limits: { ...limits, dailyEmailLimit: 3 },
    })
  })

  test('to a past day or today is rejected and changes nothing', async () => {
    const id = await expired(account)
    const before = (await call('GET', `/api/devices/${id}`)).body.device
    for (const expirationDate of ['2021-01-01', before.usage.day]) {
      const { status, body } = await reactivate(id, { expirationDate })
      expect([status, body.details[0].path]).toEqual([400, 'expirationDate'])
    }
    expect((await call('GET', `/api/devices/${id}`)).body.device).toEqual(before)
  })

  test('of a device that is active is rejected', async () => {
    const { id } = await world.make.device(account)
    const { status, body } = await reactivate(id, {})
    expect([status, body.code]).toEqual([409, 'devices.not_expired'])
  })

  test('with both fields is rejected', async () => {
    const id = await expired(account)
    expect((await reactivate(id, { expires: false, expirationDate: '2090-01-01' })).status).toBe(400)
  })

  test('without a free license is rejected and changes nothing', async () => {
    const house = await world.make.account({ licenses: 1 })
    await world.make.device(house)
    const id = await expired(house)
    const before = (await call('GET', `/api/devices/${id}`, undefined, house.token)).body.device
    const { status, body } = await reactivate(id, {}, house.token)
    expect([status, body.code]).toEqual([409, 'licenses.none_free'])
    expect((await call('GET', `/api/devices/${id}`, undefined, house.token)).body.device).toEqual(before)
  })
})

describe('licenses', () => {
  const limits = { expires: true, expirationDate: '2020-01-01' }

  test('are not needed for a device created expired', async () => {
    const house = await world.make.account({ licenses: 1 })
    await world.make.device(house)
    await world.superuser.query('update accounts set licenses = 0 where account_id = $1', [house.accountId])
    expect((await call('POST', '/api/devices', { name: 'Old', limits }, house.token)).status).toBe(201)
    const { status, body } = await call('POST', '/api/devices', { name: 'New' }, house.token)
    expect([status, body.code]).toEqual([409, 'licenses.none_free'])
  })

  test('that are exceeded disable nothing, and allow other edits', async () => {
    const house = await world.make.account({ licenses: 2 })
    const [one] = [await world.make.device(house), await world.make.device(house)]
    await world.superuser.query('update accounts set licenses = 1 where account_id = $1', [house.accountId])
    const { body } = await call('GET', '/api/account', undefined, house.token)
    expect(body.account.licenses).toEqual({ total: 1, used: 2, free: 0 })
    const renamed = await call('PATCH', `/api/devices/${one.id}`, { name: 'Still here' }, house.token)
    expect([renamed.status, renamed.body.device.state]).toEqual([200, 'active'])
  })
})
