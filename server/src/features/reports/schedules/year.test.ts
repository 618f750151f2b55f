import { afterAll, beforeAll, expect, test } from 'vitest'
import { killable } from '../../../../test/killable.ts'
import type { Mailbox } from '../../../../test/mailbox.ts'
import { openMailbox } from '../../../../test/mailbox.ts'
import { dailySummary, makeVerifiedContact, passOnce } from '../../../../test/scheduled.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { createMailSender } from '../../notifications/mail.api.ts'
import { dueOn } from './occurrence.ts'

// A year of days with two changes of the clock. Every day the worker dies at another point, and another one continues.

const zone = 'Europe/Madrid'
const time = '02:30'
const days = 366

let world: World
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await world.close()
  await mailbox.close()
})

interface SentEmail {
  id: string
  address: string
  state: string
  unknown: number
}

const emailsOf = async (accountId: number, day: string): Promise<SentEmail[]> =>
  (
    await world.superuser.query(
      `select e.id, e.address, e.state, e.unknown from report_emails e
       join report_schedule_runs r on r.account_id = e.account_id and r.number = e.run_number
       where r.account_id = $1 and r.occurs_on = $2 order by e.address`,
      [accountId, day],
    )
  ).rows

test('one e-mail per recipient and day, whenever the worker dies', { timeout: 600_000 }, async () => {
  const { ctx, clock } = world
  clock.hold('2026-01-01T12:00:00Z')
  const account = await world.make.account({ timeZone: zone })
  await world.make.device(account)
  const recipients = [await makeVerifiedContact(world, account), await makeVerifiedContact(world, account)]
  const body = dailySummary(
    recipients.map(({ id }) => id),
    { time },
  )
  expect((await world.call('POST', '/api/reportSchedules', { token: account.token, body })).status).toBe(201)
  const mailer = createMailSender(ctx)!

  const points = new Set<number>()
  let pointsOfADay = 0
  let copies = 0
  let unknown = 0
  for (let index = 0; index < days; index += 1) {
    const day = Temporal.PlainDate.from('2026-01-02').add({ days: index }).toString()
    const dueMs = dueOn({ rhythm: { every: 'daily' }, time }, zone, day)!.getTime()
    mailbox.messages.length = 0

    // A minute before nothing is due.
    clock.hold(new Date(dueMs - 60_000))
    await passOnce(ctx, ctx, mailer)
    expect([day, mailbox.messages.length]).toEqual([day, 0])

    clock.hold(new Date(dueMs))
    // Nothing happens to it on the first day, and at each point on others.
    const dying = killable(ctx, index === 0 ? 0 : (index % pointsOfADay) + 1)
    await passOnce(dying.ctx, ctx, mailer).catch(() => {})
    if (index === 0) pointsOfADay = dying.points()
    if (dying.isDead()) points.add(dying.points())
    // Others continue at once, and after leases and retries have ended.
    for (const laterSeconds of [1, 70, 140, 210]) {
      clock.hold(new Date(dueMs + laterSeconds * 1_000))
      await passOnce(ctx, ctx, mailer)
    }

    const emails = await emailsOf(account.accountId, day)
    expect([day, emails.map(({ state }) => state)]).toEqual([day, ['sent', 'sent']])
    expect(emails.map(({ address }) => address)).toEqual(recipients.map(({ address }) => address).sort())
    for (const email of emails) {
      const received = mailbox.messages.filter(
        ({ to, raw }) => to === email.address && raw.includes(email.id),
      )
      expect([day, received.length >= 1 && received.length <= 1 + email.unknown]).toEqual([day, true])
      copies += received.length - 1
      unknown += email.unknown
    }
    // Nothing but these.
    expect(mailbox.messages.every(({ raw }) => emails.some(({ id }) => raw.includes(id)))).toBe(true)
    expect(mailbox.messages.length).toBeLessThanOrEqual(2 + unknown)
  }
  await mailer.stop()
  clock.release()
  process.stdout.write(
    `${days} days, killed at ${points.size} of ${pointsOfADay} points, ${unknown} unknown attempts, ${copies} second copies\n`,
  )
  expect(points.size).toBe(pointsOfADay)
  // Some died between sending and recording it.
  expect(copies).toBeGreaterThan(0)
})
