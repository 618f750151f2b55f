import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCell, TestDirectory } from '../../../test/cells.ts'
import { openCell, openDirectory } from '../../../test/cells.ts'
import type { MadeReseller } from '../../../test/resale.ts'
import { because, makeCustomer, makeReseller, suspend } from '../../../test/resale.ts'
import { applyNodes, listAccountsInTree, propagateNodes, reportStatistics } from './applying.ts'
import { transferLicenses } from './reseller.api.ts'
import { settleTransfers } from './settling.ts'
import { findTreeFaults, getPlatform } from './tree.api.ts'

let directory: TestDirectory
let one: TestCell
let two: TestCell
let reseller: MadeReseller
beforeAll(async () => {
  directory = await openDirectory()
  one = await openCell(directory, 1)
  two = await openCell(directory, 2)
  reseller = await makeReseller(one, { licenses: 100 })
})
afterAll(async () => {
  await one.close()
  await two.close()
  await directory.close()
})

const licensesIn = async ({ superuser }: TestCell, accountId: number) =>
  (await superuser.query('select licenses from accounts where account_id = $1', [accountId])).rows[0].licenses
const grantedOf = async (id: string) =>
  (await directory.superuser.query('select granted from nodes where id = $1', [id])).rows[0].granted

test('licenses for an account of another cell are given by that cell', async () => {
  const customer = await makeCustomer(two, reseller)
  const down = await transferLicenses(one.ctx, reseller, { nodeId: customer.id, licenses: 30, ...because })
  expect([down.state, await licensesIn(two, customer.accountId), await grantedOf(customer.id)]).toEqual([
    'pending',
    0,
    30,
  ])
  // The first cell has nothing to do with it.
  expect(await settleTransfers(one.ctx, { limit: 10 })).toBe(0)
  expect(await settleTransfers(two.ctx, { limit: 10 })).toBe(1)
  expect(await licensesIn(two, customer.accountId)).toBe(30)

  const up = await transferLicenses(one.ctx, reseller, { nodeId: customer.id, licenses: -10, ...because })
  expect([up.state, await grantedOf(customer.id)]).toEqual(['pending', 30])
  await expect(
    transferLicenses(one.ctx, reseller, { nodeId: customer.id, licenses: 1, ...because }),
  ).rejects.toMatchObject({ code: 'licenses.transfer_pending' })
  await settleTransfers(two.ctx, { limit: 10 })
  expect([await licensesIn(two, customer.accountId), await grantedOf(customer.id)]).toEqual([20, 20])
  expect((await findTreeFaults(one.ctx, new Date())).broken).toEqual([])
})

test('a suspended reseller is suspended in every cell', async () => {
  const customers = [await makeCustomer(one, reseller), await makeCustomer(two, reseller)]
  await suspend(one, await getPlatform(one.ctx), reseller.id)
  for (const [index, cell] of [one, two].entries()) {
    while (await propagateNodes(cell.ctx));
    while (await applyNodes(cell.ctx));
    const { rows } = await cell.superuser.query(
      'select effective_status as status from directory_accounts where account_id = $1',
      [customers[index]!.accountId],
    )
    expect(rows).toEqual([{ status: 'suspended' }])
  }
  const { rows } = await directory.superuser.query('select from nodes where applied_version < version')
  expect(rows).toEqual([])
})

test('counts of all cells are in one list, and accounts of all cells in the tree', async () => {
  const plain = await two.make.account()
  for (const { ctx } of [one, two]) {
    await listAccountsInTree(ctx)
    await reportStatistics(ctx)
  }
  const { rows } = await directory.superuser.query(
    'select parent, granted, users from nodes where account_number = $1',
    [plain.accountId],
  )
  expect(rows).toEqual([{ parent: 1, granted: null, users: 1 }])
  const late = await directory.superuser.query(
    `select from nodes where kind = 'account' and reported_at is null`,
  )
  expect(late.rowCount).toBe(0)
})

test('a cell that was restored from a backup applies again what it has lost', async () => {
  const customer = await makeCustomer(two, reseller)
  while (await applyNodes(two.ctx));
  await two.superuser.query(
    `update directory_accounts set node_version = 0, node_status = 'active' where account_id = $1`,
    [customer.accountId],
  )
  await reportStatistics(two.ctx)
  while (await applyNodes(two.ctx));
  const { rows } = await two.superuser.query(
    'select node_status from directory_accounts where account_id = $1',
    [customer.accountId],
  )
  expect(rows).toEqual([{ node_status: 'suspended' }])
})

test('an installation without cells has the same tree in its own database', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const treeOf = (text: string) =>
    text.slice(text.indexOf('create table nodes')).split('\n-- What the tree means')[0]!.trim()
  expect(treeOf(read('migrations/0066_resellers.sql'))).toBe(treeOf(read('directory/0005_resellers.sql')))
})
