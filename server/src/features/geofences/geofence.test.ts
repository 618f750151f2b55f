import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { CallOptions, World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { loadShapes } from './geofence.api.ts'

let world: World
let account: MadeAccount
let otherAccount: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
  otherAccount = await world.make.account()
})
afterAll(() => world.close())

const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  world.call(method, path, { token: account.token, body, ...options })
let last = 0
const named = (fields: object) => {
  last += 1
  return { name: `Area ${last}`, ...fields }
}
const polygon = (...rings: number[][][]) => ({ geometry: { type: 'Polygon', coordinates: rings } })
const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const square = polygon(box(2.1, 41.3, 2.3, 41.5))
const circle = { geometry: { type: 'Point', coordinates: [2.2, 41.4] }, radius: 500 }
const line = (...coordinates: number[][]) => ({ geometry: { type: 'LineString', coordinates }, radius: 200 })

describe('a geofence', () => {
  test('is created as a polygon and read unchanged', async () => {
    const { status, body, headers } = await call('POST', '/api/geofences', {
      name: 'Harbour',
      description: 'Where the boats are',
      color: '#d9480f',
      tags: { colour: 'blue' },
      ...square,
    })
    expect(status).toBe(201)
    expect(headers.location).toBe(`/api/geofences/${body.id}`)
    expect(body).toMatchObject({
      success: true,
      id: expect.stringMatching(/^geo_[0-9A-Za-z]{22}$/),
      name: 'Harbour',
      description: 'Where the boats are',
      type: 'polygon',
      ...square,
      radius: null,
      color: '#d9480f',
      tags: { colour: 'blue' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    const again = await call('GET', `/api/geofences/${body.id}`)
    expect(again.headers.etag).toBe(headers.etag)
    const { requestId, apiUsage, apiDailyUsage, ...geofence } = again.body
    expect(body).toMatchObject(geofence)
  })

  test.each([
    ['circle', circle],
    ['corridor', line([2, 41], [2.5, 41.2], [3, 41])],
    ['polygon', { geometry: { type: 'MultiPolygon', coordinates: [[box(0, 0, 1, 1)], [box(2, 2, 3, 3)]] } }],
  ])('of the type %s has the type of its geometry', async (type, fields) => {
    const { status, body } = await call('POST', '/api/geofences', named(fields))
    expect([status, body.type]).toEqual([201, type])
    expect(body).toMatchObject({ radius: null, ...fields })
  })

  test('is replaced: absent fields are cleared', async () => {
    const { id } = await world.make.geofence(account, {
      description: 'ours',
      color: '#d9480f',
      tags: { a: 'b' },
    })
    const { body } = await call('PUT', `/api/geofences/${id}`, { name: 'Replaced', ...square })
    expect(body).toMatchObject({ id, name: 'Replaced', description: null, type: 'polygon', radius: null })
    expect(body.tags).toEqual({})
    expect(body.color).toBeNull()
  })

  test('has a colour of six hexadecimal digits', async () => {
    const { status, body } = await call('POST', '/api/geofences', named({ ...circle, color: 'red' }))
    expect([status, body.code]).toEqual([400, 'body.invalid'])
    expect(body.details[0].path).toBe('color')
  })

  test('is patched in both formats, including its geometry', async () => {
    const { id } = await world.make.geofence(account, { description: 'ours' })
    const path = `/api/geofences/${id}`
    const merged = await call('PATCH', path, { radius: 750, tags: { port: 'yes' } })
    expect(merged.body).toMatchObject({ radius: 750, description: 'ours', tags: { port: 'yes' } })
    const moved = await call('PATCH', path, [
      { op: 'test', path: '/type', value: 'circle' },
      { op: 'replace', path: '/geometry/coordinates/0', value: 2.5 },
      { op: 'remove', path: '/description' },
    ])
    expect(moved.body.geometry).toEqual({ type: 'Point', coordinates: [2.5, 41.4] })
    expect(moved.body.description).toBeNull()
    const wrong = await call('PATCH', path, [{ op: 'replace', path: '/geometry/coordinates/1', value: 91 }])
    expect([wrong.status, wrong.body.code]).toEqual([400, 'geofences.invalid_shape'])
    expect((await call('GET', path)).body.geometry.coordinates).toEqual([2.5, 41.4])
  })

  test('is deleted', async () => {
    const { id } = await world.make.geofence(account)
    expect((await call('DELETE', `/api/geofences/${id}`)).status).toBe(200)
    const gone = await call('GET', `/api/geofences/${id}`)
    expect([gone.status, gone.body.code]).toEqual([404, 'geofences.not_found'])
  })

  test('that a rule uses cannot be deleted; the error names the rule', async () => {
    const { id } = await world.make.geofence(account)
    await world.superuser.query(
      `with rule as (
         insert into alert_rules (account_id, id, name, kind, enabled, severity, settings, conditions, applies_to,
           created_at, modified_at)
         values ($1, 'rul_' || repeat('a', 22), 'Leaving port', 'geofence', true, 'info', '{}', '{}', 'all',
           now(), now())
         returning account_id, number)
       insert into rule_geofences
       select rule.account_id, rule.number, f.number from rule join geofences f using (account_id) where f.id = $2`,
      [account.accountId, id],
    )
    const { status, body } = await call('DELETE', `/api/geofences/${id}`)
    expect([status, body.code]).toEqual([409, 'geofences.in_use'])
    expect(body.error).toContain('"Leaving port"')
  })

  test('has a name that is unique in the account only', async () => {
    const { name } = await world.make.geofence(account)
    const again = await call('POST', '/api/geofences', { name, ...circle })
    expect([again.status, again.body.code]).toEqual([409, 'geofences.name_taken'])
    const elsewhere = await call('POST', '/api/geofences', { name, ...circle }, { token: otherAccount.token })
    expect(elsewhere.status).toBe(201)
  })

  test('is created once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'make-it-once' }
    const body = named(circle)
    const [one, two] = [
      await call('POST', '/api/geofences', body, { headers }),
      await call('POST', '/api/geofences', body, { headers }),
    ]
    expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
    expect(two.headers['idempotent-replayed']).toBe('true')
  })

  test('is changed only with the current ETag, if one is sent', async () => {
    const { id } = await world.make.geofence(account)
    const { headers } = await call('GET', `/api/geofences/${id}`)
    const ifMatch = { headers: { 'if-match': String(headers.etag) } }
    const patches = ['a', 'b', 'c'].map((description) =>
      call('PATCH', `/api/geofences/${id}`, { description }, ifMatch),
    )
    expect((await Promise.all(patches)).map(({ status }) => status).sort()).toEqual([200, 412, 412])
    expect((await call('DELETE', `/api/geofences/${id}`, undefined, ifMatch)).status).toBe(412)
  })

  test('is audited, with its geometry only if it changed', async () => {
    const { id } = await world.make.geofence(account)
    await call('PATCH', `/api/geofences/${id}`, { description: 'moored' })
    await call('PATCH', `/api/geofences/${id}`, { geometry: { coordinates: [3, 42] } })
    await call('DELETE', `/api/geofences/${id}`)
    const { changes } = (await call('GET', `/api/audit?targetId=${id}`)).body
    expect(changes.map((change: { action: string }) => change.action)).toEqual([
      'geofences.deleted',
      'geofences.changed',
      'geofences.changed',
      'geofences.created',
    ])
    const [deleted, moved, described, created] = changes
    expect(created).toMatchObject({ before: null, after: { type: 'circle', ...circle } })
    expect(described.after).toMatchObject({ description: 'moored' })
    expect(described.after.geometry).toBeUndefined()
    expect(moved.before.geometry.coordinates).toEqual([2.2, 41.4])
    expect(moved.after.geometry.coordinates).toEqual([3, 42])
    expect(deleted.after).toBeNull()
  })
})

describe('as GeoJSON', () => {
  const accept = { accept: 'application/geo+json' }

  test('one geofence is a Feature, and all are a FeatureCollection', async () => {
    const fleet = await world.make.account()
    const { id } = await world.make.geofence(fleet, { name: 'Round', tags: { a: 'b' } })
    await world.make.geofence(fleet, { name: 'Square', ...square, radius: null })
    const one = await call('GET', `/api/geofences/${id}`, undefined, { token: fleet.token, headers: accept })
    expect(one.headers['content-type']).toMatch(/^application\/geo\+json/)
    expect(one.headers.etag).toBe('"1"')
    const round = {
      type: 'Feature',
      id,
      geometry: circle.geometry,
      properties: { name: 'Round', description: null, type: 'circle', radius: 500, tags: { a: 'b' } },
    }
    expect(one.body).toMatchObject(round)
    const all = await call('GET', '/api/geofences', undefined, { token: fleet.token, headers: accept })
    expect(all.body).toMatchObject({
      type: 'FeatureCollection',
      features: [round, { type: 'Feature', ...square, properties: { name: 'Square', radius: null } }],
    })
    const page = await call('GET', '/api/geofences?limit=1', undefined, {
      token: fleet.token,
      headers: accept,
    })
    expect(page.body.features).toHaveLength(1)
    const query = `limit=1&cursor=${page.body.nextCursor}`
    const next = await call('GET', `/api/geofences?${query}`, undefined, {
      token: fleet.token,
      headers: accept,
    })
    expect(next.body.features[0].properties.name).toBe('Square')
    expect(next.body.nextCursor).toBeUndefined()
    const empty = await call('GET', '/api/geofences?search=none', undefined, {
      token: fleet.token,
      headers: accept,
    })
    expect(empty.body).toEqual({ type: 'FeatureCollection', features: [] })
  })

  test.each(['application/geo+json', 'application/json'])('a Feature is accepted as %s', async (type) => {
    const feature = {
      type: 'Feature',
      geometry: { ...circle.geometry, bbox: [2, 41, 3, 42] },
      properties: { name: `Feature as ${type}`, radius: 90, 'stroke-width': 2 },
    }
    const headers = { 'content-type': type }
    const { status, body } = await call('POST', '/api/geofences', feature, { headers })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: `Feature as ${type}`, radius: 90, geometry: circle.geometry })
  })
})

