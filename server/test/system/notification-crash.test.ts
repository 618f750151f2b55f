import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MailBehaviour, Mailbox } from '../mailbox.ts'
import { openMailbox } from '../mailbox.ts'
import type { MadeAccount } from '../make.ts'
import type { NotifiedDevice } from '../notified-device.ts'
import { makeNotifiedDevice } from '../notified-device.ts'
import type { ServerProcess } from '../processes.ts'
import { spawnServer } from '../processes.ts'
import { startProxy } from '../proxy.ts'
import type { World } from '../world.ts'
import { openWorld } from '../world.ts'

let world: World
let account: MadeAccount
let mailbox: Mailbox
let notified: NotifiedDevice
const notifiers: ServerProcess[] = []
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'alerts@rastro.example',
    RASTRO_NOTIFICATION_LEASE_SECONDS: '2',
  })
  account = await world.make.account({ licenses: 100 })
})
afterAll(async () => {
  await world.close()
  await mailbox.close()
})
beforeEach(async () => {
  mailbox.messages.length = 0
  const device = await world.make.device(account)
  notified = await makeNotifiedDevice(world, account, { deviceId: device.id })
})
afterEach(async () => {
  mailbox.behaviour = 'accepts'
  mailbox.slowMs = 0
  await Promise.all(notifiers.splice(0).map((one) => one.isRunning() && one.stop()))
})

async function start(): Promise<ServerProcess> {
  const notifier = await spawnServer(world.env, ['notifier'])
  notifiers.push(notifier)
  return notifier
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}
const isSending = async () => ((await notified.states()).sending ?? 0) > 0

test.each<[string, MailBehaviour, number]>([
  ['after leasing notifications, before sending any,', 'is silent', 0],
  ['after sending notifications, before the mail server confirmed,', 'takes it and is silent', 1],
])('a notifier killed %s loses none, and records every second attempt', async (_when, behaviour, arrives) => {
  mailbox.behaviour = behaviour
  const first = await start()
  await notified.raise(20)
  await until(async () => (arrives ? mailbox.messages.length >= 8 : await isSending()))
  await first.kill()
  mailbox.behaviour = 'accepts'
  await start()
  await notified.settled()
  const { unknown = 0, ...rest } = await notified.attempts()
  expect(unknown).toBeGreaterThan(0)
  expect(rest).toEqual({ accepted: 20 })
  expect(await notified.states()).toEqual({ sent: 20 })
  expect(await notified.units()).toEqual({ email: 20 + unknown })
  expect(mailbox.messages).toHaveLength(20 + arrives * unknown)
  const messages = new Set(mailbox.messages.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]))
  expect(messages.size).toBe(20)
})

test('a notifier killed after the confirmation, before recording it, sends twice and records both', async () => {
  mailbox.slowMs = 1_000
  const first = await start()
  await notified.raise(1)
  await until(() => mailbox.messages.length === 1)
  await world.superuser.query('begin')
  await world.superuser.query('lock table notifications in exclusive mode')
  // The confirmation arrives while nothing can be written; the pending statement is lost with its connection.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await first.kill()
  await world.superuser.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  await world.superuser.query('rollback')
  mailbox.slowMs = 0
  await start()
  await notified.settled()
  expect(await notified.attempts()).toEqual({ unknown: 1, accepted: 1 })
  expect(await notified.units()).toEqual({ email: 2 })
  expect(mailbox.messages).toHaveLength(2)
})

test('a slow notifier keeps its leases', async () => {
  mailbox.slowMs = 5_000
  await Promise.all([start(), start()])
  await notified.raise(3)
  await notified.settled()
  expect(await notified.attempts()).toEqual({ accepted: 3 })
  expect(mailbox.messages).toHaveLength(3)
})

test('a stopping notifier finishes what it is sending', async () => {
  mailbox.slowMs = 500
  const notifier = await start()
  await notified.raise(8)
  await until(isSending)
  await notifier.stop()
  const { sending = 0, sent = 0 } = await notified.states()
  expect([sending, sent]).toEqual([0, mailbox.messages.length])
  expect(sent).toBeGreaterThan(0)
})

test.each([
  ['does not send again without a remaining unit', 1, { accepted: 1 }, 1],
  ['sends again with another unit, and records both', 5, { accepted: 2 }, 2],
])('a notifier paused longer than its lease %s', async (_what, limit, attempts, emails) => {
  await world.call('PATCH', `/api/devices/${notified.deviceId}/limits`, {
    token: account.token,
    body: { dailyEmailLimit: limit },
  })
  mailbox.slowMs = 1_000
  const paused = await start()
  await notified.raise(1)
  await until(() => mailbox.messages.length === 1)
  process.kill(paused.pid, 'SIGSTOP')
  await start()
  await until(async () => ((await notified.attempts()).unknown ?? 0) === 1)
  await notified.settled()
  process.kill(paused.pid, 'SIGCONT')
  await until(async () => (await notified.attempts()).unknown === undefined)
  expect(await notified.attempts()).toEqual(attempts)
  expect(await notified.states()).toEqual({ sent: 1 })
  expect(await notified.units()).toEqual({ email: emails })
  expect(mailbox.messages).toHaveLength(emails)
})

test('a short database outage after sending causes no second e-mail', async () => {
  const proxy = await startProxy(world.env.RASTRO_DATABASE_URL!)
  mailbox.slowMs = 500
  const settings = { ...world.env, RASTRO_DATABASE_URL: proxy.url, RASTRO_NOTIFICATION_LEASE_SECONDS: '20' }
  notifiers.push(await spawnServer(settings, ['notifier']))
  await notified.raise(5)
  await until(() => mailbox.messages.length === 5)
  proxy.blackHole()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  proxy.cut()
  proxy.heal()
  await notified.settled()
  expect(await notified.attempts()).toEqual({ accepted: 5 })
  expect(mailbox.messages).toHaveLength(5)
  await Promise.all(notifiers.splice(0).map((one) => one.stop()))
  await proxy.close()
})
