import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { AlertFields, NotifiedDevice } from '../../../test/notified-device.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { deleteOldGaps } from './repeat.ts'
import { startNotifications } from './worker.api.ts'

let world: World
let account: MadeAccount
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
let notified: NotifiedDevice
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_MAIL_FROM: 'alerts@rastro.example' })
  account = await world.make.account({ licenses: 100 })
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})
const begins = Date.now()
beforeEach(async () => {
  world.clock.release()
  const device = await world.make.device(account)
  notified = await makeNotifiedDevice(world, account, { deviceId: device.id })
  mailbox.messages.length = 0
})

/** Raises some alerts at a time in seconds, and returns the number of messages sent. */
async function at(seconds: number, count: number, fields: AlertFields = {}): Promise<number> {
  world.clock.hold(new Date(begins + seconds * 1_000))
  if (count > 0) await notified.raise(count, { topic: 'fence', ...fields })
  await notified.settled()
  return mailbox.messages.length
}
const lastMessage = () => mailbox.messages.at(-1)!.raw

test('repeats within a minute are postponed, and one message reports them', async () => {
  expect(await at(0, 1)).toBe(1)
  expect(lastMessage()).not.toContain('since the last message')
  expect(await at(10, 5)).toBe(1)
  expect(await notified.states()).toEqual({ sent: 1, 'waiting repeat': 1, 'suppressed repeat': 4 })
  expect(await at(59, 2)).toBe(1)
  expect(await at(60, 0)).toBe(2)
  expect(lastMessage()).toContain('This happened 6 more times since the last message.')
  expect(await notified.states()).toEqual({ sent: 2, 'suppressed repeat': 6 })
  expect(await notified.units()).toEqual({ email: 2 })
})

test('the gap doubles with each message, up to an hour, and resets after twice its length without repeats', async () => {
  let seconds = 0
  expect(await at(seconds, 1)).toBe(1)
  let messages = 1
  for (const gap of [60, 120, 240, 480, 960, 1_920, 3_600, 3_600]) {
    expect(await at(seconds + gap - 1, 1)).toBe(messages)
    messages += 1
    seconds += gap
    expect(await at(seconds, 0)).toBe(messages)
  }
  seconds += 2 * 3_600
  expect(await at(seconds, 1)).toBe(messages + 1)
  expect(await at(seconds + 59, 1)).toBe(messages + 1)
  expect(await at(seconds + 60, 0)).toBe(messages + 2)
})

test('critical alerts are sent three times before they are postponed', async () => {
  expect(await at(0, 5, { severity: 'critical' })).toBe(3)
  expect(await notified.states()).toEqual({ sent: 3, 'waiting repeat': 1, 'suppressed repeat': 1 })
})

test('topics, devices and contacts are independent', async () => {
  expect(await at(0, 1)).toBe(1)
  expect(await at(1, 1, { topic: 'speed' })).toBe(2)
  const other = await makeNotifiedDevice(world, account, { deviceId: notified.deviceId })
  await other.raise(1, { topic: 'fence' })
  const device = await world.make.device(account)
  const elsewhere = await makeNotifiedDevice(world, account, { deviceId: device.id })
  await elsewhere.raise(1, { topic: 'fence' })
  await Promise.all([other.settled(), elsewhere.settled()])
  expect(mailbox.messages).toHaveLength(4)
})

test('a burst of different alerts is not postponed', async () => {
  world.clock.hold(new Date(begins))
  await notified.raise(200)
  await notified.settled()
  expect(mailbox.messages).toHaveLength(200)
})

test('a retry is not a repeat', async () => {
  mailbox.behaviour = { content: 451 }
  expect(await at(0, 1)).toBe(0)
  mailbox.behaviour = 'accepts'
  expect(await at(31, 0)).toBe(1)
})

test('gaps are deleted after a week', async () => {
  const dayMs = 86_400_000
  await at(0, 1, { topic: 'old' })
  await at(2 * 86_400, 1, { topic: 'young' })
  world.clock.hold(new Date(begins + 8 * dayMs))
  await deleteOldGaps(world.ctx)
  const { rows } = await world.superuser.query(
    'select topic from notification_gaps where device_number = $1',
    [notified.deviceNumber],
  )
  expect(rows).toEqual([{ topic: 'young' }])
})

test('a storm of urgent alerts of one account delays neither urgent nor other alerts of another', async () => {
  const storm = 400
  await notified.raise(storm, { severity: 'critical' })
  const quiet = await world.make.account()
  const raised = (severity: 'info' | 'critical', address: string) =>
    world.make
      .device(quiet)
      .then(({ id }) => makeNotifiedDevice(world, quiet, { deviceId: id, address }))
      .then((device) => device.raise(1, { severity }))
  await raised('critical', 'sos@example.com')
  await raised('info', 'info@example.com')
  await notified.settled(60_000)
  const position = (address: string) => mailbox.messages.findIndex(({ raw }) => raw.includes(address))
  await expect.poll(() => position('info@example.com')).toBeGreaterThan(-1)
  expect(mailbox.messages).toHaveLength(storm + 2)
  expect(position('sos@example.com')).toBeLessThan(storm / 2)
  expect(position('info@example.com')).toBeLessThan(storm / 2)
})
