import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createAccount } from './account.api.ts'
import { reopenAccount } from './status.api.ts'
import { advanceTrials, changeTrial, nextTrialStep } from './trial.api.ts'

const dayMs = 86_400_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.clock.release())
afterAll(() => world.close())

async function stateOf({ accountId }: MadeAccount) {
  const { rows } = await world.superuser.query(
    `select a.status, d.status as listed, a.trial_ends_at is not null as "isTrial",
       array(select kind from identity_mails m where m.account_id = a.account_id order by number) as mails
     from accounts a join directory_accounts d using (account_id) where a.account_id = $1`,
    [accountId],
  )
  return rows[0]
}

/** Several notifiers at once. */
const advance = () => Promise.all([1, 2, 3, 4].map(() => advanceTrials(world.ctx)))

test('the steps of a trial are 7 days and 1 day before its end, and the end', () => {
  const end = new Date('2026-12-31T12:00:00Z')
  const step = (after: string) => nextTrialStep(end, new Date(after)).toISOString()
  expect(step('2026-12-01T00:00:00Z')).toBe('2026-12-24T12:00:00.000Z')
  expect(step('2026-12-24T12:00:00Z')).toBe('2026-12-30T12:00:00.000Z')
  expect(step('2026-12-30T12:00:00Z')).toBe('2026-12-31T12:00:00.000Z')
})

test('a trial mails twice, once each, and then suspends the account', async () => {
  const account = await world.make.account()
  await changeTrial(world.ctx, account.accountId, new Date(Date.now() + 30 * dayMs))
  const after = async (days: number) => {
    world.clock.offsetMs = days * dayMs
    await advance()
    await advance()
    return stateOf(account)
  }
  expect(await after(22)).toMatchObject({ status: 'active', mails: [] })
  expect(await after(23.1)).toMatchObject({ status: 'active', mails: ['trial-ending'] })
  expect(await after(29.1)).toMatchObject({ status: 'active', mails: ['trial-ending', 'trial-ending'] })
  expect(await after(30.1)).toMatchObject({
    status: 'suspended',
    listed: 'suspended',
    mails: ['trial-ending', 'trial-ending', 'account-status'],
  })
})

test('a notifier that was away sends one e-mail, not all of them', async () => {
  const account = await world.make.account()
  await changeTrial(world.ctx, account.accountId, new Date(Date.now() + 30 * dayMs))
  world.clock.offsetMs = 29.5 * dayMs
  await advance()
  expect(await stateOf(account)).toMatchObject({ status: 'active', mails: ['trial-ending'] })
})

test('reopening after the trial makes a customer: nothing is suspended again', async () => {
  const account = await world.make.account()
  await changeTrial(world.ctx, account.accountId, new Date(Date.now() + 8 * dayMs))
  world.clock.offsetMs = 9 * dayMs
  await advance()
  expect(await stateOf(account)).toMatchObject({ status: 'suspended' })
  await reopenAccount(world.ctx, account.accountId, { reason: 'Paid.', author: 'Ana' })
  world.clock.offsetMs = 90 * dayMs
  await advance()
  expect(await stateOf(account)).toMatchObject({ status: 'active', isTrial: false })
})

test('ending a trial early, and an end in the past', async () => {
  const account = await world.make.account()
  await changeTrial(world.ctx, account.accountId, new Date(Date.now() + 8 * dayMs))
  await changeTrial(world.ctx, account.accountId, null)
  world.clock.offsetMs = 9 * dayMs
  await advance()
  expect(await stateOf(account)).toMatchObject({ status: 'active', isTrial: false, mails: [] })
  await expect(changeTrial(world.ctx, account.accountId, new Date(0))).rejects.toThrow('in the past')
})

test('an account that fails does not stop the others', async () => {
  const [moving, other] = [await world.make.account(), await world.make.account()]
  await changeTrial(world.ctx, moving.accountId, new Date(Date.now() + 8 * dayMs))
  await changeTrial(world.ctx, other.accountId, new Date(Date.now() + 9 * dayMs))
  await world.superuser.query(`insert into moves (account_id, state, cell) values ($1, 'frozen', 2)`, [
    moving.accountId,
  ])
  world.clock.offsetMs = 10 * dayMs
  await advance()
  expect(await stateOf(moving)).toMatchObject({ status: 'active' })
  expect(await stateOf(other)).toMatchObject({ status: 'suspended' })
  await world.superuser.query('delete from moves')
})

test('the end of a trial lifts its caps, also if the settings have changed meanwhile', async () => {
  const trialEndsAt = new Date(Date.now() + 8 * dayMs)
  const wanted = { name: 'Trial', timeZone: 'UTC', licenses: 1, trialEndsAt }
  const capsOf = async (accountId: number) =>
    (
      await world.superuser.query(
        'select max_email_day::int as email, max_sms_day::int as sms from spending_caps where account_id = $1',
        [accountId],
      )
    ).rows[0]
  const make = async (number: number) =>
    (
      await createAccount(world.ctx, {
        ...wanted,
        owner: {
          userName: `trial-${number}@example.com`,
          name: 'T',
          email: `trial-${number}@example.com`,
          country: 'ES',
          passwordHash: 'none',
        },
      })
    ).accountId
  const { accounts } = world.ctx.config
  const [trial, changed] = [await make(1), await make(2)]
  expect(await capsOf(trial)).toEqual({ email: accounts.trialEmailsPerDay, sms: accounts.trialSmsPerDay })
  // As `rastro caps account` does.
  await world.superuser.query(
    'update spending_caps set max_sms_day = 77, trial_sms_day = null where account_id = $1',
    [changed],
  )
  const later = {
    ...world.ctx,
    config: { ...world.ctx.config, accounts: { ...accounts, trialEmailsPerDay: 5, trialSmsPerDay: 5 } },
  }
  for (const accountId of [trial, changed]) await changeTrial(later, accountId, null)
  expect(await capsOf(trial)).toEqual({ email: null, sms: null })
  expect(await capsOf(changed)).toEqual({ email: null, sms: 77 })
})
