import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCapped, startPlatform } from '../../../test/capped.ts'
import { days } from '../../../test/days.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startNotifications } from '../notifications/worker.api.ts'

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

// All alerts are critical, so that a cap of two lets two leave.
test.each(days)(
  'caps of account and platform reset on $description ($zone, $date)',
  async ({ zone, beginsAt }) => {
    world.clock.release()
    await startPlatform(world, {})
    const { notified } = await makeCapped(world, { timeZone: zone, caps: { emailsPerDay: 2 } })
    const begins = new Date(beginsAt).getTime()
    const at = async (ms: number) => {
      world.clock.hold(new Date(ms))
      await notified.raise(2, { severity: 'critical' })
      await notified.settled()
      return (await notified.states()).sent
    }
    expect(await at(begins - 22 * hourMs)).toBe(2)
    expect(await at(begins - 1)).toBe(2)
    expect(await at(begins)).toBe(4)
    expect(await at(begins + hourMs)).toBe(4)
    expect(await at(begins + 22 * hourMs)).toBe(4)
  },
)

test.each(days)(
  'a budget lease ends with the day of the platform: $description ($zone, $date)',
  async ({ zone, beginsAt }) => {
    world.clock.release()
    const { notified } = await makeCapped(world)
    await startPlatform(world, { emailsPerDay: 100_000, timeZone: zone })
    const begins = new Date(beginsAt).getTime()
    const countedAt = async (ms: number) => {
      world.clock.hold(new Date(ms))
      await notified.raise(1)
      await notified.settled()
      const { rows } = await world.superuser.query(
        `select count(*)::int as days from platform_spending where period = 'day'`,
      )
      return rows[0].days
    }
    expect(await countedAt(begins - 2)).toBe(1)
    expect(await countedAt(begins - 1)).toBe(1)
    expect(await countedAt(begins)).toBe(2)
    expect(await countedAt(begins + hourMs)).toBe(2)
  },
)

test('a month ends with its last day', async () => {
  world.clock.release()
  await startPlatform(world, {})
  const { notified } = await makeCapped(world, { timeZone: 'Europe/Madrid', caps: { emailsPerMonth: 2 } })
  const at = async (instant: string) => {
    world.clock.hold(instant)
    await notified.raise(2, { severity: 'critical' })
    await notified.settled()
    return (await notified.states()).sent
  }
  expect(await at('2026-10-02T10:00:00Z')).toBe(2)
  expect(await at('2026-10-31T22:59:59.999Z')).toBe(2)
  expect(await at('2026-10-31T23:00:00Z')).toBe(4)
})
