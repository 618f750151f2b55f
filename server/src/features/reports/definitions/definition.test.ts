import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'

const path = '/api/reportDefinitions'
const request = { report: 'trips', from: '2026-11-01', to: '2026-11-30', format: 'csv', dialect: 'rfc' }

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  account = await world.make.account()
})
const call = (method: string, url: string, body?: unknown, token = account.token) =>
  world.call(method, url, { token, body })

test('is saved, read, listed, changed and deleted', async () => {
  const { status, body } = await call('POST', path, { name: 'November', request })
  expect([status, body.reportDefinition]).toMatchObject([
    201,
    { name: 'November', request, userId: account.ownerId },
  ])
  const { id } = body.reportDefinition
  expect((await call('GET', path)).body.reportDefinitions).toEqual([body.reportDefinition])
  expect((await call('GET', `${path}?search=nov`)).body.reportDefinitions).toHaveLength(1)
  const patched = await call('PATCH', `${path}/${id}`, { request: { format: 'pdf', dialect: null } })
  const { dialect: _dialect, ...rest } = request
  expect(patched.body.reportDefinition.request).toEqual({ ...rest, format: 'pdf' })
  const replaced = await call('PUT', `${path}/${id}`, { name: 'All', request })
  expect(replaced.body.reportDefinition).toMatchObject({ name: 'All', request })
  const stale = await world.call('DELETE', `${path}/${id}`, {
    token: account.token,
    headers: { 'if-match': '"1"' },
  })
  expect(stale.status).toBe(412)
  expect((await call('DELETE', `${path}/${id}`)).status).toBe(200)
  expect((await call('GET', `${path}/${id}`)).body.code).toBe('reportDefinitions.not_found')
})

test.each([
  ['an unknown report', { ...request, report: 'weather' }],
  ['an unknown field', { ...request, colour: 'blue' }],
  ['no period', { report: 'trips', format: 'csv' }],
])('is refused with %s', async (_what, given) => {
  expect((await call('POST', path, { name: 'x', request: given })).status).toBe(400)
})

test('is seen by those with full scope, and by its own user; reading needs reports.read', async () => {
  const group = await world.make.group(account)
  const fields = { groupIds: [group.id], privileges: ['reports.read', 'reports.manage'] }
  const [ana, ben] = [await world.make.user(account, fields), await world.make.user(account, fields)]
  const { body } = await call('POST', path, { name: 'Of Ana', request }, ana.token)
  const { id } = body.reportDefinition
  expect((await call('GET', `${path}/${id}`, undefined, ben.token)).status).toBe(404)
  expect((await call('PATCH', `${path}/${id}`, { name: 'Of Ben' }, ben.token)).status).toBe(404)
  expect((await call('GET', path, undefined, ben.token)).body.reportDefinitions).toEqual([])
  expect((await call('GET', `${path}/${id}`)).status).toBe(200)
  const nobody = await world.make.user(account, { groupIds: [group.id] })
  expect((await call('GET', path, undefined, nobody.token)).body.code).toBe('access.privilege_missing')
  const reader = await world.make.user(account, { groupIds: [group.id], privileges: ['reports.read'] })
  expect((await call('POST', path, { name: 'x', request }, reader.token)).status).toBe(403)
  // It outlives its user.
  await call('DELETE', `/api/users/${ana.id}`)
  expect((await call('GET', `${path}/${id}`)).body.reportDefinition.userId).toBeNull()
})
