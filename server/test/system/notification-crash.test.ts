import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mailbox, MailMood } from '../mailbox.ts'
import { openMailbox } from '../mailbox.ts'
import type { MadeAccount } from '../make.ts'
import type { ServerProcess } from '../processes.ts'
import { spawnServer } from '../processes.ts'
import { startProxy } from '../proxy.ts'
import type { Telling } from '../telling.ts'
import { makeTelling } from '../telling.ts'
import type { World } from '../world.ts'
import { openWorld } from '../world.ts'

let world: World
let account: MadeAccount
let mailbox: Mailbox
let telling: Telling
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
  mailbox.letters.length = 0
  const device = await world.make.device(account)
  telling = await makeTelling(world, account, { deviceId: device.id })
})
afterEach(async () => {
  mailbox.mood = 'accepts'
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
const isOnItsWay = async () => ((await telling.states()).sending ?? 0) > 0

test.each<[string, MailMood, number]>([
  ['after it took messages, before it handed any over,', 'is silent', 0],
  ['after it handed messages over, before it heard that they arrived,', 'takes it and is silent', 1],
])('a process that is killed %s loses none, and sends none twice unseen', async (_says, mood, arrives) => {
  mailbox.mood = mood
  const first = await start()
  await telling.raise(20)
  await until(async () => (arrives ? mailbox.letters.length >= 8 : await isOnItsWay()))
  await first.kill()
  mailbox.mood = 'accepts'
  await start()
  await telling.settled()
  const { unknown = 0, ...rest } = await telling.attempts()
  expect(unknown).toBeGreaterThan(0)
  expect(rest).toEqual({ accepted: 20 })
  expect(await telling.states()).toEqual({ sent: 20 })
  expect(await telling.units()).toEqual({ email: 20 + unknown })
  expect(mailbox.letters).toHaveLength(20 + arrives * unknown)
  const messages = new Set(mailbox.letters.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]))
  expect(messages.size).toBe(20)
})

test('a process that is killed after it heard, before it wrote it down, sends it twice and shows it', async () => {
  mailbox.slowMs = 1_000
  const first = await start()
  await telling.raise(1)
  await until(() => mailbox.letters.length === 1)
  await world.superuser.query('begin')
  await world.superuser.query('lock table notifications in exclusive mode')
  // The answer comes while nothing can be written down; what it was about to say is lost with its line.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await first.kill()
  await world.superuser.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  await world.superuser.query('rollback')
  mailbox.slowMs = 0
  await start()
  await telling.settled()
  expect(await telling.attempts()).toEqual({ unknown: 1, accepted: 1 })
  expect(await telling.units()).toEqual({ email: 2 })
  expect(mailbox.letters).toHaveLength(2)
})

test('a process that is slow keeps what it has on its way', async () => {
  mailbox.slowMs = 5_000
  await Promise.all([start(), start()])
  await telling.raise(3)
  await telling.settled()
  expect(await telling.attempts()).toEqual({ accepted: 3 })
  expect(mailbox.letters).toHaveLength(3)
})

test('a process that is told to stop finishes what it has on its way', async () => {
  mailbox.slowMs = 500
  const notifier = await start()
  await telling.raise(8)
  await until(isOnItsWay)
  await notifier.stop()
  const { sending = 0, sent = 0 } = await telling.states()
  expect([sending, sent]).toEqual([0, mailbox.letters.length])
  expect(sent).toBeGreaterThan(0)
})

test.each([
  ['and no unit is left, it is not sent again, and is sent after all', 1, { accepted: 1 }, 1],
  ['it is sent again with another unit, and both are shown', 5, { accepted: 2 }, 2],
])('where a process stands still longer than its lease %s', async (_says, limit, attempts, letters) => {
  await world.call('PATCH', `/api/devices/${telling.deviceId}/limits`, {
    token: account.token,
    body: { dailyEmailLimit: limit },
  })
  mailbox.slowMs = 1_000
  const still = await start()
  await telling.raise(1)
  await until(() => mailbox.letters.length === 1)
  process.kill(still.pid, 'SIGSTOP')
  await start()
  await until(async () => ((await telling.attempts()).unknown ?? 0) === 1)
  await telling.settled()
  process.kill(still.pid, 'SIGCONT')
  await until(async () => (await telling.attempts()).unknown === undefined)
  expect(await telling.attempts()).toEqual(attempts)
  expect(await telling.states()).toEqual({ sent: 1 })
  expect(await telling.units()).toEqual({ email: letters })
  expect(mailbox.letters).toHaveLength(letters)
})

test('a database that is away for a moment after a letter left makes no second one', async () => {
  const line = await startProxy(world.env.RASTRO_DATABASE_URL!)
  mailbox.slowMs = 500
  const settings = { ...world.env, RASTRO_DATABASE_URL: line.url, RASTRO_NOTIFICATION_LEASE_SECONDS: '20' }
  notifiers.push(await spawnServer(settings, ['notifier']))
  await telling.raise(5)
  await until(() => mailbox.letters.length === 5)
  line.blackHole()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  line.cut()
  line.heal()
  await telling.settled()
  expect(await telling.attempts()).toEqual({ accepted: 5 })
  expect(mailbox.letters).toHaveLength(5)
  await Promise.all(notifiers.splice(0).map((one) => one.stop()))
  await line.close()
})
