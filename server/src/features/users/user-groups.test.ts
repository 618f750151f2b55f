import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
})
afterAll(() => world.close())

type Named = { id: string }
const idsOf = (list: Named[]) => list.map(({ id }) => id)
const call = (method: string, path: string, body?: unknown, token = account.token) =>
  world.call(method, path, { token, body })
const newUser = (fields: object) => ({
  name: 'Sam',
  email: `sam-${Math.random().toString(36).slice(2)}@example.com`,
  country: 'ES',
  timeZone: 'UTC',
  ...fields,
})

/** Three groups with a device each, and one device that is in the first two. */
async function makeFleet() {
  const groups = [
    await world.make.group(account),
    await world.make.group(account),
    await world.make.group(account),
  ]
  const [north, south, west] = idsOf(groups) as [string, string, string]
  const make = (name: string, ...memberOf: string[]) => world.make.device(account, { name, groups: memberOf })
  const devices = {
    north: await make('North', north),
    south: await make('South', south),
    shared: await make('Shared', north, south),
    west: await make('West', west),
  }
  return { north, south, west, devices }
}

describe('a user of two groups', () => {
  test('sees the devices of both, each once, and their groups', async () => {
    const { north, south, west, devices } = await makeFleet()
    const { token } = await world.make.user(account, { groupIds: [south, north] })
    const seen = [devices.north.id, devices.south.id, devices.shared.id]
    expect(idsOf((await call('GET', '/api/devices', undefined, token)).body.devices)).toEqual(seen)
    const fleet = (await call('GET', '/api/fleet', undefined, token)).body.devices
    expect(fleet.map(([id]: [string]) => id)).toEqual(seen)
    const { groups } = (await call('GET', '/api/groups', undefined, token)).body
    expect(new Set(idsOf(groups))).toEqual(new Set([north, south]))
    const shared = (await call('GET', `/api/devices/${devices.shared.id}`, undefined, token)).body.device
    expect(new Set(shared.groups)).toEqual(new Set([north, south]))
    const ofSouth = await call('GET', `/api/devices?groupId=${south}`, undefined, token)
    expect(idsOf(ofSouth.body.devices)).toEqual([devices.south.id, devices.shared.id])
    for (const path of [`/api/devices/${devices.west.id}`, `/api/groups/${west}`])
      expect((await call('GET', path, undefined, token)).status).toBe(404)
  })

  test('sees the last location of each device once, page by page', async () => {
    const { north, south, devices } = await makeFleet()
    const { token } = await world.make.user(account, { groupIds: [north, south] })
    const recorder = await recordLocations(world.ctx)
    for (const { id } of Object.values(devices)) {
      const body = { dateTime: new Date().toISOString(), latitude: 41, longitude: 2 }
      await call('POST', `/api/devices/${id}/locations`, body)
      const last = async () => (await call('GET', `/api/devices/${id}/lastLocation`)).status
      await expect.poll(last).toBe(200)
    }
    await recorder.stop()
    const found: string[] = []
    let cursor: string | undefined
    do {
      const path = `/api/lastLocations?limit=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
      const { body } = await call('GET', path, undefined, token)
      found.push(...body.locations.map((one: { deviceId: string }) => one.deviceId))
      cursor = body.nextCursor
    } while (cursor)
    expect(found).toEqual([devices.north.id, devices.south.id, devices.shared.id])
  })

  test('loses a group that is taken away within 5 s', async () => {
    const { north, south, devices } = await makeFleet()
    const user = await world.make.user(account, { groupIds: [north, south] })
    const read = async (id: string) => (await call('GET', `/api/devices/${id}`, undefined, user.token)).status
    expect(await read(devices.south.id)).toBe(200)
    await call('PATCH', `/api/users/${user.id}`, { groupIds: [north] })
    await expect.poll(() => read(devices.south.id), { timeout: 5_000, interval: 200 }).toBe(404)
    expect(await read(devices.north.id)).toBe(200)
  })

  test('keeps both groups from being deleted', async () => {
    const { north, south } = await makeFleet()
    await world.make.user(account, { groupIds: [north, south] })
    for (const id of [north, south]) expect((await call('DELETE', `/api/groups/${id}`)).status).toBe(409)
  })

  test('names a group for a new device', async () => {
    const { north, south, west } = await makeFleet()
    const { token } = await world.make.user(account, {
      groupIds: [north, south],
      privileges: ['devices.edit'],
    })
    const create = (groups?: string[]) => call('POST', '/api/devices', { name: 'New', groups }, token)
    const unnamed = await create()
    expect([unnamed.status, unnamed.body.details?.[0].path]).toEqual([400, 'groups'])
    expect((await create([west])).status).toBe(400)
    const created = await create([south])
    expect([created.status, created.body.device.groups]).toEqual([201, [south]])
  })
})

describe('the groups of a user', () => {
  test('are a set, changed by PUT, merge patch and JSON patch', async () => {
    const { north, south, west } = await makeFleet()
    const { id } = await world.make.user(account, { groupIds: [south, north] })
    const path = `/api/users/${id}`
    const groups = async () => (await call('GET', path)).body.groupIds
    expect(await groups()).toEqual([north, south].sort())
    const added = await call('PATCH', path, [{ op: 'add', path: '/groupIds/-', value: west }])
    expect(added.body.groupIds).toEqual([north, south, west].sort())
    expect((await call('PATCH', path, { groupIds: [west] })).body.groupIds).toEqual([west])
    expect((await call('PUT', path, newUser({}))).body.groupIds).toEqual([])
  })

  test('exist, are given once and are at most 100', async () => {
    const { north } = await makeFleet()
    const unknown = await call('POST', '/api/users', newUser({ groupIds: [north, 'grp_none'] }))
    // Sorted: "grp_none" is compared with the identifier of the other group.
    const at = [north, 'grp_none'].sort().indexOf('grp_none')
    expect([unknown.status, unknown.body.details[0].path]).toEqual([400, `groupIds.${at}`])
    expect((await call('POST', '/api/users', newUser({ groupIds: [north, north] }))).status).toBe(400)
    const many = Array.from({ length: 101 }, (_, index) => `grp_${index}`)
    expect((await call('POST', '/api/users', newUser({ groupIds: many }))).status).toBe(400)
  })

  test('follow a process of the previous version, which writes one group', async () => {
    const { north, south, west } = await makeFleet()
    const { id } = await world.make.user(account, { groupIds: [north, south] })
    const first = 'select group_id from users where id = $1'
    const { rows } = await world.superuser.query(first, [id])
    expect([north, south]).toContain(rows[0].group_id)
    await world.superuser.query('update users set group_id = $1 where id = $2', [west, id])
    expect((await call('GET', `/api/users/${id}`)).body.groupIds).toEqual([west])
    await world.superuser.query('update users set group_id = null where id = $1', [id])
    expect((await call('GET', `/api/users/${id}`)).body.groupIds).toEqual([])
  })
})

describe('a manager of two groups', () => {
  test('creates users of these groups, not of others', async () => {
    const { north, south, west } = await makeFleet()
    const fields = { groupIds: [north, south], privileges: ['users.manage'] }
    const { token } = await world.make.user(account, fields)
    const create = async (groupIds: string[]) =>
      (await call('POST', '/api/users', newUser({ groupIds }), token)).status
    expect(await create([north])).toBe(201)
    expect(await create([north, south])).toBe(201)
    expect(await create([north, west])).toBe(403)
    expect(await create([])).toBe(403)
  })

  test('sees users whose groups are all among these', async () => {
    const { north, south, west } = await makeFleet()
    const manager = await world.make.user(account, { groupIds: [north, south], privileges: ['users.manage'] })
    const mate = await world.make.user(account, { groupIds: [south] })
    const wider = await world.make.user(account, { groupIds: [south, west] })
    const { users } = (await call('GET', '/api/users', undefined, manager.token)).body
    expect(new Set(idsOf(users))).toEqual(new Set([manager.id, mate.id]))
    // A new password would open the group that the manager does not have.
    const taken = await call(
      'PATCH',
      `/api/users/${wider.id}`,
      { password: 'a long new password' },
      manager.token,
    )
    expect(taken.status).toBe(404)
  })
})
