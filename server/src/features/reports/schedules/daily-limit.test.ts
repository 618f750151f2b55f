import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../../../test/mailbox.ts'
import { openMailbox } from '../../../../test/mailbox.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import type { ServerProcess } from '../../../../test/processes.ts'
import { spawnServer } from '../../../../test/processes.ts'
import { dailySummary, makeVerifiedContact } from '../../../../test/scheduled.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { newId } from '../../../platform/crypto/ids.ts'
import { writeNext } from '../reporter.api.ts'
import { startAllDue } from './worker.api.ts'

// Four notifier processes against a mail server that counts accepted messages.

const timeout = 180_000
const emails = 200
const limit = 50

let world: World
let mailbox: Mailbox
let account: MadeAccount
let notifiers: ServerProcess[]
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_NOTIFICATION_LEASE_SECONDS: '3' })
})
afterAll(async () => {
  await world.close()
  await mailbox.close()
})
beforeEach(async () => {
  mailbox.messages.length = 0
  mailbox.slowMs = 0
  account = await world.make.account()
  await world.make.device(account)
  await world.call('PATCH', '/api/account/reportEmails', {
    token: account.token,
    body: { dailyReportEmailLimit: limit },
  })
  notifiers = await Promise.all([1, 2, 3, 4].map(() => spawnServer(world.env, ['notifier'])))
})
afterEach(async () => {
  await Promise.all(notifiers.filter((one) => one.isRunning()).map((one) => one.stop()))
})

/** A report that is written, with many e-mails that wait. */
async function queueEmails(): Promise<void> {
  const contact = await makeVerifiedContact(world, account)
  const body = dailySummary([contact.id])
  await world.call('POST', '/api/reportSchedules', { token: account.token, body })
  await world.superuser.query(
    `update report_schedules set next_on = current_date - 1, next_due_at = now() - interval '1 minute'
     where account_id = $1`,
    [account.accountId],
  )
  await startAllDue(world.ctx)
  while (await writeNext(world.ctx));
  await world.superuser.query(
    `with run as (
       update report_schedule_runs set state = 'sending', tested_by = $2 where account_id = $1 returning number)
     insert into report_emails (account_id, id, run_number, address, due_at, created_at)
     select $1, id, number, id || '@example.com', now(), now() from unnest($3::text[]) as id, run`,
    [account.accountId, account.ownerId, Array.from({ length: emails }, () => newId('rem'))],
  )
}

async function states(): Promise<Record<string, number>> {
  const { rows } = await world.superuser.query(
    `select concat_ws(' ', state, reason) as what, count(*)::int from report_emails where account_id = $1 group by 1`,
    [account.accountId],
  )
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
}
async function settled(): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await world.superuser.query(
            `select count(*)::int as count from report_emails
             where account_id = $1 and (state = 'sending' or state = 'waiting' and due_at <= now())`,
            [account.accountId],
          )
        ).rows[0].count,
      { timeout: 120_000, interval: 100 },
    )
    .toBe(0)
}
const used = async () =>
  (
    await world.superuser.query('select used from report_email_days where account_id = $1', [
      account.accountId,
    ])
  ).rows[0].used

test(`four processes send exactly ${limit} of ${emails}`, { timeout }, async () => {
  await queueEmails()
  await settled()
  expect(mailbox.messages).toHaveLength(limit)
  expect(await used()).toBe(limit)
  expect(await states()).toEqual({ sent: limit, 'waiting daily_report_limit': emails - limit })
})

test('never more if two of four are killed', { timeout }, async () => {
  mailbox.slowMs = 300
  await queueEmails()
  await expect.poll(() => mailbox.messages.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(15)
  await Promise.all(notifiers.slice(0, 2).map((one) => one.kill()))
  await settled()
  const { rows } = await world.superuser.query(
    'select sum(unknown)::int as unknown from report_emails where account_id = $1',
    [account.accountId],
  )
  const { unknown } = rows[0]
  expect(unknown).toBeGreaterThan(0)
  expect(await used()).toBe(limit)
  expect(mailbox.messages.length).toBeLessThanOrEqual(limit)
  expect((await states()).sent).toBe(limit - unknown)
})