describe('the list of geofences', () => {
  test('is complete without a limit, the same in pages, and searchable by name and tag', async () => {
    const fleet = await world.make.account()
    const names = Array.from({ length: 12 }, (_, index) => `Port ${index}`)
    for (const name of names) await world.make.geofence(fleet, { name, tags: { pier: name.slice(5) } })
    const list = async (query: string) => {
      const { body } = await call('GET', `/api/geofences?${query}`, undefined, { token: fleet.token })
      return { names: body.geofences.map((one: { name: string }) => one.name), cursor: body.nextCursor }
    }
    expect((await list('')).names).toEqual(names)
    const first = await list('limit=7')
    const second = await list(`limit=7&cursor=${first.cursor}`)
    expect([...first.names, ...second.names]).toEqual(names)
    expect(second.cursor).toBeUndefined()
    expect((await list('search=PORT%201')).names).toEqual(['Port 1', 'Port 10', 'Port 11'])
    expect((await list('tag=pier:3')).names).toEqual(['Port 3'])
    expect((await list('tag=pier')).names).toHaveLength(12)
    expect((await list('tag=none')).names).toEqual([])
  })

  test('is limited to exactly 10,000, even with concurrent requests', async () => {
    const fleet = await world.make.account()
    await world.superuser.query(
      `insert into geofences (account_id, id, name, kind, geometry, positions, radius_m, created_at, modified_at)
       select $1, 'geo_' || lpad(n::text, 22, '0'), 'Port ' || n, 'circle',
         '{"type": "Point", "coordinates": [1, 1]}', 1, 5, now(), now()
       from generate_series(1, 9998) n`,
      [fleet.accountId],
    )
    const tries = Array.from({ length: 6 }, () =>
      call('POST', '/api/geofences', named(circle), { token: fleet.token }),
    )
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(
      Array(4).fill('409 geofences.too_many'),
    )
    // Existing ones may still be changed.
    const [full] = (await call('GET', '/api/geofences?limit=1', undefined, { token: fleet.token })).body
      .geofences
    const change = await call('PATCH', `/api/geofences/${full.id}`, { radius: 9 }, { token: fleet.token })
    expect(change.status).toBe(200)
  })

  test('is limited to a million positions in total', async () => {
    const fleet = await world.make.account()
    await world.superuser.query(
      `insert into geofences (account_id, id, name, kind, geometry, positions, radius_m, created_at, modified_at)
       select $1, 'geo_' || lpad(n::text, 22, '0'), 'Port ' || n, 'circle',
         '{"type": "Point", "coordinates": [1, 1]}', 10000, 5, now(), now()
       from generate_series(1, 100) n`,
      [fleet.accountId],
    )
    const { status, body } = await call('POST', '/api/geofences', named(circle), { token: fleet.token })
    expect([status, body.code]).toEqual([409, 'geofences.too_many_positions'])
  })
})

