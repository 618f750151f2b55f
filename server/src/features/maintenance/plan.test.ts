import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const path = '/api/maintenancePlans'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  account = await world.make.account({ licenses: 10 })
})
const call = (method: string, url: string, body?: unknown) =>
  world.call(method, url, { token: account.token, body })

test('is created with a warning of a tenth, read, listed, changed and deleted', async () => {
  const device = await world.make.device(account)
  const { status, body, headers } = await call('POST', path, {
    name: 'Oil',
    everyKm: 15_000,
    everyDays: 365,
    devices: [device.id],
  })
  expect(status).toBe(201)
  const { maintenancePlan: plan } = body
  expect(plan).toMatchObject({
    ...{ name: 'Oil', everyKm: 15_000, everyHours: null, everyDays: 365 },
    ...{ warnKm: 1_500, warnHours: null, warnDays: 37, devices: [device.id], groups: [] },
  })
  expect(headers.location).toBe(`${path}/${plan.id}`)
  expect((await call('GET', path)).body.maintenancePlans).toEqual([plan])
  expect((await call('GET', `${path}/${plan.id}`)).body.maintenancePlan).toEqual(plan)
  const patched = await call('PATCH', `${path}/${plan.id}`, { everyDays: null, warnDays: null, warnKm: 500 })
  expect(patched.body.maintenancePlan).toMatchObject({ everyKm: 15_000, warnKm: 500, everyDays: null })
  const replaced = await call('PUT', `${path}/${plan.id}`, { name: 'Belt', everyHours: 500 })
  expect(replaced.body.maintenancePlan).toMatchObject({
    name: 'Belt',
    everyKm: null,
    warnHours: 50,
    devices: [],
  })
  expect((await call('DELETE', `${path}/${plan.id}`)).status).toBe(200)
  expect((await call('GET', `${path}/${plan.id}`)).body.code).toBe('maintenancePlans.not_found')
})

test.each([
  ['no interval', { name: 'x' }],
  ['a warning without its interval', { name: 'x', everyKm: 100, warnDays: 3 }],
  ['a warning longer than the interval', { name: 'x', everyKm: 100, warnKm: 101 }],
  ['half a day', { name: 'x', everyDays: 0.5 }],
  ['no distance', { name: 'x', everyKm: 0 }],
  ['an unknown device', { name: 'x', everyKm: 1, devices: ['dev_0aB1cD2eF3gH4iJ5kL6mN7'] }],
])('is refused with %s', async (_what, body) => {
  expect((await call('POST', path, body)).status).toBe(400)
})

test('has a name of its own, and there are at most 100', async () => {
  await world.make.maintenancePlan(account, { name: 'Oil' })
  expect((await call('POST', path, { name: 'Oil', everyKm: 1 })).body.code).toBe(
    'maintenancePlans.name_taken',
  )
  await world.superuser.query(
    `insert into maintenance_plans (account_id, id, name, every_km, warn_km, applies_to, created_at, modified_at)
     select $1, 'mpl_' || lpad(n::text, 22, '0'), 'Plan ' || n, 1, 0, 'all', now(), now() from generate_series(2, 100) n`,
    [account.accountId],
  )
  expect((await call('POST', path, { name: 'One more', everyKm: 1 })).body.code).toBe(
    'maintenancePlans.too_many',
  )
})

test('the first one creates the alert rule, unless there is one', async () => {
  const rules = async () =>
    (await call('GET', '/api/alertRules')).body.alertRules.filter(
      ({ type }: { type: string }) => type === 'maintenance',
    )
  await world.make.maintenancePlan(account)
  const [rule] = await rules()
  expect(rule).toMatchObject({ name: 'Maintenance', enabled: true, settings: { on: 'soon' } })
  await call('DELETE', `/api/alertRules/${rule.id}`)
  await world.make.maintenancePlan(account)
  expect(await rules()).toEqual([])
})

test('work needs a plan that applies, a time that is past, and a cost with its currency', async () => {
  const [device, other] = [await world.make.device(account), await world.make.device(account)]
  const plan = await world.make.maintenancePlan(account, { devices: [device.id] })
  const done = (id: string, body: object) =>
    call('POST', `/api/devices/${id}/maintenance/${plan.id}/done`, body)
  expect((await done(other.id, {})).body.code).toBe('maintenancePlans.not_found')
  expect((await done(device.id, { doneAt: new Date(Date.now() + 60_000).toISOString() })).status).toBe(400)
  expect((await done(device.id, { costMinor: 100 })).status).toBe(400)
  expect((await done(device.id, { costMinor: 100, currency: 'euro' })).status).toBe(400)
  const { body } = await done(device.id, { costMinor: 100, currency: 'EUR', note: 'Filter, too' })
  const { maintenanceWork: work } = body
  expect(work).toMatchObject({
    costMinor: 100,
    currency: 'EUR',
    note: 'Filter, too',
    createdBy: account.ownerId,
  })
  const listed = await call('GET', `/api/devices/${device.id}/maintenanceWork?planId=${plan.id}`)
  expect(listed.body.maintenanceWork).toEqual([work])
  const url = `/api/devices/${device.id}/maintenanceWork/${work.id}`
  expect((await call('DELETE', url)).status).toBe(200)
  expect((await call('DELETE', url)).body.code).toBe('maintenanceWork.not_found')
})
