import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KilledError, killable } from '../../../test/killable.ts'
import type { MadeCustomer, MadeReseller } from '../../../test/resale.ts'
import { because, makeCustomer, makeReseller } from '../../../test/resale.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { transferLicenses } from './reseller.api.ts'
import { settleTransfers } from './settling.ts'
import { findTreeFaults, getPlatform, removeFromTree } from './tree.api.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RASTRO_DATABASE_POOL_SIZE: '12' })
})
afterAll(() => world.close())

const move = (reseller: MadeReseller, { id }: { id: string }, licenses: number, ctx = world.ctx) =>
  transferLicenses(ctx, reseller, { nodeId: id, licenses, ...because })

async function poolOf({ id }: MadeReseller): Promise<[granted: number, given: number]> {
  const { rows } = await world.superuser.query('select granted, given from nodes where id = $1', [id])
  return [rows[0].granted, rows[0].given]
}

/** What the tree has granted, and what the account may use. */
async function licensesOf({ accountId }: MadeCustomer): Promise<[granted: number, usable: number]> {
  const { rows } = await world.superuser.query(
    `select n.granted, a.licenses from nodes n join accounts a on a.account_id = n.account_number
     where n.account_number = $1`,
    [accountId],
  )
  return [rows[0].granted, rows[0].licenses]
}

async function expectExact(): Promise<void> {
  expect((await findTreeFaults(world.ctx, new Date())).broken).toEqual([])
  const { rows } = await world.superuser.query(
    `select a.licenses, n.granted from nodes n join accounts a on a.account_id = n.account_number
     where a.licenses > n.granted`,
  )
  expect(rows).toEqual([])
}

async function useLicenses({ accountId }: MadeCustomer, count: number): Promise<void> {
  await world.superuser.query(
    `insert into devices (account_id, id, name, created_at, modified_at) select $1::int, 'dev_' || lpad($1::int || 'x' || n, 22, '0'), 'Boat', now(), now()
     from generate_series(1, $2) as n`,
    [accountId, count],
  )
}

test('licenses flow from the platform to a reseller, to one below it and to an account, and back', async () => {
  const distributor = await makeReseller(world, { licenses: 100 })
  const dealer = await makeReseller(world, { parentId: distributor.id })
  await move(distributor, dealer, 60)
  const customer = await makeCustomer(world, dealer, { licenses: 40 })
  expect(await poolOf(distributor)).toEqual([100, 60])
  expect(await poolOf(dealer)).toEqual([60, 40])
  expect(await licensesOf(customer)).toEqual([40, 40])

  await move(dealer, customer, -15)
  await move(distributor, dealer, -35)
  expect([await poolOf(distributor), await poolOf(dealer), await licensesOf(customer)]).toEqual([
    [100, 25],
    [25, 25],
    [25, 25],
  ])
  await expectExact()
})

test('a pool never gives more than it has, and the refusal has the number that is free', async () => {
  const reseller = await makeReseller(world, { licenses: 10 })
  const customer = await makeCustomer(world, reseller, { licenses: 7 })
  await expect(move(reseller, customer, 4)).rejects.toMatchObject({
    code: 'licenses.pool_empty',
    message: 'The pool has 3 free licenses.',
  })
  expect([await poolOf(reseller), await licensesOf(customer)]).toEqual([
    [10, 7],
    [7, 7],
  ])
})

test('licenses in use stay, and the refusal has the number that could come back', async () => {
  const reseller = await makeReseller(world, { licenses: 10 })
  const customer = await makeCustomer(world, reseller, { licenses: 8 })
  await useLicenses(customer, 5)
  await expect(move(reseller, customer, -4)).rejects.toMatchObject({
    code: 'licenses.in_use',
    message: expect.stringContaining('At most 3 licenses'),
  })
  expect(await licensesOf(customer)).toEqual([8, 8])
  await move(reseller, customer, -3)
  expect([await poolOf(reseller), await licensesOf(customer)]).toEqual([
    [10, 5],
    [5, 5],
  ])
})

