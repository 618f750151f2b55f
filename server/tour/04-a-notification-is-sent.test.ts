// Chapter 4. An alert is sent as an e-mail to a verified contact, within the daily limit of the device.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNotifications } from '../src/features/notifications/worker.api.ts'
import type { Mailbox } from '../test/mailbox.ts'
import { openMailbox } from '../test/mailbox.ts'
import { makeNotifiedDevice } from '../test/notified-device.ts'
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

test('sends e-mails until the daily limit of the device is reached', async () => {
  const owner = await world.make.account({ timeZone: 'Europe/Madrid' })
  const call = (method: string, path: string, body?: unknown) =>
    world.call(method, path, { token: owner.token, body })

  // The owner adds a contact. Nothing is sent to it until its reader has confirmed the address with a code.
  const address = 'ana@example.com'
  const contact = (await call('POST', '/api/contacts', { name: 'Ana', channel: 'email', address })).body
  expect(contact.verified).toBe(false)
  await call('POST', `/api/contacts/${contact.id}/verification`)
  await expect.poll(() => mailbox.messages.length).toBe(1)
  const code = /(\d{6}) is your code/.exec(mailbox.messages[0]!.raw)?.[1]
  const confirmed = await call('POST', `/api/contacts/${contact.id}/verification/confirm`, { code })
  expect(confirmed.body.verified).toBe(true)

  // The device may cause two e-mails a day.
  const device = await world.make.device(owner, { name: 'Sled 1', limits: { dailyEmailLimit: 2 } })
  const notified = await makeNotifiedDevice(world, owner, { deviceId: device.id, address })

  // The alert and one outgoing notification per contact are stored in one transaction. The notifier picks the
  // notification up, counts it against the device's daily limit, and hands it to the mail server.
  await notified.raise(1, { name: 'Left the camp', severity: 'critical', coordinates: [-77.8419, 166.6863] })
  await notified.settled()
  const email = mailbox.messages[1]!
  expect(email.to).toBe(address)
  expect(email.raw).toContain('Critical: Left the camp')
  expect(email.raw).toContain('-77.84190, 166.68630')
  const usage = async () => (await call('GET', `/api/devices/${device.id}`)).body.device.usage
  expect((await usage()).emailsSent).toBe(1)

  // Three more alerts are raised. One more e-mail is sent; the other two are suppressed, and list the reason.
  await notified.raise(3, { name: 'Low battery' })
  await notified.settled()
  expect(mailbox.messages).toHaveLength(3)
  expect((await usage()).emailsSent).toBe(2)
  const { notifications } = (await call('GET', `/api/devices/${device.id}/notifications?state=suppressed`))
    .body
  expect(notifications).toHaveLength(2)
  expect(notifications[0]).toMatchObject({
    alertName: 'Low battery',
    to: address,
    reason: 'daily_email_limit',
    attempts: [],
  })

  // A raised limit applies to later alerts at once.
  await call('PATCH', `/api/devices/${device.id}/limits`, { dailyEmailLimit: 3 })
  await notified.raise(1, { name: 'Back in the camp' })
  await notified.settled()
  expect(mailbox.messages.at(-1)!.raw).toContain('Back in the camp')
  expect((await usage()).emailsSent).toBe(3)
})
