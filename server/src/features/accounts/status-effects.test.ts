// What leaves a suspended account, and what stays.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import type { TestDevice } from '../../../test/webhook-fixture.ts'
import { makeDevices, makeWebhookFixture, publishEvents } from '../../../test/webhook-fixture.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { AccountStatus } from '../../platform/http/account-status.ts'
import { operator } from '../audit/audit.api.ts'
import { startNotifications } from '../notifications/worker.api.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'
import { startWebhooks } from '../webhooks/worker.api.ts'
import { reopenAccount, setStatus, suspendAccount } from './status.api.ts'

const dayMs = 86_400_000
const why = { reason: 'Unpaid.', author: 'Ana' }

let world: World
let mailbox: Mailbox
let account: MadeAccount
const works: { stop(): unknown }[] = []
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_WEBHOOK_TIMEOUT_SECONDS: '1' })
  works.push(
    await startNotifications(world.ctx),
    await startWebhooks(world.ctx),
    await recordLocations(world.ctx),
  )
})
afterAll(async () => {
  await Promise.all(works.map((work) => work.stop()))
  await world.close()
  await mailbox.close()
})
beforeEach(async () => {
  account = await world.make.account({ licenses: 100 })
  mailbox.messages.length = 0
})
afterEach(() => world.clock.release())

async function change(status: AccountStatus): Promise<void> {
  await inTransaction(world.ctx, account.accountId, (tx) => setStatus(tx, operator, { status, ...why }))
}

describe('messages', () => {
  test.for([
    ['suspended', 0, 'sos', { sent: 1 }],
    ['suspended', 13.9, 'sos', { sent: 1 }],
    ['suspended', 14.1, 'sos', { 'suppressed account_suspended': 1 }],
    ['suspended', 0, 'Too fast', { 'suppressed account_suspended': 1 }],
    ['closing', 29, 'sos', { sent: 1 }],
    ['closing', 0, 'Too fast', { 'suppressed account_closing': 1 }],
    ['blocked', 0, 'sos', { 'suppressed account_blocked': 1 }],
  ] as const)('of an account that is %s for %s days: %s', async ([status, days, name, expected]) => {
    const device = await world.make.device(account)
    const notified = await makeNotifiedDevice(world, account, { deviceId: device.id })
    await change(status)
    world.clock.offsetMs = days * dayMs
    await notified.raise(1, { name, severity: name === 'sos' ? 'critical' : 'warning' })
    await notified.settled()
    expect(await notified.states()).toEqual(expected)
    expect(await notified.units()).toEqual('sent' in expected ? { email: 1 } : {})
  })

  test('leave again after reopening', async () => {
    const device = await world.make.device(account)
    const notified = await makeNotifiedDevice(world, account, { deviceId: device.id })
    await suspendAccount(world.ctx, account.accountId, why)
    await notified.raise(1)
    await notified.settled()
    await reopenAccount(world.ctx, account.accountId, why)
    await notified.raise(1)
    await notified.settled()
    expect(await notified.states()).toEqual({ 'suppressed account_suspended': 1, sent: 1 })
  })
})

test('a webhook pauses at its position, and continues there: every event once, in order', async () => {
  const [boat] = (await makeDevices(world, account, 1)) as [TestDevice]
  const fixture = await makeWebhookFixture(world, account, { events: ['alert'] })
  const eventIds = () => fixture.receiver.received.map(({ headers }) => headers['webhook-id'])
  const [first] = await publishEvents(world, account, [{ device: boat }])
  await expect.poll(eventIds).toEqual([first])

  const other = await world.make.account()
  const [car] = (await makeDevices(world, other, 1)) as [TestDevice]
  const open = await makeWebhookFixture(world, other, { events: ['alert'] })
  await suspendAccount(world.ctx, account.accountId, why)
  const positionOf = async () =>
    (await world.superuser.query('select position from webhooks where id = $1', [fixture.id])).rows[0]
      .position
  const pausedAt = await positionOf()
  const missed = await publishEvents(
    world,
    account,
    Array.from({ length: 20 }, () => ({ device: boat })),
  )
  // The webhook of the other account reads events that were published later.
  const [later] = await publishEvents(world, other, [{ device: car }])
  await expect.poll(() => open.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([later])
  expect(eventIds()).toEqual([first])
  expect(await positionOf()).toBe(pausedAt)

  await reopenAccount(world.ctx, account.accountId, why)
  await expect.poll(eventIds, { timeout: 15_000 }).toEqual([first, ...missed])
  await Promise.all([fixture.close(), open.close()])
})

test('deliveries that were queued before wait, and are sent after reopening', async () => {
  const [boat] = (await makeDevices(world, account, 1)) as [TestDevice]
  const fixture = await makeWebhookFixture(world, account, { events: ['alert'] })
  fixture.receiver.behaviour = () => ({ status: 500 })
  const [id] = await publishEvents(world, account, [{ device: boat }])
  await expect.poll(() => fixture.receiver.received.length).toBe(1)
  fixture.receiver.behaviour = () => ({ status: 200 })
  await suspendAccount(world.ctx, account.accountId, why)
  world.clock.offsetMs = 10 * 60_000
  const other = await world.make.account()
  const [car] = (await makeDevices(world, other, 1)) as [TestDevice]
  const open = await makeWebhookFixture(world, other, { events: ['alert'] })
  await publishEvents(world, other, [{ device: car }])
  await expect.poll(() => open.receiver.received.length).toBe(1)
  expect(fixture.receiver.received).toHaveLength(1)
  await reopenAccount(world.ctx, account.accountId, why)
  await expect
    .poll(() => fixture.receiver.received.map(({ headers }) => headers['webhook-id']), { timeout: 15_000 })
    .toEqual([id, id])
  await Promise.all([fixture.close(), open.close()])
})

test('a share link is not found, and works again after reopening', async () => {
  const device = await world.make.device(account)
  const { secret } = await world.make.share(account, {
    devices: [device.id],
    expiresAt: new Date(Date.now() + dayMs).toISOString(),
  })
  const open = async () => (await world.call('GET', `/share/${secret}`)).status
  expect(await open()).toBe(200)
  for (const status of ['suspended', 'closing', 'blocked'] as const) {
    await change(status)
    expect([status, await open()]).toEqual([status, 404])
  }
  await change('active')
  expect(await open()).toBe(200)
})

test('locations stay stored in every status: none of 400 is lost', async () => {
  const device = await world.make.device(account, { identifier: '356307042449999' })
  const ingest = await world.make.ingestKey(account, { protocol: 'osmand' })
  const from = Date.now() - 400_000
  let sent = 0
  for (const status of ['active', 'suspended', 'closing', 'blocked'] as const) {
    if (status !== 'active') await change(status)
    for (let index = 0; index < 100; index += 1) {
      const at = new Date(from + sent * 1_000).toISOString()
      const query = `id=356307042449999&lat=41.${sent}&lon=2.1&timestamp=${at}`
      const { statusCode } = await world.app.inject({ method: 'POST', url: `${ingest.path}?${query}` })
      expect([status, statusCode]).toEqual([status, 200])
      sent += 1
    }
  }
  const stored = async () =>
    (
      await world.superuser.query(
        `select count(*)::int as count from locations l join devices d on d.number = l.device_number where d.id = $1`,
        [device.id],
      )
    ).rows[0].count
  await expect.poll(stored, { timeout: 15_000 }).toBe(400)
})