test('of many that ask at once for the last licenses, exactly as many are served as there are', async () => {
  const reseller = await makeReseller(world, { licenses: 1_000 })
  const customers: MadeCustomer[] = []
  for (let index = 0; index < 32; index += 1) customers.push(await makeCustomer(world, reseller))
  const outcomes = await Promise.allSettled(customers.map((customer) => move(reseller, customer, 40)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
  expect(await poolOf(reseller)).toEqual([1_000, 1_000])
  await expectExact()
})

describe('a process that dies', () => {
  test.each([5, -5])(
    'at any point of a transfer of %i leaves fewer licenses, and another settles it',
    async (licenses) => {
      const reseller = await makeReseller(world, { licenses: 100 })
      const customer = await makeCustomer(world, reseller, { licenses: 20 })
      let deaths = 0
      for (let killAt = 1; ; killAt += 1) {
        const [before] = await licensesOf(customer)
        const dying = killable(world.ctx, killAt)
        await move(reseller, customer, licenses, dying.ctx).catch((error) => {
          if (!(error instanceof KilledError)) throw error
        })
        await expectExact()
        await settleTransfers(world.ctx, { limit: 10 })
        const [granted, usable] = await licensesOf(customer)
        expect(usable).toBe(granted)
        expect([before, before + licenses]).toContain(granted)
        expect(await poolOf(reseller)).toEqual([100, granted])
        if (!dying.isDead()) break
        deaths += 1
        // Back to where it began.
        if (granted !== before) await move(reseller, customer, -licenses)
      }
      expect(deaths).toBeGreaterThan(5)
    },
  )

  test('does not apply a transfer again that others have settled', async () => {
    const reseller = await makeReseller(world, { licenses: 100 })
    const customer = await makeCustomer(world, reseller, { licenses: 20 })
    await useLicenses(customer, 18)
    await expect(move(reseller, customer, -5)).rejects.toMatchObject({ code: 'licenses.in_use' })
    await world.superuser.query('delete from devices where account_id = $1', [customer.accountId])
    // As a process that has read the transfer before it was refused.
    await world.superuser.query(
      `update license_transfers set state = 'pending' where node_id = $1 and licenses = -5`,
      [customer.id],
    )
    await settleTransfers(world.ctx, { limit: 10 })
    expect([await poolOf(reseller), await licensesOf(customer)]).toEqual([
      [100, 20],
      [20, 20],
    ])
  })
})

test('with the same key a transfer happens once', async () => {
  const reseller = await makeReseller(world, { licenses: 100 })
  const customer = await makeCustomer(world, reseller)
  const ask = (licenses: number) =>
    transferLicenses(world.ctx, reseller, { nodeId: customer.id, licenses, key: 'order 17', ...because })
  expect((await ask(10)).id).toBe((await ask(10)).id)
  expect(await licensesOf(customer)).toEqual([10, 10])
  await expect(ask(11)).rejects.toMatchObject({ code: 'licenses.transfer_exists' })
})

test('the licenses of an erased account return to the pool', async () => {
  const reseller = await makeReseller(world, { licenses: 100 })
  const customer = await makeCustomer(world, reseller, { licenses: 30 })
  await removeFromTree(world.ctx, customer.accountId)
  await removeFromTree(world.ctx, customer.accountId)
  expect(await poolOf(reseller)).toEqual([100, 0])
})

test('the platform has any number, and takes back what is free', async () => {
  const platform = await getPlatform(world.ctx)
  const reseller = await makeReseller(world, { licenses: 50 })
  await makeCustomer(world, reseller, { licenses: 20 })
  const back = (licenses: number) =>
    transferLicenses(world.ctx, platform, { nodeId: reseller.id, licenses, ...because })
  await expect(back(-31)).rejects.toMatchObject({ code: 'licenses.in_use' })
  await back(-30)
  expect(await poolOf(reseller)).toEqual([20, 20])
})
