import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOfAnswer, operations } from '../../../test/contract/openapi.ts'
import type { MadeReseller } from '../../../test/resale.ts'
import { makeCustomer, makeReseller } from '../../../test/resale.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { randomText } from '../../platform/crypto/ids.ts'
import { addOperator } from '../accounts/operator.api.ts'
import { applyNodes, listAccountsInTree, reportStatistics } from './applying.ts'
import { customerOrders } from './resale.types.ts'

let world: World
let distributor: MadeReseller
let dealer: MadeReseller
let otherReseller: MadeReseller
beforeAll(async () => {
  world = await openWorld()
  distributor = await makeReseller(world, { licenses: 100 })
  dealer = await makeReseller(world, { parentId: distributor.id })
  otherReseller = await makeReseller(world, { licenses: 10 })
})
afterAll(() => world.close())

/** Every answer is as the API description has it. */
async function call(
  { staff }: Pick<MadeReseller, 'staff'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await world.call(method, path, { token: staff.token, body, headers })
  const shape = path
    .split('?')[0]!
    .replace(/\/acc_\w+/, '/{accountId}')
    .replace(/\/res_\w+/, '/{resellerId}')
  const operation = operations.find((one) => one.method === method && one.path === shape)!
  expect(faultsOfAnswer(operation, answer), `${method} ${path}: ${answer.text}`).toEqual([])
  return answer
}

const newAccount = (more: object = {}) => ({
  name: `Fleet ${randomText(6)}`,
  timeZone: 'Europe/Madrid',
  owner: { name: 'Eva', email: `${randomText(10).toLowerCase()}@example.com`, country: 'ES' },
  ...more,
})

test('a reseller creates an account, whose owner is invited, with licenses of its pool', async () => {
  const before = (await call(distributor, 'GET', '/api/resale')).body
  const { status, body, headers } = await call(
    distributor,
    'POST',
    '/api/resale/accounts',
    newAccount({ licenses: 5 }),
  )
  expect([status, body.account?.licenses.granted, body.account?.status]).toEqual([201, 5, 'active'])
  expect(headers.location).toBe(`/api/resale/accounts/${body.account.id}`)
  const { rows } = await world.superuser.query(
    `select m.kind from identity_mails m join directory_accounts a using (account_id) where a.public_id = $1`,
    [body.account.id],
  )
  expect(rows).toEqual([{ kind: 'invitation' }])
  const after = (await call(distributor, 'GET', '/api/resale')).body
  expect(after.reseller.licenses.free).toBe(before.reseller.licenses.free - 5)
  expect(after.accounts.active).toBe(before.accounts.active + 1)
})

test('an account that the pool has no licenses for is not created', async () => {
  const count = async () => (await world.superuser.query('select from accounts')).rowCount
  const before = await count()
  const answer = await call(distributor, 'POST', '/api/resale/accounts', newAccount({ licenses: 1_000 }))
  expect([answer.status, answer.body.code, await count()]).toEqual([409, 'licenses.pool_empty', before])
})

test('an account that fails leaves no node behind', async () => {
  const taken = newAccount()
  await call(distributor, 'POST', '/api/resale/accounts', taken)
  const count = async () => (await world.superuser.query('select from nodes')).rowCount
  const before = await count()
  const answer = await call(distributor, 'POST', '/api/resale/accounts', {
    ...newAccount(),
    owner: taken.owner,
  })
  expect([answer.status, answer.body.code]).toEqual([409, 'users.name_taken'])
  expect((await call(distributor, 'POST', '/api/resale/resellers', taken)).body.code).toBe('users.name_taken')
  expect(await count()).toBe(before)
})

