import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { MadeReseller } from '../../../test/resale.ts'
import { adoptAccount, makeReseller, reopen, suspend } from '../../../test/resale.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { reopenAccount, suspendAccount } from '../accounts/status.api.ts'
import { addUnits } from '../accounts/usage.queries.ts'
import { applyNodes, noteStatuses, propagateNodes } from './applying.ts'
import type { ManagedNode } from './resale.types.ts'
import { changeStatus, changeTerms } from './reseller.api.ts'
import { getPlatform } from './tree.api.ts'

let world: World
let platform: ManagedNode
let distributor: MadeReseller
let dealer: MadeReseller
let customer: MadeAccount
let direct: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  platform = await getPlatform(world.ctx)
  distributor = await makeReseller(world)
  dealer = await makeReseller(world, { parentId: distributor.id })
  customer = await world.make.account()
  direct = await world.make.account()
  await adoptAccount(world, dealer, customer)
  await adoptAccount(world, distributor, direct)
  await apply()
})
afterAll(() => world.close())

const why = { reason: 'Unpaid.', author: 'Ana' }

async function apply(): Promise<void> {
  while (await propagateNodes(world.ctx));
  while (await applyNodes(world.ctx));
  await noteStatuses(world.ctx)
}

async function statusOf({ accountId }: MadeAccount): Promise<string> {
  const { rows } = await world.superuser.query(
    'select effective_status as status from directory_accounts where account_id = $1',
    [accountId],
  )
  return rows[0].status
}

describe('the status of a reseller', () => {
  test('counts for all below it, and reopening returns what each had', async () => {
    await suspend(world, dealer, customer.account)
    await suspend(world, platform, distributor.id)
    await apply()
    expect([await statusOf(customer), await statusOf(direct)]).toEqual(['suspended', 'suspended'])

    await reopen(world, platform, distributor.id)
    await apply()
    expect([await statusOf(customer), await statusOf(direct)]).toEqual(['suspended', 'active'])
    await reopen(world, dealer, customer.account)
    await apply()
    expect(await statusOf(customer)).toBe('active')
  })

  test('counts for staff only, unless customers are included', async () => {
    await suspend(world, platform, distributor.id, false)
    await apply()
    expect([await statusOf(customer), await statusOf(direct)]).toEqual(['active', 'active'])
    expect([await statusOf(distributor.staff), await statusOf(dealer.staff)]).toEqual([
      'suspended',
      'suspended',
    ])
    await reopen(world, platform, distributor.id)
    await apply()
  })

  test('is of the account’s own if that is worse, and covers no closing', async () => {
    await suspendAccount(world.ctx, direct.accountId, why)
    await suspend(world, platform, distributor.id)
    await apply()
    await reopenAccount(world.ctx, direct.accountId, why)
    expect(await statusOf(direct)).toBe('suspended')
    await reopen(world, platform, distributor.id)
    await apply()
    expect(await statusOf(direct)).toBe('active')
    await changeStatus(world.ctx, platform, distributor.id, {
      status: 'blocked',
      withCustomers: true,
      ...why,
    })
    await apply()
    expect(await statusOf(direct)).toBe('blocked')
    await reopen(world, platform, distributor.id)
    await apply()
  })

  test('that was set above cannot be undone below', async () => {
    await suspend(world, platform, customer.account)
    await expect(reopen(world, dealer, customer.account)).rejects.toMatchObject({ code: 'resale.set_above' })
    await expect(reopen(world, distributor, customer.account)).rejects.toMatchObject({
      code: 'resale.set_above',
    })
    await reopen(world, platform, customer.account)
    await apply()
    await expect(
      changeStatus(world.ctx, distributor, dealer.id, { status: 'blocked', withCustomers: true, ...why }),
    ).rejects.toMatchObject({ code: 'resale.platform_only' })
  })

  test('is not its own to change', async () => {
    await expect(suspend(world, distributor, distributor.id)).rejects.toMatchObject({
      code: 'resale.own_node',
    })
    await expect(suspend(world, dealer, distributor.id)).rejects.toMatchObject({
      code: 'resale.node_not_found',
    })
  })

  test('is in the customer’s audit log, events and e-mails, once', async () => {
    await suspend(world, platform, distributor.id)
    await apply()
    await apply()
    const { rows: audit } = await world.superuser.query(
      `select after from audit_log where account_id = $1 and action = 'account.status_changed' order by number desc limit 1`,
      [direct.accountId],
    )
    expect(audit[0].after).toEqual({
      status: 'suspended',
      reason: 'provider_suspended',
      author: 'provider',
    })
    const count = async (table: string) =>
      (await world.superuser.query(`select from ${table} where account_id = $1`, [direct.accountId])).rowCount
    const [events, mails] = [await count('outbox'), await count('identity_mails')]
    await apply()
    expect([await count('outbox'), await count('identity_mails')]).toEqual([events, mails])
    expect(mails).toBeGreaterThan(0)
    await reopen(world, platform, distributor.id)
    await apply()
  })

  test('refuses changes of the account, and lets its administrators read', async () => {
    const fresh = await world.make.account()
    await adoptAccount(world, dealer, fresh)
    await suspend(world, dealer, fresh.account)
    await apply()
    const answer = await world.call('POST', '/api/groups', { token: fresh.token, body: { name: 'North' } })
    expect([answer.status, answer.body.code]).toEqual([403, 'account.suspended'])
    const { body } = await world.call('GET', '/api/account', { token: fresh.token })
    expect([body.account.status, body.account.statusReason]).toEqual(['suspended', 'Unpaid since May.'])
  })
})

describe('terms', () => {
  const capsOf = async ({ token }: MadeAccount) => {
    const { body } = await world.call('GET', '/api/account/spendingCaps', { token })
    return body.caps.smsPerDay.cap
  }

  test('in force are the narrowest on the path, and a raised one gives back', async () => {
    await changeTerms(world.ctx, platform, distributor.id, { smsPerDay: 100 })
    await changeTerms(world.ctx, distributor, dealer.id, { smsPerDay: 20 })
    await changeTerms(world.ctx, dealer, customer.account, { smsPerDay: 50, users: 1 })
    await apply()
    expect([await capsOf(customer), await capsOf(direct)]).toEqual([20, 100])
    await changeTerms(world.ctx, distributor, dealer.id, {})
    await apply()
    expect(await capsOf(customer)).toBe(50)
    await changeTerms(world.ctx, platform, distributor.id, { smsPerDay: 5 })
    await apply()
    expect([await capsOf(customer), await capsOf(direct)]).toEqual([5, 5])
  })

  test('limit the users of an account', async () => {
    const user = { name: 'Eva', email: 'eva@example.com', country: 'ES', timeZone: 'UTC', groupIds: [] }
    const answer = await world.call('POST', '/api/users', { token: customer.token, body: user })
    expect([answer.status, answer.body.code]).toEqual([409, 'users.too_many'])
    await changeTerms(world.ctx, dealer, customer.account, { users: 2 })
    await apply()
    const allowed = await world.call('POST', '/api/users', { token: customer.token, body: user })
    expect([allowed.status, allowed.text]).toEqual([201, allowed.text])
  })

  test('limit the API units of a day', async () => {
    await changeTerms(world.ctx, dealer, customer.account, { apiUnitsPerDay: 1 })
    await apply()
    const usage = await addUnits(world.ctx.db.forAccount(customer.accountId), 1, new Date())
    expect(usage?.quota).toBe(1)
  })
})
