import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { SmsCentre } from '../../../test/sms-centre.ts'
import { openSmsCentre } from '../../../test/sms-centre.ts'
import type { Telling } from '../../../test/telling.ts'
import { makeTelling } from '../../../test/telling.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

// Several notifiers, each a process of its own, against a mail server and an SMS centre that count what they took.

const timeout = 180_000

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
  mailbox.letters.length = 0
  centre.messages.length = 0
  notifiers = await Promise.all([1, 2, 3, 4].map(() => spawnServer(world.env, ['notifier'])))
})
afterEach(async () => {
  mailbox.slowMs = 0
  centre.slowMs = 0
  await Promise.all(notifiers.filter((one) => one.isRunning()).map((one) => one.stop()))
})

const ways = [
  { channel: 'email', limit: 'dailyEmailLimit', reason: 'suppressed daily_email_limit' },
  { channel: 'sms', limit: 'dailySmsLimit', reason: 'suppressed daily_sms_limit' },
] as const
const arrived = (channel: 'email' | 'sms') =>
  channel === 'email' ? mailbox.letters.length : centre.messages.length

async function tellingWith(way: (typeof ways)[number], limit: number): Promise<Telling> {
  const device = await world.make.device(account, { limits: { [way.limit]: limit } })
  return makeTelling(world, account, { deviceId: device.id, channel: way.channel })
}
const patch = (telling: Telling, limits: object) =>
  world.call('PATCH', `/api/devices/${telling.deviceId}/limits`, { token: account.token, body: limits })

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe.each(ways)('of 2,000 alerts of one device at once, by $channel and a limit of 50,', (way) => {
  const { channel, reason } = way

  test('exactly 50 leave from four processes, and each of the others says why not', { timeout }, async () => {
    const telling = await tellingWith(way, 50)
    await telling.raise(2_000)
    await telling.settled(120_000)
    expect(arrived(channel)).toBe(50)
    expect(await telling.units()).toEqual({ [channel]: 50 })
    expect(await telling.states()).toEqual({ sent: 50, [reason]: 1_950 })

    await patch(telling, { [way.limit]: 60 })
    await telling.raise(100)
    await telling.settled()
    expect(arrived(channel)).toBe(60)
    expect(await telling.states()).toEqual({ sent: 60, [reason]: 2_040 })

    await patch(telling, { [way.limit]: 0 })
    await telling.raise(20)
    await telling.settled()
    expect(arrived(channel)).toBe(60)

    await patch(telling, { [way.limit]: null })
    await telling.raise(100)
    await telling.settled()
    expect(arrived(channel)).toBe(160)
    expect(await telling.units()).toEqual({ [channel]: 160 })
  })

  test('never more than 50 leave where two of four processes are killed meanwhile', { timeout }, async () => {
    // So slow that no process can take many waves before the others have joined.
    mailbox.slowMs = 300
    centre.slowMs = 300
    const telling = await tellingWith(way, 50)
    await telling.raise(2_000)
    await until(() => arrived(channel) >= 20)
    await Promise.all(notifiers.slice(0, 2).map((one) => one.kill()))
    await telling.settled(120_000)
    const { unknown = 0, accepted = 0, ...others } = await telling.attempts()
    expect(others).toEqual({})
    expect(unknown).toBeGreaterThan(0)
    expect(unknown + accepted).toBe(50)
    expect(await telling.units()).toEqual({ [channel]: 50 })
    expect(arrived(channel)).toBeLessThanOrEqual(50)
    expect(arrived(channel)).toBeGreaterThanOrEqual(50 - unknown)
    // Each of them is shown to whoever asks.
    const { body } = await world.call('GET', `/api/devices/${telling.deviceId}/notifications`, {
      token: account.token,
    })
    const shown = body.notifications.flatMap((one: { attempts: { outcome: string }[] }) => one.attempts)
    expect(shown.filter((one: { outcome: string }) => one.outcome === 'unknown')).toHaveLength(unknown)
  })
})
