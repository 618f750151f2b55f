import { afterAll, beforeAll, expect, test } from 'vitest'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import type { Customer } from './client.ts'
import { createCustomer, linesOf } from './client.ts'

let world: World
let customer: Customer
beforeAll(async () => {
  world = await openWorld()
  const account = await world.make.account({ licenses: 10, timeZone: 'UTC' })
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  customer = await createCustomer({
    RASTRO_URL: url,
    RASTRO_USER: account.userName,
    RASTRO_API_KEY: account.apiKey,
  })
  await world.make.device(account, { name: 'Gaviota' })
})
afterAll(() => world.close())

test('a plan is added, its work recorded and listed, and it is deleted', async () => {
  const maintenance = (...args: string[]) => customer.run('maintenance', ...args)
  expect((await maintenance('list')).stderr).toBe('None.\n')
  const [made] = linesOf(await maintenance('add-plan', '--name', 'Oil', '--km', '15000', '--days', '365'))
  expect(made).toMatch(/^mpl_\w+ {2}Oil$/)
  expect(linesOf(await maintenance('plans'))[1]).toMatch(/^mpl_\w+ +Oil +15000 +365 +0 +0$/)
  const [heads, line] = linesOf(await maintenance('list', 'Gaviota'))
  expect(heads).toMatch(/^state +device +plan +km +hours +days +forecast +last$/)
  expect(line).toMatch(/^ok +Gaviota +Oil +15000 +365/)
  const done = ['--odometer', '84210', '--cost', '12900', '--currency', 'EUR', '--note', 'Filter, too']
  expect((await maintenance('done', 'Gaviota', 'oil', ...done)).code).toBe(0)
  expect(linesOf(await maintenance('work', 'Gaviota'))[1]).toMatch(/Oil +84210 +12900 EUR +Filter, too$/)
  const listed = linesOf(await maintenance('list', '--state', 'ok', '--json')).map((text) => JSON.parse(text))
  expect(listed).toMatchObject([{ deviceName: 'Gaviota', planName: 'Oil', odometer: 84_210 }])
  expect((await maintenance('done', 'Gaviota', 'Belt')).stderr).toContain(
    'There is no maintenance plan "Belt"',
  )
  expect((await maintenance('delete-plan', 'Oil')).code).toBe(2)
  expect((await maintenance('delete-plan', 'Oil', '--yes')).code).toBe(0)
  expect((await maintenance('plans')).stderr).toBe('No plans.\n')
})
