import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { suspend } from '../../../../test/account-life.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import { makeVerifiedContact } from '../../../../test/scheduled.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { findStuckSchedules } from './stuck.api.ts'

let world: World
let account: MadeAccount
let schedule: { id: string }
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(() => world.superuser.query('delete from report_schedules'))

async function make() {
  account = await world.make.account()
  const contact = await makeVerifiedContact(world, account)
  schedule = await world.make.reportSchedule(account, [contact.id])
}
const set = (change: string) =>
  world.superuser.query(`update report_schedules set ${change} where id = $1`, [schedule.id])
const find = () => findStuckSchedules(world.ctx)

/** The state of the run, and of its e-mails. */
async function addRun(daysAgo: number, state: string, emails: string[] = []) {
  const { rows } = await world.superuser.query(
    `insert into report_schedule_runs (account_id, id, schedule_number, occurs_on, period_from, period_to, state, reason,
       check_at, started_at)
     select account_id, 'rsr_' || lpad($2::text, 22, '0'), number, current_date - $2::int, current_date, current_date, $3::text,
       case when $3::text = 'failed' then 'no_recipients' end, now(), now()
     from report_schedules where id = $1 returning account_id, number`,
    [schedule.id, daysAgo, state],
  )
  for (const [index, email] of emails.entries()) {
    await world.superuser.query(
      `insert into report_emails (account_id, id, run_number, address, state, reason, due_at, created_at)
       values ($1, 'rem_' || lpad(($2::int * 10 + $4::int)::text, 22, '0'), $5, 'a' || $4 || '@example.com', $3::text,
         case when $3::text = 'failed' then '550 no such mailbox' end, now(), now())`,
      [rows[0].account_id, daysAgo, email, index, rows[0].number],
    )
  }
}

test('a schedule that is due for long is late, whatever postponed it', async () => {
  await make()
  expect(await find()).toEqual({ late: 0, oldestOn: null, failing: [] })
  await set(`next_due_at = now() - interval '14 minutes'`)
  expect((await find()).late).toBe(0)
  await set(`next_due_at = now() - interval '16 minutes'`)
  expect((await find()).late).toBe(1)
  // Its instant is computed again.
  await set(`next_due_at = to_timestamp(0)`)
  expect((await find()).late).toBe(0)
  await set(`next_due_at = now() + interval '1 minute', next_on = current_date - 4`)
  expect(await find()).toMatchObject({ late: 1, oldestOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  await suspend(world, account.accountId, { reason: 'Unpaid.', author: 'Ana' })
  expect((await find()).late).toBe(0)
})

test('one whose last three runs sent nothing is failing', async () => {
  await make()
  await addRun(5, 'sending', ['sent'])
  await addRun(4, 'failed')
  await addRun(3, 'sending', ['failed', 'failed'])
  expect((await find()).failing).toEqual([])
  await addRun(2, 'sending', ['failed', 'suppressed'])
  const { failing } = await find()
  expect(failing).toMatchObject([{ schedule: schedule.id, reason: '550 no such mailbox' }])
  expect(failing[0]!.account).toMatch(/^acc_/)
  await addRun(1, 'sending', ['failed', 'waiting'])
  expect((await find()).failing).toEqual([])
})

test('an empty report, or a paused schedule, is no failure', async () => {
  await make()
  for (const daysAgo of [3, 2, 1]) await addRun(daysAgo, 'failed')
  expect((await find()).failing).toHaveLength(1)
  await set('enabled = false, next_on = null, next_due_at = null')
  expect((await find()).failing).toEqual([])
  await make()
  for (const daysAgo of [13, 12, 11]) await addRun(daysAgo, 'empty')
  expect((await find()).failing).toEqual([])
})
