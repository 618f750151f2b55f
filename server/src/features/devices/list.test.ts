import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertFleet } from '../../../test/fleet.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { sealCursor } from '../../platform/http/cursors.ts'

let world: World
let account: MadeAccount
let group: { id: string }
const made: Record<string, string> = {}
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
  group = await world.make.group(account)
  const fleet = [
    { name: 'Ñandú UNO', identifier: '356307042441013', tags: { colour: 'Red', deck: '' } },
    { name: 'ñandú dos', phoneNumber: '+34600111222', tags: { colour: 'Blue' }, groups: [group.id] },
    { name: 'ΟΔΟΣ', tags: { 'a:b': 'x' }, licensePlate: 'Β 1234-ΒΓΔ' },
    { name: '100%_done\\', groups: [group.id] },
    { name: 'Expired', limits: { expires: true, expirationDate: '2020-01-01' }, groups: [group.id] },
    { name: 'Later', limits: { expires: true, expirationDate: '2090-01-01' } },
  ]
  for (const fields of fleet) made[fields.name] = (await world.make.device(account, fields)).id
})
afterAll(() => world.close())

const list = async (query: Record<string, string>, token = account.token) => {
  const path = `/api/devices?${new URLSearchParams(query)}`
  const { status, body } = await world.call('GET', path, { token })
  return status === 200 ? body.devices.map((device: { name: string }) => device.name) : status
}

describe('search', () => {
  test.each([
    ['part of a name', 'and', ['Ñandú UNO', 'ñandú dos']],
    ['a name in another case', 'ÑANDÚ', ['Ñandú UNO', 'ñandú dos']],
    ['a name in lower case', 'ñandú uno', ['Ñandú UNO']],
    ['a Greek name', 'ΟΔΟΣ', ['ΟΔΟΣ']],
    ['part of an identifier', '4244101', ['Ñandú UNO']],
    ['part of a phone number', '+34600', ['ñandú dos']],
    ['part of a license plate, in another case', '1234-βγ', ['ΟΔΟΣ']],
    ['a license plate without its spaces and hyphens', 'β1234βγδ', ['ΟΔΟΣ']],
    ['a percent sign literally', '0%', ['100%_done\\']],
    ['an underscore literally', '_', ['100%_done\\']],
    ['a backslash literally', '\\', ['100%_done\\']],
    ['nothing that exists', 'zzz', []],
  ])('finds by %s', async (_name, search, names) => {
    expect(await list({ search })).toEqual(names)
  })
})

