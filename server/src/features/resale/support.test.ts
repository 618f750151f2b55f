import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../test/contract/openapi.ts'
import { makeReseller } from '../../../test/resale.ts'
import type { Supported, SupportStage } from '../../../test/support.ts'
import { approve, ask, makeSupported, open, setSupportStage, visit } from '../../../test/support.ts'
import { decode, findSigner, signWith } from '../../../test/tokens.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { newId } from '../../platform/crypto/ids.ts'
import { addOperator } from '../accounts/operator.api.ts'
import { reopenAccount, suspendAccount } from '../accounts/status.api.ts'
import { findBreak } from '../audit/audit.api.ts'
import { visitorAccess } from '../support/visitor-access.ts'
import { settleSupport } from './support.api.ts'

let world: World
let stage: SupportStage
beforeAll(async () => {
  world = await openWorld()
  stage = await setSupportStage(world)
})
afterAll(() => world.close())
afterEach(() => world.clock.release())

const get = async (token: string, path: string) => (await world.call('GET', path, { token })).status
const stateOf = async ({ token }: Supported, id: string) => {
  const { body } = await world.call('GET', `/api/account/supportSessions/${id}`, { token })
  return body.supportSession
}
const auditOf = async ({ token }: Supported) =>
  (await world.call('GET', '/api/audit', { token })).body.changes as Record<string, unknown>[]
const isIntact = async ({ accountId }: Supported) =>
  (await findBreak(world.ctx, world.ctx.db.forAccount(accountId))) === undefined

/** As the server would sign it. */
async function sign({ account }: Supported, id: string): Promise<string> {
  const { header, claims } = decode(stage.staffToken)
  const { privateKey } = await findSigner(world.ctx)
  const own = { sub: stage.reseller.staff.ownerId, account: account, client_id: id, jti: newId('req') }
  return signWith(privateKey, header, { ...claims, ...own })
}

test('without consent a visitor reads nothing, even with a token', async () => {
  const customer = await makeSupported(world, stage)
  await world.make.device(customer)
  const id = await ask(world, stage, customer)
  const refused = await world.call('POST', `/api/resale/supportSessions/${id}/token`, {
    token: stage.staffToken,
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'support.not_active'])
  expect(await get(await sign(customer, id), '/api/devices')).toBe(401)
  expect(await get(await sign(customer, newId('sup')), '/api/devices')).toBe(401)
  expect((await stateOf(customer, id)).state).toBe('requested')
  const { rows } = await world.superuser.query(`select kind from identity_mails where account_id = $1`, [
    customer.accountId,
  ])
  expect(rows.map(({ kind }) => kind)).toContain('support-session')

  await approve(world, customer, id)
  expect(await get(await sign(customer, id), '/api/devices')).toBe(200)
})

test('what is read is shown to the customer, and is in the audit log under the name of the visitor', async () => {
  const customer = await makeSupported(world, stage)
  const device = await world.make.device(customer)
  const { id, token } = await visit(world, stage, customer)
  const listed = await world.call('GET', '/api/devices', { token })
  expect([listed.status, listed.text.includes(device.id)]).toEqual([200, true])
  for (const path of [`/api/devices/${device.id}`, `/api/devices/${device.id}`, '/api/account'])
    expect(await get(token, path)).toBe(200)
  const { body } = await world.call('GET', `/api/account/supportSessions/${id}`, { token: customer.token })
  expect(body.reads.map(({ route, count }: { route: string; count: number }) => [route, count])).toEqual([
    ['GET /api/devices', 1],
    ['GET /api/devices/{deviceId}', 2],
    ['GET /api/account', 1],
  ])
  expect(body.supportSession).toMatchObject({ state: 'active', access: 'read', routesRead: 3 })

  const ended = await world.call('POST', `/api/account/supportSessions/${id}/end`, {
    token: customer.ownerToken,
  })
  expect(ended.body.supportSession).toMatchObject({ state: 'ended', endReason: 'customer' })
  const [last, approved, requested] = await auditOf(customer)
  const name = `${stage.reseller.staff.userName} (${stage.reseller.name})`
  expect(requested).toMatchObject({ action: 'support.requested', targetId: id, userName: name })
  expect(approved).toMatchObject({ action: 'support.approved', userName: customer.userName })
  expect(last).toMatchObject({ action: 'support.ended', after: { endReason: 'customer' } })
  expect((last!.after as { reads: object[] }).reads).toHaveLength(3)
  expect(await isIntact(customer)).toBe(true)
})

