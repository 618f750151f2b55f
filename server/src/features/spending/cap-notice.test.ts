import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allow, makeCapped, startPlatform } from '../../../test/capped.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startNotifications } from '../notifications/worker.api.ts'
import { publishCapNotices } from './cap-notice.ts'

let world: World
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
const lines: string[] = []
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld(
    { RASTRO_SMTP_URL: mailbox.url, RASTRO_MAIL_FROM: 'alerts@rastro.example', RASTRO_LOG_LEVEL: 'warn' },
    { logTo: { write: (line) => lines.push(line) } },
  )
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})
beforeEach(() => startPlatform(world, {}))

const query = async (text: string, values: unknown[] = []) => (await world.superuser.query(text, values)).rows
const eventsOf = ({ accountId }: MadeAccount) =>
  query(
    `select type, data->>'used' as used, data->>'cap' as cap, data->>'kind' as kind, data->>'period' as period
     from outbox where account_id = $1 and type like 'notification.cap%' order by number`,
    [accountId],
  )
const mailsOf = ({ accountId }: MadeAccount) =>
  query(`select user_id from identity_mails where account_id = $1 and kind = 'spending-cap'`, [accountId])

test('80 % and the end of a cap are reported once, with an event and an e-mail to those who manage the account', async () => {
  const { account, notified } = await makeCapped(world, { caps: { emailsPerDay: 20 } })
  await query('update users set email_verified_at = now() where account_id = $1', [account.accountId])
  await notified.raise(15)
  await notified.settled()
  await publishCapNotices(world.ctx)
  expect(await eventsOf(account)).toEqual([])

  await notified.raise(1)
  await notified.settled()
  await Promise.all([publishCapNotices(world.ctx), publishCapNotices(world.ctx)])
  const warned = { type: 'notification.cap_warned', used: '16', cap: '20', kind: 'email', period: 'day' }
  expect(await eventsOf(account)).toEqual([warned])
  expect(await mailsOf(account)).toEqual([{ user_id: account.ownerId }])

  await notified.raise(2)
  await notified.settled()
  await publishCapNotices(world.ctx)
  expect(await eventsOf(account)).toHaveLength(1)
  await notified.raise(9)
  await notified.settled()
  await notified.raise(5, { severity: 'critical' })
  await notified.settled()
  await publishCapNotices(world.ctx)
  const reached = { ...warned, type: 'notification.cap_reached', used: '18' }
  expect(await eventsOf(account)).toEqual([warned, reached])
  expect(await mailsOf(account)).toHaveLength(2)

  // A changed cap is another cap.
  await allow(world, account, { emailsPerDay: 25 })
  await notified.raise(1)
  await notified.settled()
  await publishCapNotices(world.ctx)
  expect(await eventsOf(account)).toHaveLength(3)
})

test('a cap of the platform is reported in the log, once', async () => {
  await startPlatform(world, { emailsPerDay: 20 })
  const { notified } = await makeCapped(world)
  await notified.raise(25)
  await expect
    .poll(async () => (await notified.states())['suppressed platform_cap'], { timeout: 10_000 })
    .toBe(7)
  await Promise.all([publishCapNotices(world.ctx), publishCapNotices(world.ctx)])
  const logged = lines.filter((line) => line.includes('platform cap'))
  expect(logged).toHaveLength(2)
  expect(logged.join()).toContain('platform cap nearly reached')
  expect(logged.join()).toContain('platform cap reached')
})
