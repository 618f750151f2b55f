import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
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