describe('a session ends at once', () => {
  test.each(['customer', 'visitor'] as const)('by the %s', async (side) => {
    const customer = await makeSupported(world, stage)
    const { id, token } = await visit(world, stage, customer)
    expect(await get(token, '/api/devices')).toBe(200)
    const ownerToken = customer.ownerToken
    if (side === 'customer')
      await world.call('POST', `/api/account/supportSessions/${id}/end`, { token: ownerToken })
    else await world.call('POST', `/api/resale/supportSessions/${id}/end`, { token: stage.staffToken })
    expect(await get(token, '/api/devices')).toBe(401)
    const after = await world.call('GET', `/api/resale/supportSessions/${id}`, { token: stage.staffToken })
    expect(after.body.supportSession).toMatchObject({ state: 'ended', endReason: side })
    expect((await stateOf(customer, id)).endReason).toBe(side)
    await expect(open(world, stage, id)).rejects.toThrow('support.not_active')
  })

  test('when its time is over', async () => {
    const customer = await makeSupported(world, stage)
    const { id, token } = await visit(world, stage, customer, { minutes: 5 })
    world.clock.offsetMs = 4 * 60_000
    expect(await get(token, '/api/devices')).toBe(200)
    world.clock.offsetMs = 5 * 60_000
    expect(await get(await sign(customer, id), '/api/devices')).toBe(401)
    await settleSupport(world.ctx, { limit: 100 })
    expect((await stateOf(customer, id)).endReason).toBe('expired')
  })

  test('a request that nobody answers expires after a day', async () => {
    const customer = await makeSupported(world, stage)
    const id = await ask(world, stage, customer)
    world.clock.offsetMs = 24 * 3_600_000
    await settleSupport(world.ctx, { limit: 100 })
    const [{ state, end_reason: reason }] = (
      await world.superuser.query('select state, end_reason from support_sessions where id = $1', [id])
    ).rows
    expect([state, reason]).toEqual(['ended', 'unanswered'])
  })

  test('when the account is suspended, and does not come back', async () => {
    const customer = await makeSupported(world, stage)
    const { id, token } = await visit(world, stage, customer)
    const why = { reason: 'Unpaid', author: 'Ana' }
    await suspendAccount(world.ctx, customer.accountId, why)
    expect(await get(token, '/api/devices')).toBe(401)
    await reopenAccount(world.ctx, customer.accountId, why)
    expect(await get(token, '/api/devices')).toBe(401)
    expect((await stateOf(customer, id)).endReason).toBe('status')
  })

  test('when the account is in another cell', async () => {
    const customer = await makeSupported(world, stage)
    const { id, token } = await visit(world, stage, customer)
    await world.superuser.query('update support_sessions set cell = 2 where id = $1', [id])
    expect(await get(await sign(customer, id), '/api/devices')).toBe(401)
    await world.superuser.query('update support_requests set check_at = now() where id = $1', [id])
    await settleSupport(world.ctx, { limit: 100 })
    expect((await stateOf(customer, id)).endReason).toBe('moved')
    expect(await get(token, '/api/devices')).toBe(401)
  })
})

describe('what a visitor may call', () => {
  const named = new Map(operations.map((operation) => [operation.id, operation]))

  test('every route that changes something is named, and nothing else', () => {
    const changing = operations.filter(
      ({ method, path, isOpen }) => method !== 'GET' && path.startsWith('/api/') && !isOpen,
    )
    expect(changing.map(({ id }) => id).filter((id) => !visitorAccess.has(id))).toEqual([])
    expect([...visitorAccess.keys()].filter((id) => !named.has(id))).toEqual([])
  })

  test.each(['read', 'write'] as const)('a session to %s is refused everything else', async (access) => {
    const customer = await makeSupported(world, stage)
    const { token } = await visit(world, stage, customer, { access })
    const closed = operations.filter(({ id, path, isOpen }) => {
      const needed = visitorAccess.get(id) ?? 'never'
      return path.startsWith('/api/') && !isOpen && needed !== 'read' && needed !== access
    })
    expect(closed.length).toBeGreaterThan(100)
    for (const { method, path } of closed) {
      const answer = await world.call(method, path.replace(/\{\w+\}/g, 'x'), { token })
      // Some lack the privilege besides.
      expect([method, path, answer.status, answer.body.code]).toEqual([
        ...[method, path, 403, expect.stringMatching(/^(support\.access_denied|access\.privilege_missing)$/)],
      ])
    }
  })

  test('a session to read is refused nothing of what it may read', async () => {
    const customer = await makeSupported(world, stage)
    const { token } = await visit(world, stage, customer)
    const open = operations.filter(
      ({ id, method }) => method === 'GET' && visitorAccess.get(id) === 'read' && id !== 'streamEvents',
    )
    const refused: string[] = []
    for (const { id, path } of open) {
      const { status } = await world.call('GET', path.replace(/\{\w+\}/g, 'x'), { token })
      if (status === 401 || status === 403) refused.push(id)
    }
    expect(refused).toEqual([])
  })

  test('changes only what the customer has approved, under the own name', async () => {
    const customer = await makeSupported(world, stage)
    const device = await world.make.device(customer)
    const rename = (token: string) =>
      world.call('PATCH', `/api/devices/${device.id}`, { token, body: { name: 'Van 7' } })
    const onlyRead = await ask(world, stage, customer)
    expect((await approve(world, customer, onlyRead, { access: 'write' })).status).toBe(400)
    const narrowed = await ask(world, stage, customer, { access: 'write' })
    await approve(world, customer, narrowed, { access: 'read' })
    expect((await rename(await open(world, stage, narrowed))).status).toBe(403)

    const { token } = await visit(world, stage, customer, { access: 'write' })
    expect((await rename(token)).status).toBe(200)
    const [change] = await auditOf(customer)
    const name = `${stage.reseller.staff.userName} (${stage.reseller.name})`
    expect(change).toMatchObject({
      targetId: device.id,
      userName: name,
      userId: stage.reseller.staff.ownerId,
    })
  })

  test('an operator in a support session is no operator', async () => {
    const customer = await makeSupported(world, stage)
    const { userName, ownerId } = stage.reseller.staff
    await addOperator(world.ctx, { userName, email: 'ops@example.com', userId: ownerId } as never)
    const { token } = await visit(world, stage, customer)
    const { body } = await world.call('GET', '/api/account', { token })
    expect([body.account.isOperator, body.account.managesResale]).toEqual([false, false])
  })
})

