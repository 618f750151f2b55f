import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCell, TestDirectory } from '../../../test/cells.ts'
import { openCell, openDirectory } from '../../../test/cells.ts'
import type { MadeReseller } from '../../../test/resale.ts'
import { adoptAccount, because, makeCustomer, makeReseller, suspend } from '../../../test/resale.ts'
import { approve, ask, open } from '../../../test/support.ts'
import { applyNodes, listAccountsInTree, propagateNodes, reportStatistics } from './applying.ts'
import { transferLicenses } from './reseller.api.ts'
import { settleTransfers } from './settling.ts'
import { settleSupport } from './support.api.ts'
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

test('a support session in an account of another cell', async () => {
  const dealer = await makeReseller(one)
  const staffToken = await one.make.passwordToken(dealer.staff)
  const customer = await two.make.account()
  await two.join()
  await adoptAccount(directory, dealer, customer)
  const ownerToken = await two.make.passwordToken(customer)
  const stage = { reseller: dealer, staffToken }
  const id = await ask(one, stage, customer)
  expect(await settleSupport(one.ctx, { limit: 10 })).toBe(0)
  await settleSupport(two.ctx, { limit: 10 })
  const approved = await approve(two, { ...customer, ownerToken }, id)
  expect([approved.status, approved.text]).toEqual([200, approved.text])

  // The other cell signs the token, and both answer to it.
  const token = await open(one, stage, id)
  for (const cell of [one, two]) expect((await cell.call('GET', '/api/devices', { token })).status).toBe(200)
  await one.call('POST', `/api/resale/supportSessions/${id}/end`, { token: staffToken })
  await settleSupport(two.ctx, { limit: 10 })
  for (const cell of [one, two]) expect((await cell.call('GET', '/api/devices', { token })).status).toBe(401)
})

test('an installation without cells has the same tree in its own database', () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const treeOf = (text: string) =>
    text.slice(text.indexOf('create table nodes')).split('\n-- What the tree means')[0]!.trim()
  expect(treeOf(read('migrations/0066_resellers.sql'))).toBe(treeOf(read('directory/0005_resellers.sql')))
  const requestsOf = (text: string) => text.slice(text.indexOf('create table support_requests'))
  const requests = requestsOf(read('migrations/0069_support_sessions.sql'))
  expect(requests).toBe(requestsOf(read('directory/0006_support_requests.sql')))
  const usageOf = (text: string) => text.slice(text.indexOf('create table node_usage_days'))
  const usage = usageOf(read('migrations/0076_resale_usage.sql'))
  expect(usage).toBe(usageOf(read('directory/0010_usage.sql')))
})
