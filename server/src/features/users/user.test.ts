import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../../platform/crypto/ids.ts'

let world: World
let account: MadeAccount
let otherAccount: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
  otherAccount = await world.make.account()
})
afterAll(() => world.close())

const call = (method: string, path: string, body?: unknown, token = account.token) =>
  world.call(method, path, { token, body })
const newUser = (fields: object = {}) => ({
  name: 'Ana Admin',
  email: `u-${randomText(8).toLowerCase()}@example.com`,
  country: 'PT',
  timeZone: 'Atlantic/Azores',
  ...fields,
})
const create = (fields: object = {}, token?: string) => call('POST', '/api/users', newUser(fields), token)

describe('a user', () => {
  test('is created with name, e-mail, country and time zone; the user name defaults to the e-mail', async () => {
    const wanted = newUser()
    const { status, body, headers } = await call('POST', '/api/users', wanted)
    expect(status).toBe(201)
    expect(headers.location).toBe(`/api/users/${body.id}`)
    expect(body).toMatchObject({
      ...wanted,
      id: expect.stringMatching(/^usr_[0-9A-Za-z]{22}$/),
      userName: wanted.email,
      role: 'standard',
      privileges: [],
      disabled: false,
      groupIds: [],
      deviceId: null,
      lastLoginAt: null,
    })
    expect(Object.keys(body)).not.toContain('password')
  })

  test('stores and returns every field', async () => {
    const group = await world.make.group(account)
    const wanted = newUser({
      userName: `nina-${randomText(5)}`,
      description: 'Night shift',
      message: 'Welcome',
      disabled: true,
      disabledMessage: 'on leave',
      tags: { shift: 'night' },
      role: 'standard',
      privileges: ['devices.edit', 'reports.read'],
      groupIds: [group.id],
      adminDevices: true,
      from: '2026-01-01T00:00:00.000Z',
      expiresAt: '2027-01-01T00:00:00.000Z',
    })
    const { body } = await call('POST', '/api/users', wanted)
    expect((await call('GET', `/api/users/${body.id}`)).body).toMatchObject(wanted)
  })

  test('PUT clears absent fields, but keeps userName, role and password', async () => {
    const password = randomText(20)
    const made = await create({ role: 'administrator', description: 'old', tags: { a: 'b' }, password })
    const { userName, id } = made.body
    const { body } = await call('PUT', `/api/users/${id}`, newUser({ name: 'Replaced' }))
    expect(body).toMatchObject({
      name: 'Replaced',
      userName,
      role: 'administrator',
      description: null,
      tags: {},
    })
    const session = await world.call('POST', '/session', { body: { userName, password } })
    expect(session.status).toBe(200)
  })

  test('is deleted with its keys, and its name becomes free', async () => {
    const user = await world.make.user(account)
    expect((await call('DELETE', `/api/users/${user.id}`)).status).toBe(200)
    expect((await call('GET', `/api/users/${user.id}`)).status).toBe(404)
    const { rows } = await world.superuser.query('select from api_keys where user_id = $1', [user.id])
    expect(rows).toEqual([])
    expect((await create({ userName: user.userName })).status).toBe(201)
  })

  test.each([
    ['an unknown country', { country: 'XX' }, 'country'],
    ['a union of countries', { country: 'EU' }, 'country'],
    ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, 'timeZone'],
    ['an offset for a time zone', { timeZone: '+02:00' }, 'timeZone'],
    ['no e-mail address', { email: 'nobody' }, 'email'],
    ['a name with a space', { userName: 'two words' }, 'userName'],
    ['an unknown privilege', { privileges: ['everything'] }, 'privileges.0'],
    ['a privilege twice', { privileges: ['audit.read', 'audit.read'] }, 'privileges'],
    ['an unknown role', { role: 'god' }, 'role'],
    ['a group that is not there', { groupIds: ['grp_none'] }, 'groupIds.0'],
    ['a device that is not there', { deviceId: 'dev_none' }, 'deviceId'],
    [
      'an end before its beginning',
      { from: '2027-01-01T00:00:00Z', expiresAt: '2026-01-01T00:00:00Z' },
      'expiresAt',
    ],
    ['the year 0', { from: '0000-01-01T00:00:00Z' }, 'from'],
    ['a leap second', { from: '2016-12-31T23:59:60Z' }, 'from'],
    ['an instant of the year 10000', { expiresAt: '9999-12-31T23:00:00-05:00' }, 'expiresAt'],
    ['an unknown field', { nickname: 'x' }, 'nickname'],
  ])('is not created with %s', async (_title, fields, path) => {
    const { status, body } = await create(fields)
    expect(status).toBe(400)
    expect(body.details.map((fault: { path: string }) => fault.path)).toContain(path)
  })

  test('requires four fields; the error names all missing ones', async () => {
    const { body } = await call('POST', '/api/users', {})
    const paths = body.details.map((fault: { path: string }) => fault.path)
    expect(paths.sort()).toEqual(['country', 'email', 'name', 'timeZone'])
  })

  test('cannot be limited to both a group and a device', async () => {
    const { id: groupId } = await world.make.group(account)
    const { id: deviceId } = await world.make.device(account)
    const { status, body } = await create({ groupIds: [groupId], deviceId })
    expect([status, body.details[0].path]).toEqual([400, 'deviceId'])
  })
})