describe('consent', () => {
  const setMode = ({ ownerToken: token }: Supported, mode: string) =>
    world.call('PUT', '/api/account/support', { token, body: { mode } })

  test('an account that lets nobody in refuses at once, and ends what is open', async () => {
    const customer = await makeSupported(world, stage)
    const { token } = await visit(world, stage, customer)
    expect((await setMode(customer, 'never')).status).toBe(200)
    expect(await get(token, '/api/devices')).toBe(401)
    const id = await ask(world, stage, customer)
    expect(await stateOf(customer, id)).toMatchObject({ state: 'refused', endReason: 'mode' })
  })

  test('an account that is open lets visitors read without a question, and writing is asked', async () => {
    const customer = await makeSupported(world, stage)
    await setMode(customer, 'open')
    const id = await ask(world, stage, customer, { access: 'write' })
    expect(await stateOf(customer, id)).toMatchObject({ state: 'active', access: 'read', answeredBy: null })
    expect(await get(await open(world, stage, id), '/api/devices')).toBe(200)
  })

  test('is given by an administrator who has just signed in, and by no API key', async () => {
    const customer = await makeSupported(world, stage)
    const id = await ask(world, stage, customer)
    const byKey = await approve(world, { ...customer, ownerToken: customer.token }, id)
    expect([byKey.status, byKey.body.code]).toEqual([403, 'access.not_recent'])
    const password = 'a sled, a compass and 40 dogs'
    const standard = await world.make.user(customer, { role: 'standard', password })
    const ownerToken = await world.make.passwordToken({ ...standard, password } as never)
    expect((await approve(world, { ...customer, ownerToken }, id)).status).toBe(403)
    const byStaffKey = await world.call('POST', '/api/resale/supportSessions', {
      token: stage.reseller.staff.token,
      body: { accountId: customer.account, reason: 'x' },
    })
    expect(byStaffKey.body.code).toBe('access.not_recent')
  })

  test('a request is answered once, and refusing it ends it', async () => {
    const customer = await makeSupported(world, stage)
    const id = await ask(world, stage, customer)
    await world.call('POST', `/api/account/supportSessions/${id}/end`, { token: customer.token })
    expect(await stateOf(customer, id)).toMatchObject({ state: 'refused', endReason: 'customer' })
    expect((await approve(world, customer, id)).body.code).toBe('support.not_requested')
  })
})

test('another reseller, and another account, see and end nothing', async () => {
  const customer = await makeSupported(world, stage)
  const { id } = await visit(world, stage, customer)
  const other = await makeReseller(world)
  const otherToken = await world.make.passwordToken(other.staff)
  const list = await world.call('GET', '/api/resale/supportSessions', { token: otherToken })
  expect(list.body.supportSessions).toEqual([])
  for (const action of ['end', 'token']) {
    const path = `/api/resale/supportSessions/${id}/${action}`
    expect((await world.call('POST', path, { token: otherToken })).status).toBe(404)
  }
  const third = await world.make.account()
  const path = `/api/account/supportSessions/${id}`
  expect((await world.call('GET', path, { token: third.token })).status).toBe(404)
  expect((await world.call('POST', `${path}/end`, { token: third.token })).status).toBe(404)
  expect((await stateOf(customer, id)).state).toBe('active')
  const rows = await world.ctx.db.forReseller(other.path)`select from support_requests`
  expect(rows).toHaveLength(0)
  expect(
    await world.ctx.db.forReseller(stage.reseller.path)`select from support_requests where id = ${id}`,
  ).toHaveLength(1)
})

test('a colleague sees the session and cannot enter it', async () => {
  const customer = await makeSupported(world, stage)
  const { id } = await visit(world, stage, customer)
  const password = 'a sled, a compass and 40 dogs'
  const colleague = await world.make.user(stage.reseller.staff, { role: 'administrator', password })
  const token = await world.make.passwordToken({ ...colleague, password } as never)
  expect(await get(token, `/api/resale/supportSessions/${id}`)).toBe(200)
  expect((await world.call('POST', `/api/resale/supportSessions/${id}/token`, { token })).status).toBe(404)
})

test('an account has at most ten open requests', async () => {
  const customer = await makeSupported(world, stage)
  for (let count = 0; count < 10; count += 1) await ask(world, stage, customer)
  await expect(ask(world, stage, customer)).rejects.toThrow('support.too_many')
})
