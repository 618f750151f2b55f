import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
let group: { id: string }
const names = ['van 10', 'Van 2', 'Água', 'zebra', 'Ñandú', 'agua 2', 'Van 2']
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100 })
  group = await world.make.group(account)
  for (const [index, name] of names.entries()) {
    const { id } = await world.make.device(account, { name, groups: index < 3 ? [group.id] : [] })
    // The last two were never seen.
    if (index < 5) await seen(id, `2026-11-15T12:0${(index * 3) % 5}:00.123Z`)
  }
})
afterAll(() => world.close())

async function seen(deviceId: string, at: string) {
  await world.superuser.query(
    `insert into newest_locations (account_id, device_number, fixed_at, received_at, seen_at, latitude, longitude)
     select account_id, number, $2, $2, $2, 0, 0 from devices where id = $1`,
    [deviceId, at],
  )
}

const read = (query: string) => world.call('GET', `/api/devices?${query}`, { token: account.token })
const namesOf = (body: { devices: { name: string }[] }) => body.devices.map(({ name }) => name)
const byName = ['Água', 'agua 2', 'Ñandú', 'Van 2', 'Van 2', 'van 10', 'zebra']
const bySeen = ['agua 2', 'Van 2', 'van 10', 'Água', 'Ñandú', 'Van 2', 'zebra']

const orders: [string, string[]][] = [
  ['createdAt', names],
  ['-createdAt', [...names].reverse()],
  ['name', byName],
  ['-name', [...byName].reverse()],
  ['lastSeenAt', bySeen],
  ['-lastSeenAt', [...bySeen].reverse()],
]

describe.each(orders)('sort=%s', (sort, expected) => {
  test('orders the whole list', async () => {
    expect(namesOf((await read(`sort=${sort}`)).body)).toEqual(expected)
  })

  test.each([1, 2, 3, 7])('and pages of %i, without gaps', async (limit) => {
    const found: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body } = await read(`sort=${sort}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
      found.push(...namesOf(body))
      cursor = body.nextCursor
    }
    expect(found).toEqual(expected)
  })

  test('combines with search and group', async () => {
    const inGroup = expected.filter((name) => ['van 10', 'Água'].includes(name))
    const { body } = await read(`sort=${sort}&groupId=${group.id}`)
    expect(namesOf(body).filter((name) => name !== 'Van 2')).toEqual(inGroup)
    const found = namesOf((await read(`sort=${sort}&search=van`)).body)
    expect(found).toEqual(expected.filter((name) => /van/i.test(name)))
  })
})

test('presence filters online, offline and never seen devices', async () => {
  const house = await world.make.account({ licenses: 10 })
  const nowMs = world.ctx.now().getTime()
  for (const [name, agoMs] of [
    ['Now', 60_000],
    ['Before', 3_600_000],
  ] as const) {
    await seen((await world.make.device(house, { name })).id, new Date(nowMs - agoMs).toISOString())
  }
  await world.make.device(house, { name: 'Never' })
  const found = async (query: string) =>
    namesOf((await world.call('GET', `/api/devices?${query}`, { token: house.token })).body)
  for (const order of ['createdAt', 'name', 'lastSeenAt']) {
    expect(await found(`presence=online&sort=${order}`)).toEqual(['Now'])
    expect(await found(`presence=offline&sort=${order}`)).toEqual(['Before'])
    expect(await found(`presence=never&sort=${order}`)).toEqual(['Never'])
  }
  expect(await found('presence=never&search=never')).toEqual(['Never'])
  expect(await found('presence=online&search=never')).toEqual([])
  expect((await read('presence=broken')).status).toBe(400)
})

test('a cursor is valid only for its order', async () => {
  const { body } = await read('sort=name&limit=2')
  for (const query of ['sort=-name&', 'sort=lastSeenAt&', '']) {
    const answer = await read(`${query}limit=2&cursor=${body.nextCursor}`)
    expect([answer.status, answer.body.code]).toEqual([400, 'query.invalid'])
  }
})

test('a page continues where it was if the last device is renamed or deleted', async () => {
  const house = await world.make.account({ licenses: 10 })
  const ids: string[] = []
  for (const name of ['A', 'B', 'C', 'D', 'E']) ids.push((await world.make.device(house, { name })).id)
  const page = async (cursor: string) =>
    (await world.call('GET', `/api/devices?sort=name&limit=2${cursor}`, { token: house.token })).body
  const first = await page('')
  await world.call('PATCH', `/api/devices/${ids[1]}`, { token: house.token, body: { name: 'Z' } })
  const second = await page(`&cursor=${first.nextCursor}`)
  await world.call('DELETE', `/api/devices/${ids[3]}`, { token: house.token })
  const third = await page(`&cursor=${second.nextCursor}`)
  expect([first, second, third].map(namesOf)).toEqual([
    ['A', 'B'],
    ['C', 'D'],
    ['E', 'Z'],
  ])
})

test('a long name makes a cursor that is accepted', async () => {
  const house = await world.make.account({ licenses: 10 })
  for (const end of ['a', 'b', 'c']) await world.make.device(house, { name: `${'𐍈'.repeat(99)}${end}` })
  const { body } = await world.call('GET', '/api/devices?sort=name&limit=1', { token: house.token })
  const next = await world.call('GET', `/api/devices?sort=name&limit=5&cursor=${body.nextCursor}`, {
    token: house.token,
  })
  expect(next.body.devices).toHaveLength(2)
})

test('other lists return what was changed at or after updatedSince', async () => {
  const house = await world.make.account({ licenses: 10 })
  const { token } = house
  world.clock.offsetMs += 1_800_000
  const updatedSince = world.ctx.now().toISOString()
  const lists = { users: 'users', groups: 'groups', contacts: 'contacts', geofences: 'geofences' }
  const all = { ...lists, alertRules: 'alertRules', webhooks: 'webhooks' }
  const count = async (list: string) =>
    (await world.call('GET', `/api/${list}?updatedSince=${updatedSince}`, { token })).body[list].length
  for (const list of Object.values(all)) expect([list, await count(list)]).toEqual([list, 0])
  await world.make.user(house, {})
  await world.make.group(house)
  await world.make.contact(house)
  await world.make.geofence(house)
  await world.make.rule(house)
  await world.make.webhook(house)
  for (const list of Object.values(all)) expect([list, await count(list)]).toEqual([list, 1])
  world.clock.offsetMs = 0
})