describe('a user name', () => {
  test('is unique across accounts, regardless of case', async () => {
    const { userName } = await world.make.user(otherAccount)
    for (const taken of [userName, userName.toUpperCase(), otherAccount.userName]) {
      const { status, body } = await create({ userName: taken })
      expect([status, body.code]).toEqual([409, 'users.name_taken'])
    }
  })

  test('can be changed, and the old one is free immediately', async () => {
    const user = await world.make.user(account)
    const renamed = await call('PATCH', `/api/users/${user.id}`, { userName: `${user.userName}.new` })
    expect(renamed.status).toBe(200)
    expect((await create({ userName: user.userName })).status).toBe(201)
    const taken = await call('PATCH', `/api/users/${user.id}`, { userName: user.userName })
    expect([taken.status, taken.body.code]).toEqual([409, 'users.name_taken'])
  })

  test('goes to exactly one of many concurrent requests', async () => {
    const userName = `wanted-${randomText(6)}`
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        create({ userName }, index % 2 ? otherAccount.token : undefined),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  })
})

describe('the validity period of a user', () => {
  const token = (userName: string, apiKey: string) =>
    world.call('POST', '/api/Auth/Token', { body: { userName, apiKey } })

  test('is checked for every token and every call', async () => {
    const user = await world.make.user(account)
    const { body } = await world.call('POST', '/api/apiKeys', { token: user.token, body: { name: 'mine' } })
    const path = `/api/users/${user.id}`
    const state = async () => {
      world.clock.offsetMs += 5_000
      const called = await world.call('GET', '/api/account', { token: user.token })
      return [(await token(user.userName, body.apiKey)).status, called.status]
    }
    const inMs = (ms: number) => new Date(world.ctx.now().getTime() + ms).toISOString()
    const outcomes: Record<string, number[]> = {}
    await call('PATCH', path, { from: inMs(3_600_000) })
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    outcomes.before = await state()
    await call('PATCH', path, { from: inMs(-60_000), expiresAt: inMs(60_000) })
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    outcomes.within = await state()
    world.clock.offsetMs += 60_000
    outcomes.after = await state()
    world.clock.offsetMs = 0
    expect(outcomes).toEqual({ before: [401, 401], within: [200, 200], after: [401, 401] })
  })
})

describe('the list of users', () => {
  test('can be searched by part of name, user name or e-mail, regardless of case, and by group', async () => {
    const house = await world.make.account()
    const group = await world.make.group(house)
    await create({ name: 'Íñigo Núñez', email: 'inigo@mar.example' }, house.token)
    await create(
      { name: 'Zoe', email: 'zoe@mar.example', userName: 'captain.zoe', groupIds: [group.id] },
      house.token,
    )
    const find = async (query: string) =>
      (await call('GET', `/api/users?${query}`, undefined, house.token)).body.users.map(
        (user: { name: string }) => user.name,
      )
    expect(await find(`search=${encodeURIComponent('íÑigo')}`)).toEqual(['Íñigo Núñez'])
    expect(await find('search=MAR.example')).toEqual(['Íñigo Núñez', 'Zoe'])
    expect(await find('search=captain')).toEqual(['Zoe'])
    expect(await find(`groupId=${group.id}`)).toEqual(['Zoe'])
    expect(await find('limit=1')).toEqual(['Olga Owner'])
  })
})
