import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { laneSeed } from '../../../../../scripts/lane.ts'
import type { MadeReseller } from '../../../../test/resale.ts'
import { keepReseller, makeReseller, makeTreeAccount } from '../../../../test/resale.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { keepInTree } from '../tree.api.ts'
import { invoiceOf } from './invoice.ts'

let world: World
let distributor: MadeReseller
let dealer: MadeReseller
beforeAll(async () => {
  world = await openWorld()
  distributor = await makeReseller(world)
  dealer = await makeReseller(world, { parentId: distributor.id })
})
afterAll(() => world.close())

const prices = {
  licenseDay: 33_333,
  email: 250,
  sms: [
    { prefix: '', price: 90_000 },
    { prefix: '+34', price: 50_000 },
    { prefix: '+346', price: 40_001 },
  ],
  accountMonth: 1_500_000,
}
const body = { name: 'Standard', currency: 'EUR', prices }
// biome-ignore lint/suspicious/noExplicitAny: bodies of several routes.
const call = (caller: MadeReseller, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, sent?: any) =>
  world.call(method, path, { token: caller.staff.token, body: sent })
const addDay = (accountId: string, day: string, counted: { peak: number; emails: number; sms: object }) =>
  world.superuser.query(
    `insert into node_usage_days (account_number, day, account, path, ends_at, licenses_peak, licenses_granted, emails,
       sms, sms_prefixes, api_units, locations, closed_at, is_emitted)
     select account_number, $2, id, path, now(), $3, 50, $4, $5, $6, 0, 0, now(), true from nodes where id = $1`,
    [
      accountId,
      day,
      counted.peak,
      counted.emails,
      Object.values(counted.sms).reduce((sum, one) => sum + one, 0),
      counted.sms,
    ],
  )