test('resellers are at most four deep, each with people of its own', async () => {
  let above: string = dealer.id
  for (const depth of [3, 4]) {
    const { status, body } = await call(
      distributor,
      'POST',
      '/api/resale/resellers',
      newAccount({ resellerId: above }),
    )
    expect([status, body.reseller.depth, body.reseller.parentId]).toEqual([201, depth, above])
    expect(body.reseller.staffAccountId).toMatch(/^acc_/)
    above = body.reseller.id
  }
  const answer = await call(distributor, 'POST', '/api/resale/resellers', newAccount({ resellerId: above }))
  expect([answer.status, answer.body.code]).toEqual([409, 'resale.too_deep'])
  const { body } = await call(distributor, 'GET', '/api/resale/resellers')
  expect(body.resellers.map(({ depth }: { depth: number }) => depth)).toEqual([2, 3, 4])
  // An account at the end of the longest path.
  expect(
    (await call(distributor, 'POST', '/api/resale/accounts', newAccount({ resellerId: above }))).status,
  ).toBe(201)
})

describe('what is not below', () => {
  test('is not found by any route', async () => {
    const { id } = await makeCustomer(world, distributor)
    const reason = { reason: 'x' }
    for (const caller of [dealer, otherReseller]) {
      for (const [method, path, body] of [
        ['GET', `/api/resale/accounts/${id}`],
        ['POST', `/api/resale/accounts/${id}/suspend`, reason],
        ['POST', `/api/resale/accounts/${id}/reopen`, reason],
        ['PUT', `/api/resale/accounts/${id}/terms`, { users: 1 }],
        ['GET', `/api/resale/resellers/${distributor.id}`],
        ['POST', `/api/resale/resellers/${distributor.id}/suspend`, reason],
        ['POST', `/api/resale/resellers/${distributor.id}/reopen`, reason],
        ['PUT', `/api/resale/resellers/${distributor.id}/terms`, { users: 1 }],
        ['POST', '/api/resale/licenseTransfers', { nodeId: id, licenses: 1, ...reason }],
        ['POST', '/api/resale/accounts', newAccount({ resellerId: distributor.id })],
        ['POST', '/api/resale/resellers', newAccount({ resellerId: distributor.id })],
      ] as const) {
        const answer = await call(caller, method, path, body)
        expect([method, path, answer.status]).toEqual([method, path, 404])
      }
      const listed = await call(caller, 'GET', '/api/resale/accounts')
      expect(listed.text).not.toContain(id)
    }
  })

  test('is nothing for customers, and for users of the staff who do not administer it', async () => {
    const customer = await world.make.account()
    for (const path of [
      '/api/resale',
      '/api/resale/accounts',
      '/api/resale/resellers',
      '/api/resale/licenseTransfers',
    ]) {
      const answer = await call({ staff: customer }, 'GET', path)
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'resale.not_found'])
    }
    const group = await world.make.group(distributor.staff)
    const user = await world.make.user(distributor.staff, { groupIds: [group.id] })
    const answer = await call({ staff: { ...distributor.staff, token: user.token } }, 'GET', '/api/resale')
    expect([answer.status, answer.body.code]).toEqual([403, 'account.not_allowed'])
  })
})

test('a reseller reads counts of a customer, and none of its rows', async () => {
  const customer = await makeCustomer(world, distributor, { licenses: 3 })
  await world.superuser.query(
    `insert into devices (account_id, id, name, created_at, modified_at) values ($1::int, 'dev_' || lpad($1::int::text, 22, '0'), 'Secret boat', now(), now())`,
    [customer.accountId],
  )
  await reportStatistics(world.ctx)
  const { body, text } = await call(distributor, 'GET', `/api/resale/accounts/${customer.id}`)
  expect([body.account.deviceCount, body.account.userCount, body.account.licenses]).toEqual([
    1,
    1,
    { granted: 3, total: 3, used: 1 },
  ])
  expect(text).not.toContain('Secret boat')
})

