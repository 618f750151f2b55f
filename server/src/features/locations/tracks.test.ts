import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

let world: World
let account: MadeAccount
let recorder: { stop(): void }
let ids: string[]
const dayMs = 86_400_000
const start = Date.now() - 5 * dayMs
const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString()

beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 10 })
  recorder = await recordLocations(world.ctx)
  ids = []
  for (const name of ['First', 'Second', 'Silent']) ids.push((await world.make.device(account, { name })).id)
  for (const [index, id] of ids.slice(0, 2).entries()) {
    const locations = [1, 2, 3].map((hour) => ({ dateTime: at(hour), latitude: 40 + index, longitude: hour }))
    const path = `/api/devices/${id}/locations`
    expect((await world.call('POST', path, { token: account.token, body: { locations } })).status).toBe(201)
  }
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

function get(path: string, query: [string, string][], token = account.token) {
  return world.call('GET', `${path}?${new URLSearchParams(query)}`, { token })
}
const period: [string, string][] = [
  ['from', at(2)],
  ['to', at(24)],
]
const tracks = (wanted: string[], more = period) =>
  get('/api/locations', [...wanted.map((id): [string, string] => ['ids', id]), ...more])

test('returns the tracks of several devices in the order of the ids', async () => {
  const { status, body } = await tracks([ids[1]!, ids[2]!, ids[0]!])
  expect(status).toBe(200)
  const found = body.tracks.map(({ deviceId, locations }: { deviceId: string; locations: object[] }) => [
    deviceId,
    locations.length,
  ])
  expect(found).toEqual([
    [ids[1], 2],
    [ids[2], 0],
    [ids[0], 2],
  ])
  expect(body.tracks[0].locations[0]).toMatchObject({ dateTime: at(2), latitude: 41 })
  expect(body.apiUsage).toBe(2)
})

test('refuses devices of others, too many devices and long periods', async () => {
  const other = await world.make.account()
  const { id } = await world.make.device(other)
  expect((await tracks([ids[0]!, id])).body.code).toBe('devices.not_found')
  expect((await tracks(Array.from({ length: 51 }, (_, index) => `dev_${index}`))).status).toBe(400)
  const month: [string, string][] = [
    ['from', at(0)],
    ['to', at(32 * 24)],
  ]
  expect((await tracks([ids[0]!], month)).body.details).toEqual([
    { path: 'to', message: 'must be at most 31 days after from' },
  ])
})

test('lists last locations of some devices, or of a group', async () => {
  const { token } = account
  const devices = async (...query: [string, string][]) =>
    (await get('/api/lastLocations', query)).body.locations.map(
      ({ deviceId }: { deviceId: string }) => deviceId,
    )
  expect(await devices(['ids', ids[0]!], ['ids', ids[2]!])).toEqual([ids[0]])
  const body = { name: 'Seconds', devices: [ids[1]] }
  const group = (await world.call('POST', '/api/groups', { token, body })).body.id
  expect(await devices(['groupId', group])).toEqual([ids[1]])
  expect(await devices(['groupId', group], ['ids', ids[0]!])).toEqual([])
  const member = await world.make.user(account, { groupIds: [group] })
  const seen = await get('/api/lastLocations', [['ids', ids[0]!]], member.token)
  expect(seen.body.locations).toEqual([])
})

test.each([
  ['csv', 'text/csv'],
  ['gpx', 'application/gpx+xml'],
  ['kml', 'application/vnd.google-earth.kml+xml'],
  ['geojson', 'application/geo+json'],
  ['json', 'application/json'],
])('sends a track as %s for a link', async (format, type) => {
  const path = `/api/devices/${ids[0]}/locations`
  const { status, headers } = await get(path, [...period, ['format', format]])
  expect([status, String(headers['content-type']).split(';')[0]]).toEqual([200, type])
})

test('refuses an unknown format', async () => {
  const { status, body } = await get(`/api/devices/${ids[0]}/locations`, [...period, ['format', 'xls']])
  expect([status, body.code]).toEqual([400, 'query.invalid'])
})

test('reads what POST reads: limits and alerts of a device, and the own user', async () => {
  const { token } = account
  const limits = await world.call('GET', `/api/devices/${ids[0]}/limits`, { token })
  expect(limits.body).toMatchObject({ limits: { expires: false }, usage: { emailsSent: 0 } })
  await world.make.alert(account, ids[0]!, { name: 'sos' })
  const alerts = await get(`/api/devices/${ids[0]}/alerts`, [['alertName', 'sos']])
  expect(alerts.body.alerts).toHaveLength(1)
  expect((await get(`/api/devices/${ids[1]}/alerts`, [])).body.alerts).toEqual([])
  const own = await world.call('GET', '/api/users/me', { token })
  expect([own.status, own.body.userName]).toEqual([200, account.userName])
})
