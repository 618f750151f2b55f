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
  otherAccount = await world.make.account({ licenses: 1_000 })
})
afterAll(() => world.close())

const call = (method: string, path: string, body?: unknown, token = account.token) =>
  world.call(method, path, { token, body })

describe('a device', () => {
  test('is created with a name alone, and read again', async () => {
    const { status, body, headers } = await call('POST', '/api/devices', { name: 'Boat' })
    expect(status).toBe(201)
    expect(headers.location).toBe(`/api/devices/${body.device.id}`)
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(body.device).toEqual({
      id: expect.stringMatching(/^dev_[0-9A-Za-z]{22}$/),
      name: 'Boat',
      description: null,
      identifier: null,
      phoneNumber: null,
      model: null,
      vehicleType: null,
      licensePlate: null,
      driverName: null,
      driverPhone: null,
      photoUpdatedAt: null,
      protocol: null,
      reportsEverySeconds: null,
      tags: {},
      groups: [],
      state: 'active',
      licensed: true,
      online: false,
      lastSeenAt: null,
      authenticatedBy: null,
      limits: { expires: false, expirationDate: null, dailyEmailLimit: null, dailySmsLimit: null },
      usage: {
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        emailsSent: 0,
        smsSent: 0,
        resetsAt: instant,
      },
      createdAt: instant,
      modifiedAt: instant,
    })
    const again = await call('GET', `/api/devices/${body.device.id}`)
    expect([again.body.device, again.headers.etag]).toEqual([body.device, headers.etag])
  })

  test('has a vehicle and a driver', async () => {
    const vehicle = {
      vehicleType: 'truck',
      licensePlate: '1234 BCD',
      driverName: 'Ana',
      driverPhone: '+34 600 111 222',
    }
    const device = await world.make.device(account, vehicle)
    expect(device).toMatchObject(vehicle)
    const { body } = await call('PATCH', `/api/devices/${device.id}`, {
      driverName: null,
      vehicleType: 'van',
    })
    expect(body.device).toMatchObject({ ...vehicle, vehicleType: 'van', driverName: null })
    const wrong = await call('PATCH', `/api/devices/${device.id}`, { vehicleType: 'spaceship' })
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, 'vehicleType'])
  })

  test('is replaced: absent fields are cleared, but groups and limits stay', async () => {
    const group = await world.make.group(account)
    const limits = { expires: true, expirationDate: '2031-01-02', dailyEmailLimit: 3 }
    const fields = { description: 'old', model: 'M1', tags: { a: 'b' }, groups: [group.id], limits }
    const device = await world.make.device(account, fields)
    const { body } = await call('PUT', `/api/devices/${device.id}`, { name: 'Ship' })
    expect(body.device).toMatchObject({
      name: 'Ship',
      description: null,
      model: null,
      tags: {},
      groups: [group.id],
      limits,
    })
  })

  test('that is deleted frees its license and identifier', async () => {
    const house = await world.make.account({ licenses: 1 })
    const identifier = randomText(15)
    const device = await world.make.device(house, { identifier })
    expect((await call('DELETE', `/api/devices/${device.id}`, undefined, house.token)).status).toBe(200)
    expect((await call('GET', `/api/devices/${device.id}`, undefined, house.token)).status).toBe(404)
    expect((await call('POST', '/api/devices', { name: 'Next', identifier }, house.token)).status).toBe(201)
  })

  test('that is the scope of a user cannot be deleted', async () => {
    const device = await world.make.device(account)
    const user = await world.make.user(account, { deviceId: device.id })
    const { status, body } = await call('DELETE', `/api/devices/${device.id}`)
    expect([status, body.code]).toEqual([409, 'devices.in_use'])
    expect(body.error).toContain(user.userName)
  })

  test('reports every unknown group', async () => {
    const { id } = await world.make.group(otherAccount)
    const { status, body } = await call('POST', '/api/devices', { name: 'Boat', groups: [id, 'grp_none'] })
    expect(status).toBe(400)
    expect(body.details).toHaveLength(2)
  })
})