test('the list is paged by name, searched, and filtered by status and reseller', async () => {
  const reseller = await makeReseller(world)
  const names = Array.from(
    { length: 23 },
    (_, index) => `Name ${String(index % 7)} ${String(index).padStart(2, '0')}`,
  )
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, (await makeCustomer(world, reseller, { name })).id)
  const namesOf = (body: { accounts: { name: string }[] }) => body.accounts.map(({ name }) => name)
  for (const order of customerOrders) {
    const listed: string[] = []
    let cursor = ''
    do {
      const page = `/api/resale/accounts?limit=5&search=NAME&order=${order}${cursor}`
      const { body } = await call(reseller, 'GET', page)
      listed.push(...namesOf(body))
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : ''
    } while (cursor)
    expect(order === 'name' ? listed : listed.sort()).toEqual([...names].sort())
    const whole = await call(reseller, 'GET', `/api/resale/accounts?search=name&order=${order}`)
    expect(order === 'name' ? namesOf(whole.body) : namesOf(whole.body).sort()).toEqual([...names].sort())
  }
  const suspended = ids.get(names[3]!)!
  await call(reseller, 'POST', `/api/resale/accounts/${suspended}/suspend`, { reason: 'Unpaid.' })
  const only = await call(reseller, 'GET', '/api/resale/accounts?status=suspended&limit=10')
  expect(only.body.accounts.map(({ id }: { id: string }) => id)).toEqual([suspended])
  const found = await call(reseller, 'GET', `/api/resale/accounts?search=${suspended}`)
  expect(found.body.accounts).toHaveLength(1)
  expect((await call(reseller, 'GET', '/api/resale/accounts?search=100%25')).body.accounts).toEqual([])
})

describe('spending caps of a reseller', () => {
  const capsOf = ({ id }: MadeReseller) => `/api/resale/resellers/${id}/spendingCaps`

  test('are set by the one above it, kept where they are not named, and removed', async () => {
    const before = await call(distributor, 'GET', capsOf(dealer))
    expect(before.body.timeZone).toBe('UTC')
    expect(before.body.caps.emailsPerDay).toMatchObject({ cap: null, used: 0, keptForCritical: null })
    const set = await call(distributor, 'PATCH', capsOf(dealer), {
      emailsPerDay: 25,
      moneyPerMonth: 4_000_000,
      timeZone: 'Europe/Madrid',
    })
    expect(set.status).toBe(200)
    expect(set.body.caps.emailsPerDay).toMatchObject({ cap: 25, keptForCritical: 3 })
    const changed = await call(distributor, 'PATCH', capsOf(dealer), { emailsPerDay: null })
    const { caps, timeZone } = changed.body
    expect([caps.emailsPerDay.cap, caps.moneyPerMonth.cap, timeZone]).toEqual([
      null,
      4_000_000,
      'Europe/Madrid',
    ])
    // The reseller itself reads them.
    expect((await call(dealer, 'GET', capsOf(dealer))).body.caps).toEqual(caps)
  })

  test('are in the audit log of who set them', async () => {
    await call(distributor, 'PATCH', capsOf(dealer), { smsPerDay: 7 })
    await call(distributor, 'PATCH', capsOf(dealer), { smsPerDay: 9 })
    const { body } = await call(distributor, 'GET', '/api/audit')
    expect(body.changes[0]).toMatchObject({
      action: 'resale.caps_changed',
      targetId: dealer.id,
      before: { smsPerDay: 7 },
      after: { smsPerDay: 9 },
    })
  })

  test('are not those of its own, of the one above it, or of another', async () => {
    for (const [caller, of, status] of [
      [dealer, dealer, 403],
      [dealer, distributor, 404],
      [otherReseller, dealer, 404],
    ] as const) {
      const answer = await call(caller, 'PATCH', capsOf(of), { smsPerDay: 1_000_000 })
      expect([answer.status, answer.body.success]).toEqual([status, false])
    }
    expect((await call(dealer, 'GET', capsOf(distributor))).status).toBe(404)
    expect((await call(otherReseller, 'GET', capsOf(dealer))).status).toBe(404)
    const customer = await world.make.account()
    expect((await world.call('GET', capsOf(dealer), { token: customer.token })).status).toBe(404)
  })

  test.each([
    { smsPerDay: -1 },
    { smsPerDay: 1.5 },
    { moneyPerDay: 1e16 },
    { timeZone: 'Mars/Olympus' },
    { smsPerWeek: 1 },
    {},
  ])('are not %o', async (body) => {
    expect((await call(distributor, 'PATCH', capsOf(dealer), body)).status).toBe(400)
  })
})

