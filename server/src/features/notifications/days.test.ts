import { afterAll, beforeAll, expect, test } from 'vitest'
import { days } from '../../../test/days.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startNotifications } from './worker.api.ts'

let world: World
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_MAIL_FROM: 'alerts@rastro.example' })
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})

const hourMs = 3_600_000

test.each(days)('the limit resets on $description ($zone, $date)', async ({ zone, date, beginsAt }) => {
  world.clock.release()
  const account = await world.make.account({ timeZone: zone })
  const device = await world.make.device(account, { limits: { dailyEmailLimit: 2 } })
  const notified = await makeNotifiedDevice(world, account, { deviceId: device.id })
  const begins = new Date(beginsAt).getTime()
  const at = async (ms: number) => {
    world.clock.hold(new Date(ms))
    await notified.raise(2)
    await notified.settled()
    return (await notified.states()).sent
  }

  // The previous day, even a short one, counts from its 22nd last hour to its last millisecond.
  expect(await at(begins - 22 * hourMs)).toBe(2)
  expect(await at(begins - 1)).toBe(2)
  // The new day starts at its first millisecond, also if its first hour repeats.
  expect(await at(begins)).toBe(4)
  expect(await at(begins + hourMs - 1)).toBe(4)
  expect(await at(begins + hourMs)).toBe(4)
  expect(await at(begins + 22 * hourMs)).toBe(4)
  const { rows } = await world.superuser.query(
    'select day::text, sent from daily_counts where account_id = $1 order by day',
    [account.accountId],
  )
  const eve = new Date(new Date(`${date}T00:00:00Z`).getTime() - 24 * hourMs).toISOString().slice(0, 10)
  expect(rows).toEqual([
    { day: eve, sent: 2 },
    { day: date, sent: 2 },
  ])
})
