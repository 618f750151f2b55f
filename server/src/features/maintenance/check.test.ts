import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { killable } from '../../../test/killable.ts'
import type { Maintained } from '../../../test/maintenance/maintained.ts'
import { maintainedAccount } from '../../../test/maintenance/maintained.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { checkAccount } from './check.ts'

let world: World
let fleet: Maintained
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.hold('2026-06-15T08:00:00Z')
  fleet = await maintainedAccount(world)
})
afterEach(() => world.clock.release())

const cmPerKm = 100_000

async function inbox(): Promise<{ name: string; deviceId: string; state: string; text: string }[]> {
  const { alerts } = (await fleet.call('GET', '/api/alerts')).body
  return alerts.filter(({ name }: { name: string }) => name.startsWith('maintenance.'))
}
async function events(): Promise<string[]> {
  const { rows } = await world.superuser.query(
    `select type from outbox where account_id = $1 and type like 'maintenance.%' order by number`,
    [fleet.account.accountId],
  )
  return rows.map(({ type }) => type)
}

test('raises an alert and an event once at soon, and once at due, in each cycle', async () => {
  const { id, number } = await fleet.device()
  const plan = await fleet.plan({ name: 'Oil', everyKm: 1_000, warnKm: 100, devices: [id] })
  const at = async (km: number) => {
    await fleet.count(number, { cm: km * cmPerKm })
    await fleet.check()
    await fleet.check()
    return (await inbox()).map(({ name }) => name).sort()
  }
  await fleet.check()
  expect(await at(500)).toEqual([])
  expect(await at(900)).toEqual(['maintenance.soon'])
  expect(await at(950)).toEqual(['maintenance.soon'])
  expect(await at(1_000)).toEqual(['maintenance.due', 'maintenance.soon'])
  expect(await at(5_000)).toEqual(['maintenance.due', 'maintenance.soon'])
  expect(await events()).toEqual(['maintenance.soon', 'maintenance.due'])
  const raised = await inbox()
  expect(raised[0]).toMatchObject({ deviceId: id, state: 'open' })
  expect(raised.map(({ text }) => text).sort()).toEqual([
    'Maintenance "Oil" is due',
    'Maintenance "Oil" is due soon',
  ])
  // The work ends the cycle and resolves its alerts. The next one raises its own.
  await fleet.done(id, plan.id)
  expect((await inbox()).map(({ state }) => state)).toEqual(['resolved', 'resolved'])
  expect(await at(5_500)).toHaveLength(2)
  expect(await at(6_000)).toHaveLength(3)
})

test('explains an alert with its values', async () => {
  const { id, number } = await fleet.device()
  const plan = await fleet.plan({ name: 'Oil', everyKm: 1_000, devices: [id] })
  await fleet.check()
  await fleet.count(number, { cm: 950 * cmPerKm })
  await fleet.check()
  const [alert] = (await fleet.call('GET', '/api/alerts?name=maintenance.soon')).body.alerts
  const { body } = await fleet.call('GET', `/api/alerts/${alert.id}/explanation`)
  expect(body.explanation).toMatchObject({
    rule: { type: 'maintenance', settings: { on: 'soon' } },
    facts: { planId: plan.id, planName: 'Oil', remainingKm: 50, remainingHours: null },
  })
})

test('notifies the contacts of the rule, and a rule can wait for due', async () => {
  const { id, number } = await fleet.device()
  const token = () => world.make.token(fleet.account.userName, fleet.account.apiKey)
  const contact = await world.make.contact({ token: await token() })
  await world.superuser.query('update contacts set verified_at = now() where id = $1', [contact.id])
  await world.make.rule(
    { token: await token() },
    { type: 'maintenance', settings: { on: 'due' }, contacts: [contact.id] },
  )
  await fleet.plan({ everyKm: 1_000, warnKm: 100, devices: [id] })
  await fleet.check()
  await fleet.count(number, { cm: 950 * cmPerKm })
  await fleet.check()
  expect(await inbox()).toEqual([])
  expect(await events()).toEqual(['maintenance.soon'])
  await fleet.count(number, { cm: 1_000 * cmPerKm })
  await fleet.check()
  expect(await inbox()).toMatchObject([{ name: 'maintenance.due', notifications: [{ channel: 'email' }] }])
})