describe('access', () => {
  test('changing requires the privilege', async () => {
    const device = await world.make.device(account)
    const group = await world.make.group(account)
    const { id } = await world.make.geofence(account)
    for (const fields of [{ groupIds: [group.id] }, { deviceId: device.id }]) {
      const { token } = await world.make.user(account, fields)
      const refused = await call('PATCH', `/api/geofences/${id}`, { description: 'x' }, { token })
      expect([refused.status, refused.body.code]).toEqual([403, 'access.privilege_missing'])
      expect((await call('POST', '/api/geofences', named(circle), { token })).status).toBe(403)
      expect((await call('DELETE', `/api/geofences/${id}`, undefined, { token })).status).toBe(403)
    }
    const { token } = await world.make.user(account, {
      groupIds: [group.id],
      privileges: ['geofences.manage'],
    })
    expect((await call('PATCH', `/api/geofences/${id}`, { description: 'x' }, { token })).status).toBe(200)
  })

  test('users with a limited scope see the geofences that rules use for their devices', async () => {
    const fleet = await world.make.account()
    const [mine, theirs] = [await world.make.device(fleet), await world.make.device(fleet)]
    const [own, other] = [
      await world.make.group(fleet, { devices: [mine.id] }),
      await world.make.group(fleet, { devices: [theirs.id] }),
    ]
    const [unused, ofGroup, ofDevice, ofOthers, ofAll] = await Promise.all(
      Array.from({ length: 5 }, () => world.make.geofence(fleet)),
    )
    const settings = { on: 'entered' }
    const rule = (geofence: { id: string }, fields: object) =>
      world.make.rule(fleet, { type: 'geofence', settings, geofences: [geofence.id], ...fields })
    await rule(ofGroup!, { groups: [own.id] })
    await rule(ofDevice!, { devices: [mine.id] })
    await rule(ofOthers!, { groups: [other.id] })
    await rule(ofAll!, {})
    const seenBy = async (token: string) => {
      const { geofences } = (await call('GET', '/api/geofences', undefined, { token })).body
      return new Set(geofences.map((one: { id: string }) => one.id))
    }
    const seen = new Set([ofGroup!.id, ofDevice!.id, ofAll!.id])
    for (const fields of [{ groupIds: [own.id] }, { deviceId: mine.id }]) {
      const { token } = await world.make.user(fleet, fields)
      expect(await seenBy(token)).toEqual(seen)
      for (const { id } of [unused!, ofOthers!])
        expect((await call('GET', `/api/geofences/${id}`, undefined, { token })).status).toBe(404)
    }
    const manager = await world.make.user(fleet, { groupIds: [own.id], privileges: ['geofences.manage'] })
    expect((await seenBy(manager.token)).size).toBe(5)
    // A rule that names no geofence uses all of them.
    await world.make.rule(fleet, { type: 'geofence', settings, groups: [own.id] })
    const { token } = await world.make.user(fleet, { groupIds: [own.id] })
    expect((await seenBy(token)).size).toBe(5)
  })

  test('other accounts find nothing', async () => {
    const { id } = await world.make.geofence(account)
    const { token } = otherAccount
    for (const method of ['GET', 'DELETE'])
      expect((await call(method, `/api/geofences/${id}`, undefined, { token })).status).toBe(404)
    const body = named(circle)
    expect((await call('PUT', `/api/geofences/${id}`, body, { token })).status).toBe(404)
    expect((await call('PATCH', `/api/geofences/${id}`, { radius: 5 }, { token })).status).toBe(404)
    const { geofences } = (await call('GET', '/api/geofences', undefined, { token })).body
    expect(geofences.map((one: { id: string }) => one.id)).not.toContain(id)
  })
})

test('loads the shapes of one account only', async () => {
  const fleet = await world.make.account()
  await world.make.geofence(fleet, { ...square, radius: null })
  await world.make.geofence(fleet)
  const shapes = await loadShapes(world.ctx, fleet.accountId)
  expect(shapes).toEqual([
    { number: expect.any(Number), type: 'polygon', ...square, radiusM: null },
    { number: expect.any(Number), type: 'circle', geometry: circle.geometry, radiusM: 500 },
  ])
})
