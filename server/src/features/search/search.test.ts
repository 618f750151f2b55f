import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
let otherAccount: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
  otherAccount = await world.make.account()
  await world.make.geofence(account, { name: 'Yard North' })
})
afterAll(() => world.close())

const read = (q: string, language = 'en', token = account.token) =>
  world.call('GET', `/api/places/search?q=${encodeURIComponent(q)}`, {
    token,
    headers: { 'accept-language': language },
  })

describe('a search', () => {
  const search = async (q: string, language = 'en', token = account.token) => {
    const { body } = await read(q, language, token)
    return body.results as {
      type: string
      name: string
      detail: string | null
      latitude: number
      longitude: number
    }[]
  }

  test('finds towns by the beginning of their name, the largest first', async () => {
    const [first] = await search('madr')
    expect(first).toMatchObject({ type: 'town', name: 'Madrid', detail: 'Community of Madrid, Spain' })
    expect(first!.latitude).toBeCloseTo(40.4165, 2)
    expect((await search('SAO PAULO'))[0]).toMatchObject({ name: 'São Paulo', detail: 'Brazil' })
    expect((await search('santiago, chile'))[0]).toMatchObject({ name: 'Santiago' })
    expect((await search('santiago, domin'))[0]!.detail).toMatch(/Dominican Republic$/)
  })

  test('finds towns by their name in another language', async () => {
    const [first] = await search('londres', 'es')
    expect(first).toMatchObject({ name: 'Londres', detail: expect.stringMatching(/, Reino Unido$/) })
  })

  test('finds coordinates, with their place', async () => {
    const [first] = await search('41.3532, -1.55')
    expect(first).toMatchObject({
      type: 'coordinates',
      name: '41.35320, -1.55000',
      detail: '7.8 km E of Calatayud, Zaragoza, Spain',
    })
  })

  test('finds devices and geofences of the account, and of no other', async () => {
    const device = await world.make.device(account, { name: 'Yard truck' })
    expect((await search('yard')).map(({ type, name }) => [type, name]).slice(0, 2)).toEqual([
      ['device', device.name],
      ['geofence', 'Yard North'],
    ])
    const foreign = await search('yard', 'en', otherAccount.token)
    expect(foreign.filter(({ type }) => type !== 'town')).toEqual([])
  })

  test('flies to a point of a geofence, whatever its shape', async () => {
    const ring = [
      [3.1, 50.1],
      [3.2, 50.1],
      [3.2, 50.2],
      [3.1, 50.1],
    ]
    const shapes = [
      { geometry: { type: 'Point', coordinates: [1.5, 40.5] }, radius: 100 },
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [2.5, 41.5],
            [2.6, 41.5],
          ],
        },
        radius: 100,
      },
      { geometry: { type: 'Polygon', coordinates: [ring] } },
      { geometry: { type: 'MultiPolygon', coordinates: [[ring]] } },
    ]
    for (const [index, shape] of shapes.entries()) {
      await world.make.geofence(account, { radius: undefined, name: `Shape ${index}`, ...shape })
    }
    const found = (await search('shape ')).filter(({ type }) => type === 'geofence')
    const points = found.map(({ name, latitude, longitude }) => [name, latitude, longitude])
    expect(points).toEqual([
      ['Shape 0', 40.5, 1.5],
      ['Shape 1', 41.5, 2.5],
      ['Shape 2', 50.1, 3.1],
      ['Shape 3', 50.1, 3.1],
    ])
  })

  test.each(['', 'x'.repeat(201)])('needs a text of up to 200 characters: %s', async (q) => {
    expect((await read(q)).status).toBe(400)
  })

  test('finds nothing by punctuation alone', async () => {
    expect(await search('...')).toEqual([])
  })
})