test('what is due at once is not raised as soon, and expired devices raise nothing', async () => {
  const limits = { expires: true, expirationDate: '2020-01-01' }
  const [truck, expired] = [await fleet.device(), await fleet.device({ limits })]
  await fleet.plan({ everyKm: 1_000 })
  await fleet.check()
  for (const { number } of [truck, expired]) await fleet.count(number, { cm: 2_000 * cmPerKm })
  await fleet.check()
  // A reading or a correction makes it soon again.
  await fleet.count(truck.number, { cm: 950 * cmPerKm })
  await fleet.check()
  expect(await inbox()).toMatchObject([{ name: 'maintenance.due', deviceId: truck.id }])
})

test('many workers raise each alert once', async () => {
  const devices = await Promise.all(Array.from({ length: 12 }, () => fleet.device()))
  await fleet.plan({ everyKm: 1_000, warnKm: 100 })
  await fleet.check()
  for (const { number } of devices) await fleet.count(number, { cm: 1_500 * cmPerKm })
  const { accountId } = fleet.account
  await world.superuser.query(
    'update maintenance_checks set next_at = $2, after_device = 0 where account_id = $1',
    [accountId, world.ctx.now()],
  )
  const worker = async () => {
    for (let turn = 0; turn < 10; turn += 1) await checkAccount(world.ctx, accountId, 3)
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  // All turns of one may come while another has the account.
  while (await checkAccount(world.ctx, accountId, 3));
  const raised = await inbox()
  expect(raised).toHaveLength(12)
  expect(new Set(raised.map(({ deviceId }) => deviceId)).size).toBe(12)
  expect(await events()).toHaveLength(12)
})

test('a worker that is killed at any point raises nothing twice, and nothing is lost', async () => {
  const { id, number } = await fleet.device()
  const plan = await fleet.plan({ everyKm: 1_000, warnKm: 100, devices: [id] })
  let points = 0
  let cycles = 0
  for (let killAt = 1; ; killAt += 1) {
    // Another cycle for each point.
    world.clock.hold(new Date(Date.UTC(2026, 5, 16) + killAt * 3_600_000))
    await fleet.count(number, { cm: cycles * 2_000 * cmPerKm })
    await fleet.done(id, plan.id)
    cycles += 1
    await fleet.count(number, { cm: cycles * 2_000 * cmPerKm })
    const killed = killable(world.ctx, killAt)
    await fleet.check(killed.ctx).catch(() => {})
    points = killed.points()
    await fleet.check()
    expect([killAt, (await inbox()).length, (await events()).length]).toEqual([killAt, cycles, cycles])
    if (!killed.isDead()) break
  }
  expect(points).toBeGreaterThan(10)
})

test('an account is evaluated in parts, by turns with others', async () => {
  const devices = await Promise.all(Array.from({ length: 5 }, () => fleet.device()))
  await fleet.plan({ everyKm: 1_000 })
  const { accountId } = fleet.account
  const position = async () => {
    const { rows } = await world.superuser.query(
      'select after_device, next_at, checked_at from maintenance_checks where account_id = $1',
      [accountId],
    )
    return rows[0]
  }
  const numbers = devices.map(({ number }) => number).sort((one, other) => one - other)
  await checkAccount(world.ctx, accountId, 2)
  expect(await position()).toMatchObject({
    after_device: numbers[1],
    next_at: world.ctx.now(),
    checked_at: null,
  })
  await checkAccount(world.ctx, accountId, 2)
  await checkAccount(world.ctx, accountId, 2)
  expect(await position()).toMatchObject({ after_device: 0, checked_at: world.ctx.now() })
  // Not due: nothing is done.
  expect(await checkAccount(world.ctx, accountId, 2)).toBe(false)
  expect(await fleet.states()).toHaveLength(5)
})

test('an account without plans is forgotten', async () => {
  const plan = await fleet.plan({ everyKm: 1_000 })
  await fleet.call('DELETE', `/api/maintenancePlans/${plan.id}`)
  await fleet.check()
  const { rows } = await world.superuser.query('select from maintenance_checks where account_id = $1', [
    fleet.account.accountId,
  ])
  expect(rows).toEqual([])
})
