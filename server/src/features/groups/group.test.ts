import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertFleet } from '../../../test/fleet.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
let otherAccount: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
  otherAccount = await world.make.account({ licenses: 10 })
})
afterAll(() => world.close())

const call = (method: string, path: string, body?: unknown, token = account.token) =>
  world.call(method, path, { token, body })

describe('a group', () => {
  test('is created with only a name, and can be read', async () => {
    const { status, body, headers } = await call('POST', '/api/groups', { name: 'North fleet' })
    expect(status).toBe(201)
    expect(headers.location).toBe(`/api/groups/${body.id}`)
    expect(body).toMatchObject({
      success: true,
      id: expect.stringMatching(/^grp_[0-9A-Za-z]{22}$/),
      name: 'North fleet',
      description: null,
      devices: [],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    const again = await call('GET', `/api/groups/${body.id}`)
    expect(again.headers.etag).toBe(headers.etag)
    const { requestId, apiUsage, apiDailyUsage, ...group } = again.body
    expect(body).toMatchObject(group)
  })

  test('has its devices in order of creation, each once', async () => {
    const one = await world.make.device(account)
    const two = await world.make.device(account)
    const group = await world.make.group(account, { devices: [two.id, one.id, two.id] })
    const { body } = await call('GET', `/api/groups/${group.id}`)
    expect(body.devices).toEqual([one.id, two.id])
    expect((await call('GET', `/api/devices/${one.id}`)).body.device.groups).toEqual([group.id])
  })

  test('may share devices with another', async () => {
    const device = await world.make.device(account)
    const groups = [await world.make.group(account), await world.make.group(account)]
    for (const { id, name } of groups) await call('PUT', `/api/groups/${id}`, { name, devices: [device.id] })
    const { body } = await call('GET', `/api/devices/${device.id}`)
    expect(body.device.groups).toEqual(groups.map(({ id }) => id).sort())
  })

  test('PUT clears absent fields', async () => {
    const device = await world.make.device(account)
    const { id } = await world.make.group(account, { description: 'ours', devices: [device.id] })
    const { body } = await call('PUT', `/api/groups/${id}`, { name: 'Replaced' })
    expect(body).toMatchObject({ id, name: 'Replaced', description: null, devices: [] })
  })

  test('keeps its devices when deleted', async () => {
    const device = await world.make.device(account)
    const { id } = await world.make.group(account, { devices: [device.id] })
    expect((await call('DELETE', `/api/groups/${id}`)).status).toBe(200)
    expect((await call('GET', `/api/groups/${id}`)).status).toBe(404)
    expect((await call('GET', `/api/devices/${device.id}`)).body.device.groups).toEqual([])
  })

  test('cannot be deleted while a user is limited to it', async () => {
    const { id } = await world.make.group(account)
    const user = await world.make.user(account, { groupIds: [id] })
    const { status, body } = await call('DELETE', `/api/groups/${id}`)
    expect([status, body.code]).toEqual([409, 'groups.in_use'])
    expect(body.error).toContain(user.userName)
  })

  test('may have as many devices as documented', async () => {
    const fleet = await world.make.account({ licenses: 100_000 })
    const devices = await insertFleet(world.superuser, { accountId: fleet.accountId, active: 20_000 })
    const { status, body } = await call('POST', '/api/groups', { name: 'All', devices }, fleet.token)
    expect([status, body.devices?.length]).toEqual([201, 20_000])
  })
})

describe('a group’s name', () => {
  test('is unique within the account', async () => {
    const { name } = await world.make.group(account)
    const again = await call('POST', '/api/groups', { name })
    expect([again.status, again.body.code]).toEqual([409, 'groups.name_taken'])
    expect((await call('POST', '/api/groups', { name }, otherAccount.token)).status).toBe(201)
  })

  test('goes to exactly one of many concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('POST', '/api/groups', { name: 'Wanted' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })
})

describe('devices of other accounts', () => {
  test('are all named in the error, and nothing is created', async () => {
    const foreign = await world.make.device(otherAccount)
    const own = await world.make.device(account)
    const devices = [own.id, foreign.id, 'dev_none']
    const { status, body } = await call('POST', '/api/groups', { name: 'Mixed', devices })
    expect([status, body.code]).toEqual([400, 'body.invalid'])
    const message = (id: string) => `"${id}" does not exist, or is not yours to see`
    expect(body.details).toEqual([
      { path: 'devices.1', message: message(foreign.id) },
      { path: 'devices.2', message: message('dev_none') },
    ])
    expect((await call('GET', '/api/groups?search=Mixed')).body.groups).toEqual([])
  })
})

describe('the list of groups', () => {
  test('can be searched by part of a name, regardless of case', async () => {
    const fleet = await world.make.account()
    for (const name of ['ÑANDÚ Norte', 'Ñandú sur', 'Oeste', '100 % ours'])
      await world.make.group(fleet, { name })
    const search = async (text: string) =>
      (
        await call('GET', `/api/groups?search=${encodeURIComponent(text)}`, undefined, fleet.token)
      ).body.groups.map((group: { name: string }) => group.name)
    expect(await search('ñandú')).toEqual(['ÑANDÚ Norte', 'Ñandú sur'])
    expect(await search('SUR')).toEqual(['Ñandú sur'])
    expect(await search('%')).toEqual(['100 % ours'])
    expect(await search('nothing')).toEqual([])
  })

  test('is complete without a limit, and the same in pages', async () => {
    const fleet = await world.make.account()
    const names = Array.from({ length: 25 }, (_, index) => `Group ${index}`)
    for (const name of names) await world.make.group(fleet, { name })
    const whole = (await call('GET', '/api/groups', undefined, fleet.token)).body
    expect(whole.groups.map((group: { name: string }) => group.name)).toEqual(names)
    expect(whole.nextCursor).toBeUndefined()

    const paged: string[] = []
    let cursor: string | undefined
    do {
      const query = cursor ? `&cursor=${cursor}` : ''
      const { body } = await call('GET', `/api/groups?limit=10${query}`, undefined, fleet.token)
      paged.push(...body.groups.map((group: { name: string }) => group.name))
      cursor = body.nextCursor
    } while (cursor)
    expect(paged).toEqual(names)
  })

  test.each(['none', 'bm9uZQ', Buffer.from('n999999999999999').toString('base64url'), '%00'])(
    'takes the cursor %s without breaking',
    async (cursor) => {
      const { status } = await call('GET', `/api/groups?limit=10&cursor=${cursor}`)
      expect([200, 400]).toContain(status)
    },
  )
})

describe('a user limited to one group', () => {
  test('sees only that group and cannot change it', async () => {
    const [own, other] = [await world.make.group(account), await world.make.group(account)]
    const user = await world.make.user(account, { groupIds: [own.id], privileges: ['devices.edit'] })
    const list = await call('GET', '/api/groups', undefined, user.token)
    expect(list.body.groups.map((group: { id: string }) => group.id)).toEqual([own.id])
    expect((await call('GET', `/api/groups/${other.id}`, undefined, user.token)).status).toBe(404)
    expect((await call('PUT', `/api/groups/${other.id}`, { name: 'x' }, user.token)).status).toBe(404)
    expect((await call('DELETE', `/api/groups/${own.id}`, undefined, user.token)).status).toBe(403)
    expect((await call('POST', '/api/groups', { name: 'x' }, user.token)).status).toBe(403)
  })
})

test('concurrent changes of groups and devices never return 500', async () => {
  const devices = await Promise.all([1, 2, 3, 4].map(() => world.make.device(account)))
  const groups = await Promise.all([1, 2].map(() => world.make.group(account)))
  const statuses = new Set<number>()
  for (let round = 0; round < 15; round += 1) {
    const ids = devices.map(({ id }) => id)
    if (round % 2) ids.reverse()
    const answers = await Promise.all([
      ...groups.map(({ id, name }) => call('PUT', `/api/groups/${id}`, { name, devices: ids })),
      ...devices.map(({ id }) =>
        call('PATCH', `/api/devices/${id}`, { groups: round % 3 ? [] : groups.map((group) => group.id) }),
      ),
    ])
    for (const { status } of answers) statuses.add(status)
  }
  expect([...statuses]).toEqual([200])
})

test('deleting a group while users are limited to it is atomic', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id } = await world.make.group(account)
    const user = { name: 'U', email: `g${round}@example.com`, country: 'ES', timeZone: 'UTC', groupIds: [id] }
    const [deleted, created] = await Promise.all([
      call('DELETE', `/api/groups/${id}`),
      call('POST', '/api/users', user),
    ])
    const outcome = `${deleted.status} ${created.status}`
    expect(['200 400', '409 201']).toContain(outcome)
  }
})