describe('search in a fleet', () => {
  let house: MadeAccount
  const ids: string[] = []
  const search = async (word: string, query = '') => {
    const path = `/api/devices?search=${encodeURIComponent(word)}${query}`
    const { body } = await world.call('GET', path, { token: house.token })
    return body as { devices: { id: string; name: string }[]; nextCursor?: string }
  }
  const names = async (word: string, query = '') =>
    (await search(word, query)).devices.map(({ name }) => name)
  const rename = (id: string, name: string) =>
    world.call('PATCH', `/api/devices/${id}`, { token: house.token, body: { name } })

  beforeAll(async () => {
    house = await world.make.account({ licenses: 1_000 })
    for (let index = 0; index < 70; index += 1)
      ids.push((await world.make.device(house, { name: `Boat ${100 + index}.` })).id)
    await insertFleet(world.superuser, { accountId: house.accountId, active: 200 })
  })

  test('finds each once, by creation, in pages of any size', async () => {
    const all = (await names('boat')).length
    expect(all).toBe(270)
    for (const limit of [7, 32, 100]) {
      const seen: string[] = []
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const page = await search('OAT 1', `&limit=${limit}${cursor && `&cursor=${cursor}`}`)
        seen.push(...page.devices.map(({ name }) => name))
        cursor = page.nextCursor
      }
      const made = Array.from({ length: 70 }, (_, index) => `Boat ${100 + index}.`)
      const inserted = Array.from({ length: 200 }, (_, index) => `Boat ${index + 1}`)
      expect(seen).toEqual([...made, ...inserted.filter((name) => name.startsWith('Boat 1'))])
    }
  })

  test('follows renamed and deleted devices', async () => {
    for (const [index, position] of [0, 31, 32, 69].entries()) {
      expect(await names(`${100 + position}.`)).toEqual([`Boat ${100 + position}.`])
      await rename(ids[position]!, `Raft ${index}`)
      expect(await names(`${100 + position}.`)).toEqual([])
      expect(await names(`raft ${index}`)).toEqual([`Raft ${index}`])
    }
    for (const position of [0, 69]) {
      await world.call('DELETE', `/api/devices/${ids[position]}`, { token: house.token })
    }
    expect(await names('raft')).toEqual(['Raft 1', 'Raft 2'])
    const { rows } = await world.superuser.query(
      `select string_agg(texts, ' ' order by first_number) as texts from device_search where account_id = $1`,
      [house.accountId],
    )
    expect(rows[0].texts.match(/raft \d/g)).toEqual(['raft 1', 'raft 2'])
  })

  test('is consistent under concurrent changes', async () => {
    const fleet = await world.make.account({ licenses: 1_000 })
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) => world.make.device(fleet, { name: `Old ${index}` })),
    )
    const { token } = fleet
    await Promise.all([
      ...made.slice(0, 10).map(({ id }) => world.call('DELETE', `/api/devices/${id}`, { token })),
      ...made
        .slice(10, 20)
        .map(({ id }) => world.call('PATCH', `/api/devices/${id}`, { token, body: { name: 'New' } })),
      ...Array.from({ length: 10 }, () => world.make.device(fleet, { name: 'Newer' })),
    ])
    const found = async (word: string) =>
      (await world.call('GET', `/api/devices?search=${word}`, { token })).body.devices.length
    expect([await found('old'), await found('new'), await found('newer')]).toEqual([20, 20, 10])
    const { rows } = await world.superuser.query(
      `select d.number, count(s.texts) as rows, bool_and(strpos(s.texts, d.search_text) > 0) as is_held
       from devices d left join device_search s
         on s.account_id = d.account_id and d.number between s.first_number and s.last_number
       where d.account_id = $1 group by d.number`,
      [fleet.accountId],
    )
    expect(rows.filter((row) => row.rows !== '1' || !row.is_held)).toEqual([])
  })

  test('combines with other filters', async () => {
    expect(await names('raft', '&state=expired')).toEqual([])
    expect(await names('raft', '&state=active&limit=1')).toEqual(['Raft 1'])
    const device = await world.make.device(house, { name: 'Raft 9', tags: { sail: 'yes' } })
    expect(await names('raft', '&tag=sail:yes')).toEqual([device.name])
  })
})

describe('tag', () => {
  test.each([
    ['a name', 'colour', ['Ñandú UNO', 'ñandú dos']],
    ['a name and a value', 'colour:Red', ['Ñandú UNO']],
    ['a value in another case, which differs', 'colour:red', []],
    ['an empty value', 'deck:', ['Ñandú UNO']],
    ['an unknown name', 'none', []],
    ['a name that is a number', '0', []],
    ['a name that is a number, and a value', '0:1', []],
  ])('finds by %s', async (_name, tag, names) => {
    expect(await list({ tag })).toEqual(names)
  })
})