test('suspending, terms and transfers are in the audit log of the staff, with who did it', async () => {
  const { id } = await makeCustomer(world, dealer)
  await call(distributor, 'POST', `/api/resale/accounts/${id}/suspend`, { reason: 'Unpaid.' })
  await call(distributor, 'POST', `/api/resale/accounts/${id}/reopen`, { reason: 'Paid.' })
  await call(distributor, 'PUT', `/api/resale/accounts/${id}/terms`, { users: 3 })
  await call(distributor, 'POST', `/api/resale/resellers/${dealer.id}/suspend`, {
    reason: 'x',
    withCustomers: true,
  })
  await call(distributor, 'POST', `/api/resale/resellers/${dealer.id}/reopen`, { reason: 'x' })
  await call(distributor, 'PUT', `/api/resale/resellers/${dealer.id}/terms`, { users: 5 })
  const moved = { nodeId: dealer.id, licenses: 2, reason: 'order 3' }
  const { status, body } = await call(distributor, 'POST', '/api/resale/licenseTransfers', moved)
  expect([status, body.transfer.state]).toEqual([201, 'done'])
  const { body: audit } = await world.call('GET', '/api/audit?limit=7', { token: distributor.staff.token })
  expect(
    audit.changes.map(({ action, userId }: { action: string; userId: string }) => [action, userId]),
  ).toEqual(
    [
      'resale.licenses_transferred',
      'resale.terms_changed',
      'resale.status_changed',
      'resale.status_changed',
      'resale.terms_changed',
      'resale.status_changed',
      'resale.status_changed',
    ].map((action) => [action, distributor.staff.ownerId]),
  )
  const ledger = await call(distributor, 'GET', `/api/resale/licenseTransfers?nodeId=${dealer.id}&limit=1`)
  expect(ledger.body.transfers).toEqual([expect.objectContaining({ licenses: 2, reason: 'order 3' })])
})

test('a transfer that is repeated with its Idempotency-Key happens once', async () => {
  const { id } = await makeCustomer(world, distributor)
  const ask = () =>
    call(
      distributor,
      'POST',
      '/api/resale/licenseTransfers',
      { nodeId: id, licenses: 2, reason: 'x' },
      {
        'idempotency-key': `order ${id}`.replace(' ', '-'),
      },
    )
  const [first, second] = [await ask(), await ask()]
  expect([first.status, second.status, second.body.transfer]).toEqual([201, 201, first.body.transfer])
  const { body } = await call(distributor, 'GET', `/api/resale/accounts/${id}`)
  expect(body.account.licenses.granted).toBe(2)
})

test('the name of an operator without a user is of no use to an account that takes it', async () => {
  const userName = 'left@example.com'
  await addOperator(world.ctx, { userName, email: 'ops@example.com' })
  const account = await world.make.account({ userName })
  const token = await world.make.passwordToken(account)
  expect((await call({ staff: { ...account, token } }, 'GET', '/api/resale')).status).toBe(404)
})

test('operators manage the platform, with a session and not with an API key', async () => {
  const operator = await world.make.account()
  await addOperator(world.ctx, { userName: operator.userName, email: 'ops@example.com' })
  expect((await call({ staff: operator }, 'GET', '/api/resale')).status).toBe(404)
  const token = await world.make.passwordToken(operator)
  await listAccountsInTree(world.ctx)
  await applyNodes(world.ctx)
  const { status, body } = await call({ staff: { ...operator, token } }, 'GET', '/api/resale')
  expect([status, body.reseller.id, body.reseller.licenses.granted]).toEqual([200, 'platform', null])
  const listed = await call(
    { staff: { ...operator, token } },
    'GET',
    `/api/resale/accounts?search=${operator.account}`,
  )
  expect(listed.body.accounts).toHaveLength(1)
  const moved = { nodeId: otherReseller.id, licenses: 5, reason: 'order 4' }
  const transfer = await call(
    { staff: { ...operator, token } },
    'POST',
    '/api/resale/licenseTransfers',
    moved,
  )
  expect(transfer.status).toBe(201)
})
