// Support sessions that are approved by the link of the e-mail, and those of people who left the staff.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Supported, SupportStage } from '../../../test/support.ts'
import { ask, makeSupported, open, setSupportStage, visit } from '../../../test/support.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import { endOfDeparted } from './departed-visitors.ts'

let world: World
let stage: SupportStage
beforeAll(async () => {
  world = await openWorld()
  stage = await setSupportStage(world)
})
afterAll(() => world.close())
afterEach(() => world.clock.release())

/** The secret of the newest e-mail to the owner, whose address is verified. */
async function linkOf({ accountId }: Supported): Promise<string> {
  const { rows } = await world.superuser.query<{ sealed: Buffer }>(
    `select sealed from identity_mails where account_id = $1 and kind = 'support-request' order by number desc limit 1`,
    [accountId],
  )
  const values = JSON.parse(unseal(world.ctx.config.access, 'identity mail', rows[0]!.sealed))
  return new URL(values.url).hash.slice(1)
}

async function makeReachable(): Promise<Supported> {
  const customer = await makeSupported(world, stage)
  await world.superuser.query('update users set email_verified_at = now() where account_id = $1', [
    customer.accountId,
  ])
  return customer
}

const read = (secret: string) => world.call('POST', '/session/supportRequest', { body: { secret } })
const answer = (secret: string, isApproved = true) =>
  world.call('POST', '/session/supportRequest/answer', { body: { secret, isApproved } })
const stateOf = async ({ token }: Supported, id: string) =>
  (await world.call('GET', `/api/account/supportSessions/${id}`, { token })).body.supportSession

test('opening the link changes nothing, and shows who asks and why', async () => {
  const customer = await makeReachable()
  const id = await ask(world, stage, customer)
  const secret = await linkOf(customer)
  for (let count = 0; count < 20; count += 1) {
    const { status, body } = await read(secret)
    expect(status).toBe(200)
    expect(body).toMatchObject({ organization: stage.reseller.name, minutes: 30 })
  }
  expect((await stateOf(customer, id)).state).toBe('requested')
})

test('a link approves for reading only, once under 16 parallel posts', async () => {
  const customer = await makeReachable()
  const id = await ask(world, stage, customer, { access: 'write' })
  const secret = await linkOf(customer)
  const answers = await Promise.all(Array.from({ length: 16 }, () => answer(secret)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
  expect(await stateOf(customer, id)).toMatchObject({ state: 'active', access: 'read' })
  const device = await world.make.device(customer)
  const token = await open(world, stage, id)
  expect((await world.call('GET', '/api/devices', { token })).status).toBe(200)
  const body = { name: 'Van 7' }
  expect((await world.call('PATCH', `/api/devices/${device.id}`, { token, body })).status).toBe(403)
  const { changes } = (await world.call('GET', '/api/audit', { token: customer.token })).body
  expect(changes.map(({ action }: { action: string }) => action)).toContain('support.approved_by_link')
})

test('a link refuses, and is gone after an answer, a newer request or a day', async () => {
  const customer = await makeReachable()
  const id = await ask(world, stage, customer)
  const secret = await linkOf(customer)
  expect((await answer(secret, false)).status).toBe(200)
  expect((await stateOf(customer, id)).state).toBe('refused')
  expect([(await read(secret)).status, (await answer(secret)).status]).toEqual([404, 404])

  await ask(world, stage, customer)
  const older = await linkOf(customer)
  await ask(world, stage, customer)
  expect((await read(older)).status).toBe(404)
  const newer = await linkOf(customer)
  world.clock.offsetMs = 24 * 3_600_000
  expect((await read(newer)).status).toBe(404)
})

test('who is no administrator any more approves nothing', async () => {
  const customer = await makeReachable()
  const id = await ask(world, stage, customer)
  const secret = await linkOf(customer)
  await world.superuser.query('update users set disabled = true where id = $1', [customer.ownerId])
  expect([(await read(secret)).status, (await answer(secret)).status]).toEqual([404, 404])
  const { rows } = await world.superuser.query('select state from support_sessions where id = $1', [id])
  expect(rows[0].state).toBe('requested')
})

describe('who leaves the staff is out at once', () => {
  test.each([
    ['disabled', 'update users set disabled = true where id = $1'],
    ['no administrator', `update users set role = 'standard' where id = $1`],
    ['expired', `update users set expires_at = now() - interval '1 minute' where id = $1`],
  ])('%s', async (_what, change) => {
    const own = await setSupportStage(world)
    const password = 'a sled, a compass and 40 dogs'
    const colleague = await world.make.user(own.reseller.staff, { role: 'administrator', password })
    const staffToken = await world.make.passwordToken({ ...colleague, password } as never)
    const customer = await makeSupported(world, own)
    const { id, token } = await visit(world, { ...own, staffToken }, customer)
    expect((await world.call('GET', '/api/devices', { token })).status).toBe(200)
    await endOfDeparted(world.ctx)
    expect((await world.call('GET', '/api/devices', { token })).status).toBe(200)
    await world.superuser.query(change, [colleague.id])
    await endOfDeparted(world.ctx)
    expect((await world.call('GET', '/api/devices', { token })).status).toBe(401)
    expect(await stateOf(customer, id)).toMatchObject({ state: 'ended', endReason: 'visitor' })
  })
})
