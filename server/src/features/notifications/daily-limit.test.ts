import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isFullLane } from '../../../../scripts/lane.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { NotifiedDevice } from '../../../test/notified-device.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { SmsCentre } from '../../../test/sms-centre.ts'
import { openSmsCentre } from '../../../test/sms-centre.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

// Several notifier processes against a mail server and an SMS centre that count accepted messages.

const timeout = 180_000
const alerts = isFullLane ? 2_000 : 500

let world: World
let account: MadeAccount
let mailbox: Mailbox
let centre: SmsCentre
let notifiers: ServerProcess[]
beforeAll(async () => {
  mailbox = await openMailbox()
  centre = await openSmsCentre()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'alerts@rastro.example',
    RASTRO_SMPP_URL: centre.url,
    RASTRO_NOTIFICATION_LEASE_SECONDS: '3',
  })
  account = await world.make.account({ licenses: 100 })
})
afterAll(async () => {
  await world.close()
  await mailbox.close()
  await centre.close()
})
beforeEach(async () => {
  mailbox.messages.length = 0
  centre.messages.length = 0
  notifiers = await Promise.all([1, 2, 3, 4].map(() => spawnServer(world.env, ['notifier'])))
})
afterEach(async () => {
  mailbox.slowMs = 0
  centre.slowMs = 0
  await Promise.all(notifiers.filter((one) => one.isRunning()).map((one) => one.stop()))
})

const channels = [
  { channel: 'email', limit: 'dailyEmailLimit', reason: 'suppressed daily_email_limit' },
  { channel: 'sms', limit: 'dailySmsLimit', reason: 'suppressed daily_sms_limit' },
] as const
const arrived = (channel: 'email' | 'sms') =>
  channel === 'email' ? mailbox.messages.length : centre.messages.length

async function notifiedWith(by: (typeof channels)[number], limit: number): Promise<NotifiedDevice> {
  const device = await world.make.device(account, { limits: { [by.limit]: limit } })
  return makeNotifiedDevice(world, account, { deviceId: device.id, channel: by.channel })
}
const patch = (notified: NotifiedDevice, limits: object) =>
  world.call('PATCH', `/api/devices/${notified.deviceId}/limits`, { token: account.token, body: limits })

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

// One channel in `.ci/run`: both share the statement that counts.
describe.each(isFullLane ? channels : channels.slice(0, 1))(
  `${alerts} alerts of one device by $channel with a limit of 50:`,
  (by) => {
    const { channel, reason } = by

    test('four processes send exactly 50, and the others record the reason', {
      timeout,
    }, async () => {
      const notified = await notifiedWith(by, 50)
      await notified.raise(alerts)
      await notified.settled(120_000)
      expect(arrived(channel)).toBe(50)
      expect(await notified.units()).toEqual({ [channel]: 50 })
      expect(await notified.states()).toEqual({ sent: 50, [reason]: alerts - 50 })

      await patch(notified, { [by.limit]: 60 })
      await notified.raise(100)
      await notified.settled()
      expect(arrived(channel)).toBe(60)
      expect(await notified.states()).toEqual({ sent: 60, [reason]: alerts + 40 })

      await patch(notified, { [by.limit]: 0 })
      await notified.raise(20)
      await notified.settled()
      expect(arrived(channel)).toBe(60)

      await patch(notified, { [by.limit]: null })
      await notified.raise(100)
      await notified.settled()
      expect(arrived(channel)).toBe(160)
      expect(await notified.units()).toEqual({ [channel]: 160 })
    })

    test('never more than 50 are sent if two of four processes are killed', {
      timeout,
    }, async () => {
      // So slow that no process sends many before the others have started.
      mailbox.slowMs = 300
      centre.slowMs = 300
      const notified = await notifiedWith(by, 50)
      await notified.raise(alerts)
      await until(() => arrived(channel) >= 20)
      await Promise.all(notifiers.slice(0, 2).map((one) => one.kill()))
      await notified.settled(120_000)
      const { unknown = 0, accepted = 0, ...others } = await notified.attempts()
      expect(others).toEqual({})
      expect(unknown).toBeGreaterThan(0)
      expect(unknown + accepted).toBe(50)
      expect(await notified.units()).toEqual({ [channel]: 50 })
      expect(arrived(channel)).toBeLessThanOrEqual(50)
      expect(arrived(channel)).toBeGreaterThanOrEqual(50 - unknown)
      // The API shows each attempt.
      const { body } = await world.call('GET', `/api/devices/${notified.deviceId}/notifications`, {
        token: account.token,
      })
      const shown = body.notifications.flatMap((one: { attempts: { outcome: string }[] }) => one.attempts)
      expect(shown.filter((one: { outcome: string }) => one.outcome === 'unknown')).toHaveLength(unknown)
    })
  },
)
