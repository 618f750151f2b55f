import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeReseller } from '../../server/test/resale.ts'
import { adoptAccount, makeReseller } from '../../server/test/resale.ts'
import type { World } from '../../server/test/world.ts'
import { openWorld } from '../../server/test/world.ts'
import type { Customer } from './client.ts'
import { createCustomer, linesOf } from './client.ts'

let world: World
let reseller: MadeReseller
let customer: Customer
beforeAll(async () => {
  world = await openWorld()
  reseller = await makeReseller(world)
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  customer = await createCustomer({
    RASTRO_URL: url,
    RASTRO_USER: reseller.staff.userName,
    RASTRO_API_KEY: reseller.staff.apiKey,
  })
})
afterAll(() => world.close())

const resale = (...args: string[]) => customer.run('resale', ...args)

test('spending caps of a reseller below are set, and shown with what is used', async () => {
  const below = await makeReseller(world, { parentId: reseller.id })
  const set = await resale('caps', below.id, '--sms-per-day', '1000', '--money-per-month', '12.5')
  expect(linesOf(set)).toContainEqual(expect.stringMatching(/^SMS per day +1000 +0 +100$/))
  expect(linesOf(set)).toContainEqual(
    expect.stringMatching(/^money per month +12\.50 EUR +0\.00 EUR +1\.25 EUR$/),
  )
  const removed = await resale('caps', below.id, '--sms-per-day', 'none', '--json')
  expect(JSON.parse(removed.stdout).caps).toMatchObject({
    smsPerDay: { cap: null },
    moneyPerMonth: { cap: 12_500_000 },
  })
  expect((await resale('caps')).code).toBe(0)
  expect((await resale('caps', '--sms-per-day', '5')).code).not.toBe(0)
  expect((await resale('caps', below.id, '--sms-per-day', 'many')).stderr).toContain(
    'a whole number, or "none"',
  )
})

test('terms of an account are changed one by one', async () => {
  const account = await world.make.account()
  await adoptAccount(world, reseller, account)
  expect((await resale('terms', account.account)).stdout).toBe('no limits\n')
  await resale('terms', account.account, '--users', '20', '--money-per-day', '2')
  const shown = await resale('terms', account.account, '--users', 'none', '--sms-per-day', '7')
  expect(linesOf(shown).sort()).toEqual([
    expect.stringMatching(/^moneyPerDay +2\.00$/),
    expect.stringMatching(/^smsPerDay +7$/),
  ])
})
