import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../server/test/make.ts'
import { makeTrip } from '../../server/test/trips/driven.ts'
import { makeVisit } from '../../server/test/trips/stored-areas.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import type { Customer } from './client.ts'
import { createCustomer, linesOf } from './client.ts'

let world: World
let account: MadeAccount
let customer: Customer
let tripId: string
let deviceId: string
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 10, timeZone: 'UTC' })
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  customer = await createCustomer({
    RASTRO_URL: url,
    RASTRO_USER: account.userName,
    RASTRO_API_KEY: account.apiKey,
  })
  deviceId = (await world.make.device(account, { name: 'Gaviota' })).id
  await world.make.group(account, { name: 'Harbour', devices: [deviceId] })
  tripId = await makeTrip(world, account.accountId, deviceId)
})
afterAll(() => world.close())

test('trips are listed as a table, of a device or of all', async () => {
  for (const args of [['Gaviota'], [], ['--group', 'harbour', '--min-km', '5']]) {
    const [heads, line, ...others] = linesOf(await customer.run('trip', 'list', ...args))
    expect(heads).toMatch(/^id +device +start +end +km +time +idle +driver +corrected$/)
    expect(line).toMatch(new RegExp(`^${tripId}  ${deviceId}  .* 1×$`))
    expect(others).toEqual([])
  }
  expect((await customer.run('trip', 'list', '--min-km', '500')).stderr).toBe('None.\n')
  const kinds = linesOf(await customer.run('trip', 'list', 'Gaviota', '--kind', 'timeline', '--json'))
  expect(kinds.map((line) => JSON.parse(line).type)).toEqual(['stop', 'trip', 'stop'])
})

test('a period is a time or a day, and other options are refused where they mean nothing', async () => {
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  expect(linesOf(await customer.run('trip', 'list', 'Gaviota', '--from', tomorrow))).toEqual([])
  for (const args of [
    ['Gaviota', '--from', 'yesterday'],
    ['Gaviota', '--group', 'Harbour'],
    ['--kind', 'timeline'],
  ]) {
    const { code, stderr } = await customer.run('trip', 'list', ...args)
    expect([args, code, stderr !== '']).toEqual([args, 2, true])
  }
})

test('a trip is shown with its reasons', async () => {
  const { stdout } = await customer.run('trip', 'show', tripId)
  expect(stdout).toMatch(/^began by +moved, decided .* of 150 m, 60 of 60 s\)$/m)
  expect(stdout).toMatch(/^ended by +stayed, decided .*300 of 300 s\)$/m)
  expect(stdout).toMatch(/^corrected +1×, last /m)
  const shown = JSON.parse((await customer.run('trip', 'show', tripId, '--json')).stdout)
  expect(shown).toMatchObject({ id: tripId, type: 'trip', explanation: { ended: { by: 'stayed' } } })
  expect(shown.requestId).toBeUndefined()
  expect((await customer.run('trip', 'show', 'trp_none')).code).toBe(1)
})

test('days and sums have the same distance', async () => {
  const [from, to] = [-1, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  )
  const range = ['--from', from!, '--to', to!, '--json']
  const sumOf = async (...args: string[]) =>
    linesOf(await customer.run('trip', ...args, ...range))
      .map((line) => Math.round(JSON.parse(line).distance * 100))
      .reduce((sum, cm) => sum + cm, 0)
  const cm = await sumOf('days', 'Gaviota')
  expect(cm).toBeGreaterThan(1_000_000)
  for (const by of ['device', 'group', 'day', 'week', 'month']) {
    expect([by, await sumOf('summary', '--by', by)]).toEqual([by, cm])
  }
})

test('visits are listed, and the devices inside a geofence', async () => {
  const geofence = await world.make.geofence(account, { name: 'Yard' })
  await makeVisit(world, account.accountId, deviceId, geofence.id)
  for (const args of [['list'], ['list', 'yard', '--device', 'Gaviota'], ['present', geofence.id]]) {
    const [heads, line, ...others] = linesOf(await customer.run('visit', ...args))
    expect(heads).toMatch(/^geofence +device +entered +left +type +time +km +idle$/)
    expect(line).toMatch(new RegExp(`^${geofence.id}  ${deviceId}  .* inside  stayed `))
    expect(others).toEqual([])
  }
  expect((await customer.run('visit', 'list', '--type', 'passed')).stderr).toBe('None.\n')
  const { code, stderr } = await customer.run('visit', 'present', 'Nowhere')
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is no geofence "Nowhere"')])
})

test('the fleet is one summary, as text or as JSON', async () => {
  const { stdout } = await customer.run('fleet')
  expect(stdout).toMatch(/^devices +1$/m)
  expect(stdout).toMatch(/^km today +\d+\.\d$/m)
  expect(stdout).toMatch(/^days +\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/m)
  expect(stdout).toMatch(/^group +devices +km +driven +days used +driving +idle$/m)
  expect(stdout).toMatch(/^Harbour +1 /m)
  const shown = JSON.parse((await customer.run('fleet', '--group', 'harbour', '--json')).stdout)
  expect(shown.now).toMatchObject({ devices: 1 })
  expect((await customer.run('fleet', '--group', 'nowhere')).code).toBe(1)
})

test('drivers are created, have tags, and are assigned; a trip gets purpose and driver', async () => {
  const created = JSON.parse(
    (await customer.run('driver', 'create', '--name', 'Ana', '--phone', '+34600111222', '--json')).stdout,
  )
  expect((await customer.run('driver', 'tag', 'ana', 'KEY1')).stdout).toMatch(/^tags +KEY1$/m)
  expect((await customer.run('driver', 'update', 'KEY1', '--note', 'Nights')).stdout).toMatch(
    /^note +Nights$/m,
  )
  const [heads, line] = linesOf(await customer.run('driver', 'list'))
  expect(heads).toMatch(/^id +name +phone +license +tags$/)
  expect(line).toMatch(new RegExp(`^${created.id} +Ana +\\+34600111222 +KEY1$`))

  const from = new Date(Date.now() - 7_200_000).toISOString()
  expect((await customer.run('driver', 'assign', 'Gaviota', 'Ana', '--from', from)).stdout).toMatch(/Ana/)
  expect(linesOf(await customer.run('driver', 'sessions', 'Ana'))[1]).toMatch(/^Gaviota .* assignment$/)
  expect(linesOf(await customer.run('trip', 'list', '--driver', 'Ana'))).toHaveLength(2)
  const set = await customer.run('trip', 'set', tripId, '--purpose', 'business', '--note', 'Customer')
  expect(set.stdout).toMatch(/^purpose +business$/m)
  expect((await customer.run('trip', 'show', tripId)).stdout).toMatch(/^driver +Ana$/m)
  expect((await customer.run('trip', 'set', tripId)).code).toBe(2)

  expect((await customer.run('driver', 'untag', 'Ana', 'KEY1')).stdout).toMatch(/^tags +none$/m)
  expect((await customer.run('driver', 'unknown-tags')).stderr).toBe('None.\n')
  expect((await customer.run('driver', 'delete', 'Ana', '--yes')).stdout).toBe(`Deleted ${created.id}\n`)
})
