import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertFleet } from '../../../test/fleet.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  world.clock.hold('2026-11-15T12:00:00Z')
  account = await world.make.account({ licenses: 100 })
})
afterAll(() => world.close())

const read = async (token = account.token, query = '') =>
  (await world.call('GET', `/api/fleet${query}`, { token })).body

/** As the recorder stores it. */
async function locate(deviceId: string, fields: { seenAt?: string; more?: object | null } = {}) {
  const { seenAt = '2026-11-15T11:55:00Z', more = null } = fields
  await world.superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude,
       speed, course, more)
     select account_id, number, '2026-11-15T11:54:58.700Z', $2, $2, 413851000, -21734000, 187, 2715, $3
     from devices where id = $1`,
    [deviceId, seenAt, more],
  )
}

test('the fleet has one row per device, and the column names once', async () => {
  const [one, other] = [await world.make.group(account), await world.make.group(account)]
  const name = 'Ñandú "7" \\ 🚚'
  const full = await world.make.device(account, {
    name,
    groups: [one.id, other.id],
    vehicleType: 'van',
    licensePlate: 'AB-"1"',
  })
  await locate(full.id, { more: { moving: true, ignition: false } })
  const old = await world.make.device(account, {
    name: 'Old',
    limits: { expires: true, expirationDate: '2020-01-01' },
  })
  await locate(old.id, { seenAt: '2026-11-15T11:49:00Z', more: { valid: false } })
  const silent = await world.make.device(account, { name: 'Silent' })

  const { columns, devices, nextCursor } = await read()
  expect(columns.join(' ')).toBe(
    'id name state online groups latitude longitude speed course fixedAt lastSeenAt moving ignition valid vehicleType licensePlate',
  )
  const fixedAt = Date.parse('2026-11-15T11:54:58Z') / 1_000
  const groups = [one.id, other.id].sort()
  expect(devices).toEqual([
    [
      full.id,
      name,
      'active',
      1,
      groups,
      41.3851,
      -2.1734,
      5.19,
      271.5,
      fixedAt,
      fixedAt + 2,
      1,
      0,
      1,
      'van',
      'AB-"1"',
    ],
    [
      old.id,
      'Old',
      'expired',
      0,
      [],
      41.3851,
      -2.1734,
      5.19,
      271.5,
      fixedAt - 358,
      fixedAt - 358,
      null,
      null,
      0,
      null,
      null,
    ],
    [silent.id, 'Silent', 'active', 0, [], null, null, null, null, null, null, null, null, 0, null, null],
  ])
  expect(nextCursor).toBeUndefined()
  for (const [id, , state, online] of devices) {
    const { body } = await world.call('GET', `/api/devices/${id}`, { token: account.token })
    expect([id, body.device.state, Number(body.device.online)]).toEqual([id, state, online])
  }
})

test('pages have no gaps, and cost units by their size', async () => {
  const house = await world.make.account({ licenses: 5_000 })
  const ids = await insertFleet(world.superuser, { accountId: house.accountId, active: 2_500 })
  const found: string[] = []
  const costs: number[] = []
  for (let query = '?limit=1000'; query; ) {
    const { devices, nextCursor, apiUsage } = await read(house.token, query)
    found.push(...devices.map(([id]: [string]) => id))
    costs.push(apiUsage)
    query = nextCursor ? `?limit=1000&cursor=${nextCursor}` : ''
  }
  expect(found).toEqual(ids)
  expect(costs).toEqual([2, 2, 2])
  expect((await read(house.token)).devices).toHaveLength(2_500)
})

test('the fleet is limited to the scope: one group, one device, nothing, another account', async () => {
  const house = await world.make.account({ licenses: 10 })
  const [mine, hidden] = [await world.make.group(house), await world.make.group(house)]
  const shared = await world.make.device(house, { groups: [mine.id, hidden.id] })
  const single = await world.make.device(house)
  const ofGroup = await world.make.user(house, { groupIds: [mine.id] })
  const ofDevice = await world.make.user(house, { deviceId: single.id })
  const ofNothing = await world.make.user(house, {})
  const shown = async (token: string) => {
    const { devices } = await read(token)
    return devices.map((row: unknown[]) => [row[0], row[4]])
  }
  expect(await shown(ofGroup.token)).toEqual([[shared.id, [mine.id]]])
  expect(await shown(ofDevice.token)).toEqual([[single.id, []]])
  expect(await shown(ofNothing.token)).toEqual([])
  expect((await shown(account.token)).flat()).not.toContain(shared.id)
  expect(await shown(house.token)).toHaveLength(2)
})

test('the page size is limited', async () => {
  for (const query of ['?limit=10001', '?limit=0', '?cursor=x', '?group=x']) {
    const { status } = await world.call('GET', `/api/fleet${query}`, { token: account.token })
    expect([query, status]).toEqual([query, 400])
  }
})