describe('group, state and updatedSince', () => {
  test('find the devices of a group', async () => {
    expect(await list({ groupId: group.id })).toEqual(['ñandú dos', '100%_done\\', 'Expired'])
    expect(await list({ groupId: 'grp_none' })).toEqual([])
  })

  test('find by state', async () => {
    expect(await list({ state: 'expired' })).toEqual(['Expired'])
    expect(await list({ state: 'active' })).not.toContain('Expired')
    expect(await list({ state: 'broken' })).toBe(400)
  })

  test('find devices changed at or after an instant', async () => {
    world.clock.offsetMs += 1_800_000
    const updatedSince = world.ctx.now().toISOString()
    await world.call('PATCH', `/api/devices/${made.Later}`, { token: account.token, body: { model: 'M2' } })
    expect(await list({ updatedSince })).toEqual(['Later'])
    const { modifiedAt } = (await world.call('GET', `/api/devices/${made.Later}`, { token: account.token }))
      .body.device
    expect(await list({ updatedSince: modifiedAt })).toEqual(['Later'])
    expect(await list({ updatedSince: new Date(Date.parse(modifiedAt) + 1).toISOString() })).toEqual([])
    expect(await list({ updatedSince: '0001-01-01T00:00:00+23:59' })).toBe(400)
    expect(await list({ updatedSince: '2000-01-01T00:00:00+23:59' })).toHaveLength(6)
    world.clock.offsetMs = 0
  })

  test('are combined', async () => {
    expect(await list({ groupId: group.id, state: 'active', search: 'd', tag: 'colour' })).toEqual([
      'ñandú dos',
    ])
  })
})

describe('the list', () => {
  test('is ordered by creation, whole or in pages, despite concurrent changes', async () => {
    const house = await world.make.account({ licenses: 1_000 })
    const ids: string[] = []
    for (let index = 0; index < 23; index += 1) {
      ids.push((await world.make.device(house, { name: `Boat ${99 - index}` })).id)
    }
    await world.call('PATCH', `/api/devices/${ids[3]}`, { token: house.token, body: { name: 'Renamed' } })
    const read = (query: string) => world.call('GET', `/api/devices${query}`, { token: house.token })
    const whole = (await read('')).body
    expect(whole.devices.map((device: { id: string }) => device.id)).toEqual(ids)

    const paged: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body } = await read(`?limit=5${cursor && `&cursor=${cursor}`}`)
      expect(body.devices.length).toBeLessThanOrEqual(5)
      paged.push(...body.devices.map((device: { id: string }) => device.id))
      cursor = body.nextCursor
      if (paged.length === 10) await world.make.device(house, { name: 'Meanwhile' })
    }
    expect(paged.slice(0, 23)).toEqual(ids)
    expect(new Set(paged).size).toBe(24)
  })

  test('has no next page after the last one', async () => {
    const house = await world.make.account({ licenses: 10 })
    for (let index = 0; index < 4; index += 1) await world.make.device(house)
    const read = async (limit: number) =>
      (await world.call('GET', `/api/devices?limit=${limit}`, { token: house.token })).body
    expect((await read(4)).nextCursor).toBeUndefined()
    expect((await read(3)).nextCursor).toBeDefined()
  })

  test('costs a unit, and one more for each started 1,000 devices', async () => {
    const house = await world.make.account({ licenses: 10_000 })
    await insertFleet(world.superuser, { accountId: house.accountId, active: 2_001 })
    const usage = async (query: string) =>
      (await world.call('GET', `/api/devices${query}`, { token: house.token })).body.apiUsage
    expect(await usage('')).toBe(4)
    expect(await usage('?limit=1000')).toBe(2)
    expect(await usage('?limit=1')).toBe(2)
    expect(await usage('?search=zzz')).toBe(1)
  })

  test.each([
    'limit=0',
    'limit=1001',
    'limit=ten',
    'limit=1.5',
    'cursor=x',
    'sort=colour',
    'search=',
    'tag=',
  ])('rejects ?%s', async (query) => {
    const { status, body } = await world.call('GET', `/api/devices?${query}`, { token: account.token })
    expect([status, body.code]).toEqual([400, 'query.invalid'])
  })

  test('accepts a cursor beyond its end', async () => {
    const cursor = sealCursor(world.ctx.config.access, account.accountId, '999999999999999')
    expect(await list({ limit: '5', cursor })).toEqual([])
  })
})
