// Chapter 4. An alert becomes a letter: one, to somebody who wants it, and no more than the device's limit allows.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNotifications } from '../src/features/notifications/worker.api.ts'
import type { Mailbox } from '../test/mailbox.ts'
import { openMailbox } from '../test/mailbox.ts'
import { makeTelling } from '../test/telling.ts'
import type { World } from '../test/world.ts'
import { openWorld } from '../test/world.ts'

let world: World
let mailbox: Mailbox
let notifier: { stop(): Promise<void> }

beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_MAIL_FROM: 'alerts@rastro.example' })
  notifier = await startNotifications(world.ctx)
})
afterAll(async () => {
  await notifier.stop()
  await world.close()
  await mailbox.close()
})

test('a letter goes out, and then the limit is reached', async () => {
  const owner = await world.make.account({ timeZone: 'Europe/Madrid' })
  const call = (method: string, path: string, body?: unknown) =>
    world.call(method, path, { token: owner.token, body })

  // The owner names somebody to tell. Nothing is sent there before whoever reads it has said so, by a code.
  const address = 'ana@example.com'
  const contact = (await call('POST', '/api/contacts', { name: 'Ana', channel: 'email', address })).body
  expect(contact.verified).toBe(false)
  await call('POST', `/api/contacts/${contact.id}/verification`)
  await expect.poll(() => mailbox.letters.length).toBe(1)
  const code = /(\d{6}) is your code/.exec(mailbox.letters[0]!.raw)?.[1]
  const confirmed = await call('POST', `/api/contacts/${contact.id}/verification/confirm`, { code })
  expect(confirmed.body.verified).toBe(true)

  // A device of theirs may cause two e-mails a day.
  const device = await world.make.device(owner, { name: 'Sled 1', limits: { dailyEmailLimit: 2 } })
  const telling = await makeTelling(world, owner, { deviceId: device.id, address })

  // An alert is kept, and in the same transaction one row for each contact to tell. A notifier takes it, spends a unit
  // of the device's day on it, and hands it to the mail server.
  await telling.raise(1, { name: 'Left the camp', severity: 'critical', place: [-77.8419, 166.6863] })
  await telling.settled()
  const letter = mailbox.letters[1]!
  expect(letter.to).toBe(address)
  expect(letter.raw).toContain('Critical: Left the camp')
  expect(letter.raw).toContain('-77.84190, 166.68630')
  const usage = async () => (await call('GET', `/api/devices/${device.id}`)).body.device.usage
  expect((await usage()).emailsSent).toBe(1)

  // Three more things happen. One more letter leaves; the others are held, and anybody may see why.
  await telling.raise(3, { name: 'Low battery' })
  await telling.settled()
  expect(mailbox.letters).toHaveLength(3)
  expect((await usage()).emailsSent).toBe(2)
  const { notifications } = (await call('GET', `/api/devices/${device.id}/notifications?state=held`)).body
  expect(notifications).toHaveLength(2)
  expect(notifications[0]).toMatchObject({
    alertName: 'Low battery',
    to: address,
    reason: 'daily_email_limit',
    attempts: [],
  })

  // A higher limit acts at once, on what happens from now on.
  await call('PATCH', `/api/devices/${device.id}/limits`, { dailyEmailLimit: 3 })
  await telling.raise(1, { name: 'Back in the camp' })
  await telling.settled()
  expect(mailbox.letters.at(-1)!.raw).toContain('Back in the camp')
  expect((await usage()).emailsSent).toBe(3)
})
