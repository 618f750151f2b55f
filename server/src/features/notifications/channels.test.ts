import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import type { SmsCentre } from '../../../test/sms-centre.ts'
import { openSmsCentre } from '../../../test/sms-centre.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startNotifications } from './worker.api.ts'

let world: World
let mailbox: Mailbox
let centre: SmsCentre
beforeAll(async () => {
  mailbox = await openMailbox()
  centre = await openSmsCentre()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'alerts@rastro.example',
    RASTRO_SMPP_URL: centre.url,
    RASTRO_NOTIFICATION_TIMEOUT_SECONDS: '2',
  })
})
afterAll(async () => {
  await world.close()
  await mailbox.close()
  await centre.close()
})

test('a hanging mail server does not delay SMS, and nothing is lost', async () => {
  mailbox.behaviour = 'is silent'
  const worker = await startNotifications(world.ctx)
  const account = await world.make.account()
  const device = await world.make.device(account)
  const mail = await makeNotifiedDevice(world, account, { deviceId: device.id })
  const sms = await makeNotifiedDevice(world, account, { deviceId: device.id, channel: 'sms' })
  await mail.raise(30)
  await expect.poll(async () => (await mail.states()).sending).toBe(8)
  await sms.raise(10)
  const began = Date.now()
  await expect.poll(() => centre.messages.length).toBe(10)
  expect(Date.now() - began).toBeLessThan(5_000)
  mailbox.behaviour = 'accepts'
  world.clock.offsetMs = 31_000
  await mail.settled(30_000)
  // Temporarily refused messages are sent later.
  world.clock.offsetMs = 62_000
  await mail.settled(30_000)
  expect(mailbox.messages).toHaveLength(30)
  expect(await mail.states()).toEqual({ sent: 40 })
  await worker.stop()
})