describe('an identifier', () => {
  test('is unique on the whole platform, with the same error for every account', async () => {
    const identifier = randomText(15)
    await world.make.device(otherAccount, { identifier })
    const foreign = await call('POST', '/api/devices', { name: 'Boat', identifier })
    const own = await call('POST', '/api/devices', { name: 'Boat', identifier }, otherAccount.token)
    for (const { status, body } of [foreign, own]) {
      expect([status, body.code, body.error]).toEqual([
        409,
        'devices.identifier_taken',
        'A device with this identifier already exists.',
      ])
    }
  })

  test('goes to exactly one of many concurrent requests of two accounts', async () => {
    const identifier = randomText(15)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        call(
          'POST',
          '/api/devices',
          { name: 'Boat', identifier },
          index % 2 ? otherAccount.token : undefined,
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  })

  test('can be changed, which frees the old one at once', async () => {
    const [first, second] = [randomText(15), randomText(15)]
    const device = await world.make.device(account, { identifier: first })
    const path = `/api/devices/${device.id}`
    expect((await call('PATCH', path, { identifier: second })).body.device.identifier).toBe(second)
    await world.make.device(otherAccount, { identifier: first })
    expect((await call('PATCH', path, { identifier: first })).status).toBe(409)
    expect((await call('GET', path)).body.device.identifier).toBe(second)
  })
})

describe('a user with access to one group', () => {
  test('sees, creates and edits only its devices, and no other groups of them', async () => {
    const [own, other] = [await world.make.group(account), await world.make.group(account)]
    const inside = await world.make.device(account, { name: 'In', groups: [own.id, other.id] })
    const outside = await world.make.device(account, { name: 'Out', groups: [other.id] })
    const user = await world.make.user(account, { groupIds: [own.id], privileges: ['devices.edit'] })
    const as = (method: string, path: string, body?: unknown) => call(method, path, body, user.token)

    const list = await as('GET', '/api/devices')
    expect(list.body.devices.map((one: { id: string }) => one.id)).toEqual([inside.id])
    expect((await as('GET', `/api/devices?groupId=${other.id}`)).body.devices).toEqual(list.body.devices)
    expect(list.text).not.toContain(other.id)
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await as(
        method,
        `/api/devices/${outside.id}`,
        method === 'GET' ? undefined : { name: 'x' },
      )
      expect([method, answer.status]).toEqual([method, 404])
    }

    const renamed = await as('PUT', `/api/devices/${inside.id}`, { name: 'In 2', groups: [own.id] })
    expect([renamed.status, renamed.body.device.groups]).toEqual([200, [own.id]])
    const whole = await call('GET', `/api/devices/${inside.id}`)
    expect(whole.body.device.groups).toEqual([own.id, other.id].sort())
    expect((await as('PATCH', `/api/devices/${inside.id}`, { groups: [] })).status).toBe(403)
    expect((await as('POST', '/api/devices', { name: 'New', groups: [other.id] })).status).toBe(400)
    for (const groups of [undefined, [], [own.id]]) {
      const made = await as('POST', '/api/devices', { name: 'New', groups })
      expect([made.status, made.body.device.groups]).toEqual([201, [own.id]])
    }
  })

  test('cannot set limits without the privilege, by any method', async () => {
    const group = await world.make.group(account)
    const device = await world.make.device(account, { groups: [group.id] })
    const user = await world.make.user(account, { groupIds: [group.id], privileges: ['devices.edit'] })
    const limits = { expires: false, dailyEmailLimit: 1 }
    for (const [method, path, body] of [
      ['POST', '/api/devices', { name: 'New', limits }],
      ['PUT', `/api/devices/${device.id}`, { name: 'x', limits }],
      ['PATCH', `/api/devices/${device.id}`, { limits }],
      ['PUT', `/api/devices/${device.id}/limits`, limits],
      ['PATCH', `/api/devices/${device.id}/limits`, limits],
      ['POST', `/api/devices/${device.id}/reactivate`, {}],
    ] as const) {
      const answer = await call(method, path, body, user.token)
      expect([method, path, answer.status]).toEqual([method, path, 403])
    }
  })
})

describe('a user with access to one device', () => {
  test('sees that device only, without groups, and creates none', async () => {
    const group = await world.make.group(account)
    const device = await world.make.device(account, { groups: [group.id] })
    const user = await world.make.user(account, { deviceId: device.id, adminDevices: true })
    const list = await call('GET', '/api/devices', undefined, user.token)
    expect(list.body.devices).toMatchObject([{ id: device.id, groups: [] }])
    const renamed = await call('PATCH', `/api/devices/${device.id}`, { name: 'Mine' }, user.token)
    expect([renamed.status, renamed.body.device.groups]).toEqual([200, []])
    const whole = await call('GET', `/api/devices/${device.id}`)
    expect(whole.body.device).toMatchObject({ name: 'Mine', groups: [group.id] })
    expect((await call('POST', '/api/devices', { name: 'New' }, user.token)).status).toBe(403)
  })
})
