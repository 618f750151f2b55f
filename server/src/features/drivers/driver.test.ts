import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
})
afterAll(() => world.close())

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  world.call(method, `/api/drivers${path}`, { token: account.token, body, headers })

test('a driver is created, read, changed and deleted', async () => {
  const fields = { name: 'Ana Pérez', phone: '+34 600 111 222', licenseNumber: 'B-123', note: 'Night shift' }
  const created = await call('POST', '', fields)
  expect([created.status, created.headers.location]).toEqual([201, `/api/drivers/${created.body.id}`])
  const { id } = created.body
  const read = await call('GET', `/${id}`)
  expect(read.body).toMatchObject({ id, ...fields, email: null, tags: [] })
  const stale = await call('PATCH', `/${id}`, { name: 'Ana' }, { 'if-match': '"7"' })
  expect(stale.status).toBe(412)
  const tag = String(read.headers.etag)
  const patched = await call('PATCH', `/${id}`, { name: 'Ana', note: null }, { 'if-match': tag })
  expect(patched.body).toMatchObject({ name: 'Ana', note: null, phone: fields.phone })
  const replaced = await call('PUT', `/${id}`, { ...patched.body, phone: undefined })
  expect(replaced.body).toMatchObject({ name: 'Ana', phone: null, licenseNumber: 'B-123' })
  expect((await call('DELETE', `/${id}`)).status).toBe(200)
  expect((await call('GET', `/${id}`)).body.code).toBe('drivers.not_found')
  const { changes } = (await world.call('GET', `/api/audit?targetId=${id}`, { token: account.token })).body
  expect(changes.map(({ action }: { action: string }) => action)).toEqual([
    'drivers.deleted',
    'drivers.changed',
    'drivers.changed',
    'drivers.created',
  ])
})

test('an idempotent request creates one driver', async () => {
  const headers = { 'idempotency-key': 'driver-1' }
  const [one, two] = [
    await call('POST', '', { name: 'Once' }, headers),
    await call('POST', '', { name: 'Once' }, headers),
  ]
  expect(two.body.id).toBe(one.body.id)
  expect((await call('GET', '?search=once')).body.drivers).toHaveLength(1)
})

test.each([
  [{}, 'name'],
  [{ name: '' }, 'name'],
  [{ name: 'x', phone: 'no' }, 'phone'],
  [{ name: 'x', email: 'no' }, 'email'],
  [{ name: 'x', licenseNumber: 'x'.repeat(65) }, 'licenseNumber'],
])('refuses %j', async (body, path) => {
  const { status, body: answer } = await call('POST', '', body)
  expect([status, answer.details[0].path]).toEqual([400, path])
})

test('a tag is of one driver at a time', async () => {
  const [ana, bea] = [await world.make.driver(account), await world.make.driver(account)]
  const give = (driver: { id: string }, body: object) => call('POST', `/${driver.id}/tags`, body)
  const first = await give(ana, { tag: 'KEY', to: '2026-06-01T00:00:00Z' })
  expect(first.status).toBe(201)
  expect(first.body).toMatchObject({ tag: 'KEY', from: null, to: '2026-06-01T00:00:00.000Z' })
  const taken = await give(bea, { tag: 'KEY', from: '2026-05-31T00:00:00Z' })
  expect([taken.status, taken.body.code]).toEqual([409, 'driverTags.taken'])
  expect((await give(bea, { tag: 'KEY', from: '2026-06-01T00:00:00Z' })).status).toBe(201)
  const longer = await call('PUT', `/${ana.id}/tags/${first.body.id}`, { tag: 'KEY' })
  expect(longer.body.code).toBe('driverTags.taken')
  const shorter = { tag: 'KEY', to: '2026-05-01T00:00:00Z' }
  expect((await call('PUT', `/${ana.id}/tags/${first.body.id}`, shorter)).status).toBe(200)
  expect((await call('GET', '?search=KEY')).body.drivers).toHaveLength(2)
  expect((await call('DELETE', `/${ana.id}/tags/${first.body.id}`)).status).toBe(200)
  expect((await call('DELETE', `/${ana.id}/tags/${first.body.id}`)).body.code).toBe('driverTags.not_found')
  expect((await call('GET', `/${ana.id}/tags`)).body.tags).toEqual([])
  const { etag } = (await call('GET', `/${bea.id}`)).headers
  expect(etag).toMatch(/^"2-/)
})

test('refuses a tag with spaces around it, an empty period, and more than ten', async () => {
  const driver = await world.make.driver(account)
  const give = (body: object) => call('POST', `/${driver.id}/tags`, body)
  expect((await give({ tag: ' A' })).status).toBe(400)
  expect((await give({ tag: '' })).status).toBe(400)
  expect((await give({ tag: 'x'.repeat(65) })).status).toBe(400)
  const now = '2026-06-01T00:00:00Z'
  expect((await give({ tag: 'A', from: now, to: now })).status).toBe(400)
  for (let number = 0; number < 10; number += 1) expect((await give({ tag: `N${number}` })).status).toBe(201)
  expect((await give({ tag: 'N10' })).body.code).toBe('driverTags.too_many')
})

test('another account has its own drivers and tags', async () => {
  const other = await world.make.account()
  const mine = await world.make.driver(account)
  await world.make.driverTag(account, mine.id, { tag: 'SHARED' })
  const theirs = await world.make.driver(other)
  expect((await world.make.driverTag(other, theirs.id, { tag: 'SHARED' })).tag).toBe('SHARED')
  const { drivers } = (await world.call('GET', '/api/drivers', { token: other.token })).body
  expect(drivers.map(({ id }: { id: string }) => id)).toEqual([theirs.id])
})

test('the tag of a deleted driver can be given to another one, from the deletion on', async () => {
  const [ana, bea, cid] = [
    await world.make.driver(account),
    await world.make.driver(account),
    await world.make.driver(account),
  ]
  await world.make.driverTag(account, ana.id, { tag: 'PASSED' })
  const later = '2100-01-01T00:00:00Z'
  await world.make.driverTag(account, ana.id, { tag: 'LATER', from: later })
  expect((await call('DELETE', `/${ana.id}`)).status).toBe(200)
  expect((await call('GET', '?search=PASSED')).body.drivers).toEqual([])
  const { rows } = await world.superuser.query(
    `select t.tag, t.counts_until, p.deleted_at, p.phone from driver_tags t
     join drivers p on p.number = t.driver_number where p.id = $1`,
    [ana.id],
  )
  expect(rows).toEqual([
    { tag: 'PASSED', counts_until: rows[0].deleted_at, deleted_at: expect.any(Date), phone: null },
  ])
  const given = await call('POST', `/${bea.id}/tags`, { tag: 'PASSED' })
  expect([given.status, given.body.from]).toEqual([201, rows[0].deleted_at.toISOString()])
  const past = await call('POST', `/${cid.id}/tags`, { tag: 'PASSED', to: '2020-01-01T00:00:00Z' })
  expect(past.body.code).toBe('driverTags.taken')
  const csv = 'name,tag\nDan,LATER\nEva,PASSED\n'
  const headers = { 'content-type': 'text/csv' }
  const shown = await world.call('POST', '/api/drivers/import/preview', {
    token: account.token,
    body: csv,
    headers,
  })
  expect(shown.body.faults).toEqual([{ path: '3.tag', message: '"PASSED" already belongs to a driver' }])
})

test('of drivers of whom the past has nothing, nothing is kept', async () => {
  const { id } = await world.make.driver(account)
  await call('DELETE', `/${id}`)
  const { rows } = await world.superuser.query('select from drivers where id = $1', [id])
  expect(rows).toEqual([])
})