async function invoices(caller: MadeReseller, month: string) {
  const url = `/api/resale/invoices/file?month=${month}&format=json`
  const headers = { authorization: `Bearer ${caller.staff.token}` }
  const { body } = await world.app.inject({ method: 'GET', url, headers })
  return body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

describe('an invoice', () => {
  test('bills no account that has become the staff of a reseller, whose usage is billed there', async () => {
    const platform = await world.make.account()
    await keepInTree(world.ctx, { accountNumber: platform.accountId, id: platform.account })
    await world.superuser.query(
      `with list as (
         insert into price_lists (id, path, name, currency, prices, created_at, modified_at)
         select 'prl_0123456789012345678901', path, 'Standard', 'EUR', '{}', now(), now() from nodes where id = 'platform'
         returning path, number)
       insert into node_prices (node, path, price_list)
       select n.number, list.path, list.number from nodes n, list where n.account_number = $1`,
      [platform.accountId],
    )
    const pricesOf = async () =>
      (
        await world.superuser.query(
          `select p.node from node_prices p join nodes n on n.number = p.node where n.account_number = $1`,
          [platform.accountId],
        )
      ).rows.length
    expect(await pricesOf()).toBe(1)
    await keepReseller(world, platform)
    expect(await pricesOf()).toBe(0)
  })

  test('is exact: quantities are those of the usage, and the total is the sum of its lines', async () => {
    const accounts = [await makeTreeAccount(world, dealer.id), await makeTreeAccount(world, dealer.id)]
    for (const [index, account] of accounts.entries()) {
      await addDay(account, '2026-10-01', { peak: 7 + index, emails: 3, sms: { '+34612': 2, '+34911': 1 } })
      await addDay(account, '2026-10-31', { peak: 5, emails: 0, sms: { '+35191': 4 } })
      // Of another month.
      await addDay(account, '2026-11-01', { peak: 100, emails: 100, sms: {} })
    }
    const list = (await call(distributor, 'POST', '/api/resale/priceLists', body)).body.priceList
    expect(await invoices(distributor, '2026-10')).toEqual([])
    const set = await call(distributor, 'PUT', `/api/resale/nodes/${dealer.id}/prices`, {
      priceListId: list.id,
    })
    expect(set.status).toBe(200)
    const [invoice] = await invoices(distributor, '2026-10')
    expect(invoice).toEqual({
      ...{ nodeId: dealer.id, nodeName: dealer.name, month: '2026-10', currency: 'EUR' },
      lines: [
        { item: 'licenseDays', prefix: '', quantity: 25, price: 33_333, amount: 833_325 },
        { item: 'emails', prefix: '', quantity: 6, price: 250, amount: 1_500 },
        { item: 'sms', prefix: '', quantity: 8, price: 90_000, amount: 720_000 },
        { item: 'sms', prefix: '+34', quantity: 2, price: 50_000, amount: 100_000 },
        { item: 'sms', prefix: '+346', quantity: 4, price: 40_001, amount: 160_004 },
        { item: 'accountMonths', prefix: '', quantity: 2, price: 1_500_000, amount: 3_000_000 },
      ],
      total: 4_814_829,
    })
    const period = 'from=2026-10-01&to=2026-10-31'
    const usage = (await call(dealer, 'GET', `/api/resale/usage/total?${period}`)).body
    expect(usage).toMatchObject({ accounts: 2, licenseDays: 25, emails: 6, sms: 14 })
  })

  test('of any counts and prices bills every unit once', () => {
    const count = fc.nat(1_000_000)
    const counted = fc.dictionary(fc.stringMatching(/^\+[1-9][0-9]{4}$/), count, { maxKeys: 20 })
    const listed = fc.uniqueArray(fc.stringMatching(/^\+[1-9][0-9]{0,4}$/), { maxLength: 10 })
    fc.assert(
      fc.property(
        counted,
        listed,
        fc.nat(1_000_000_000),
        count,
        (smsPrefixes, prefixes, price, licenseDays) => {
          const sms = ['', ...prefixes].map((prefix, index) => ({ prefix, price: price + index }))
          const node = {
            ...{
              nodeId: 'acc_x',
              nodeName: 'x',
              path: '',
              priceListId: 'prl_x',
              currency: 'EUR',
              accounts: 1,
            },
            ...{ prices: { licenseDay: price, email: 0, sms, accountMonth: 1 }, licenseDays, emails: 0 },
            ...{ sms: Object.values(smsPrefixes).reduce((sum, one) => sum + one, 0), smsPrefixes },
          }
          const { lines, total } = invoiceOf(node, '2026-10')
          const smsLines = lines.filter(({ item }) => item === 'sms')
          expect(smsLines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(node.sms)
          expect(lines.reduce((sum, { quantity, price }) => sum + BigInt(quantity) * price, 0n)).toBe(total)
        },
      ),
      { seed: laneSeed, numRuns: 300 },
    )
  })
})

describe('a price list', () => {
  test('is seen by nobody but its reseller: not below, not above, not beside', async () => {
    const list = (await call(distributor, 'POST', '/api/resale/priceLists', body)).body.priceList
    const above = await makeReseller(world)
    for (const caller of [dealer, above]) {
      expect((await call(caller, 'GET', `/api/resale/priceLists/${list.id}`)).status).toBe(404)
      expect((await call(caller, 'PUT', `/api/resale/priceLists/${list.id}`, body)).status).toBe(404)
      expect((await call(caller, 'DELETE', `/api/resale/priceLists/${list.id}`)).status).toBe(404)
      expect((await call(caller, 'GET', '/api/resale/priceLists')).body.priceLists).toEqual([])
    }
    const seen = JSON.stringify([
      (await call(dealer, 'GET', '/api/resale')).body,
      (await call(dealer, 'GET', '/api/resale/resellers')).body,
      await invoices(dealer, '2026-10'),
    ])
    expect(seen).not.toContain('33333')
    expect(seen).not.toContain('prl_')
  })

  test('is only for nodes directly below, and is not deleted while one pays by it', async () => {
    const list = (await call(distributor, 'POST', '/api/resale/priceLists', body)).body.priceList
    const set = (nodeId: string, priceListId: string | null) =>
      call(distributor, 'PUT', `/api/resale/nodes/${nodeId}/prices`, { priceListId })
    const grandchild = await makeTreeAccount(world, dealer.id)
    expect((await set(grandchild, list.id)).status).toBe(404)
    expect((await set(distributor.id, list.id)).status).toBe(404)
    expect((await set(dealer.id, list.id)).status).toBe(200)
    const remove = () => call(distributor, 'DELETE', `/api/resale/priceLists/${list.id}`)
    expect((await remove()).body.code).toBe('prices.in_use')
    await set(dealer.id, null)
    expect((await remove()).status).toBe(200)
  })

  test('needs a price for all other numbers', async () => {
    const sms = [{ prefix: '+34', price: 1 }]
    const answer = await call(distributor, 'POST', '/api/resale/priceLists', {
      ...body,
      prices: { ...prices, sms },
    })
    expect(answer.body.code).toBe('prices.invalid')
  })
})
