import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isFullLane } from '../../../../scripts/lane.ts'
import type { CappedAccount } from '../../../test/capped.ts'
import { makeCapped, platformSpent, startPlatform, unitsHeld } from '../../../test/capped.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { SmsCentre } from '../../../test/sms-centre.ts'
import { openSmsCentre } from '../../../test/sms-centre.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

// Four notifier processes against caps of accounts and of the platform, some of them killed while they send. The mail
// server and the SMS centre count what was sent.

const timeout = 600_000
const accounts = isFullLane ? 64 : 12
const leaseSeconds = isFullLane ? 60 : 3

let world: World
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
    RASTRO_SMS_PRICES: '*=0.05',
    RASTRO_NOTIFICATION_LEASE_SECONDS: '3',
    RASTRO_BUDGET_LEASE_SECONDS: String(leaseSeconds),
    // Many processes, and one PostgreSQL.
    RASTRO_DATABASE_POOL_SIZE: '4',
  })
})
afterAll(async () => {
  await world.close()
  await mailbox.close()
  await centre.close()
})
const spawn = () => spawnServer(world.env, ['notifier'])
beforeEach(async () => {
  mailbox.messages.length = 0
  mailbox.slowMs = 20
  centre.messages.length = 0
  centre.slowMs = 20
  notifiers = await Promise.all([1, 2, 3, 4].map(spawn))
})
afterEach(async () => {
  await Promise.all(notifiers.filter((one) => one.isRunning()).map((one) => one.stop()))
})

const pollUntil = (isSo: () => Promise<boolean>) =>
  expect.poll(isSo, { timeout: 240_000, interval: 200 }).toBe(true)
const count = async (text: string, values: unknown[] = []): Promise<number> =>
  Number((await world.superuser.query(text, values)).rows[0].count)

const isSettled = async () =>
  (await count(`select count(*) from notifications where state in ('waiting', 'sending')`)) === 0
/** Messages handed to the mail server, whatever became of them. */
const attempts = (accountId?: number, severity?: 'critical') =>
  count(
    `select count(*) from notification_attempts t
     join notifications n on n.account_id = t.account_id and n.number = t.notification_number
     where ($1::int is null or t.account_id = $1) and ($2::boolean is null or n.urgent = $2)`,
    [accountId, severity && true],
  )
const unknown = () => count(`select count(*) from notification_attempts where outcome = 'unknown'`)

/** Kills two processes while they send, and starts two others. */
async function killTwo(after: number): Promise<void> {
  await pollUntil(async () => mailbox.messages.length + centre.messages.length >= after)
  await Promise.all(notifiers.slice(0, 2).map((one) => one.kill()))
  notifiers.splice(0, 2, ...(await Promise.all([spawn(), spawn()])))
}

/** One after the other: the pool is small, and the machine busy. */
async function makeEach(given: Parameters<typeof makeCapped>[1][]): Promise<CappedAccount[]> {
  const made: CappedAccount[] = []
  for (const one of given) made.push(await makeCapped(world, one))
  return made
}

async function raiseAll(
  made: CappedAccount[],
  each: number,
  severity: 'warning' | 'critical',
): Promise<void> {
  for (const { notified } of made) await notified.raise(each, { severity })
}

async function restart(): Promise<void> {
  await world.superuser.query('truncate notifications, notification_attempts cascade')
}

test('every account sends exactly its cap, the last tenth for critical alerts, though processes are killed', {
  timeout,
}, async () => {
  await restart()
  await startPlatform(world, { emailsPerDay: 1_000_000 })
  const caps = Array.from({ length: accounts }, (_, index) => 5 + (index % 16))
  const made = await makeEach(caps.map((cap) => ({ caps: { emailsPerDay: cap } })))
  await raiseAll(made, 25, 'warning')
  await killTwo(accounts * 3)
  await pollUntil(isSettled)
  for (const [index, { account }] of made.entries()) {
    const ordinary = caps[index]! - Math.ceil(caps[index]! / 10)
    expect([index, await attempts(account.accountId)]).toEqual([index, ordinary])
  }
  await raiseAll(made, 4, 'critical')
  await pollUntil(isSettled)
  for (const [index, { account }] of made.entries())
    expect([index, await attempts(account.accountId)]).toEqual([index, caps[index]])
  const total = caps.reduce((sum, cap) => sum + cap, 0)
  expect(mailbox.messages.length).toBeLessThanOrEqual(total)
  expect(mailbox.messages.length).toBeGreaterThanOrEqual(total - (await unknown()))
})

test('all accounts together send exactly the cap of the platform, though processes are killed, and nothing is stranded', {
  timeout,
}, async () => {
  await restart()
  const cap = accounts * 20
  const ordinary = cap - Math.ceil(cap / 10)
  await startPlatform(world, { emailsPerDay: cap })
  const made = await makeEach(Array.from({ length: accounts }, () => ({})))
  // Some have little to send, and keep what they took of the budget.
  const [idle, busy] = [made.slice(0, accounts / 4), made.slice(accounts / 4)]
  await raiseAll(idle, 1, 'warning')
  await raiseAll(busy, 12, 'warning')
  await killTwo(accounts * 2)
  await pollUntil(isSettled)
  expect(await attempts()).toBeLessThanOrEqual(ordinary)

  // After a minute nothing is held: what the platform counts as spent was sent.
  await pollUntil(async () => {
    const { day } = await platformSpent(world)
    return (await unitsHeld(world)) === 0 && day?.emails === (await attempts())
  })

  await raiseAll(busy, 20, 'warning')
  await pollUntil(isSettled)
  expect(await attempts()).toBe(ordinary)
  await raiseAll(made, 4, 'critical')
  await pollUntil(isSettled)
  expect(await attempts()).toBe(cap)
  expect(await attempts(undefined, 'critical')).toBe(cap - ordinary)
  expect((await platformSpent(world)).day?.emails).toBe(cap)
  expect(mailbox.messages.length).toBeLessThanOrEqual(cap)
  expect(mailbox.messages.length).toBeGreaterThanOrEqual(cap - (await unknown()))
})

test('caps of money for SMS are exact on both levels at once, though processes are killed', {
  timeout,
}, async () => {
  await restart()
  const price = 50_000
  const cap = accounts * 8
  const ordinary = Math.floor(cap * 0.9)
  await startPlatform(world, { moneyPerDay: cap * price })
  const makeAll = (caps: object) =>
    makeEach(Array.from({ length: accounts / 2 }, () => ({ channel: 'sms' as const, caps })))
  // Four messages, one of them for a critical alert; the others can use more than the platform has.
  const small = await makeAll({ moneyPerDay: 4 * price })
  const large = await makeAll({ smsPerDay: 20 })
  await raiseAll(small, 8, 'warning')
  await raiseAll(large, 25, 'warning')
  await killTwo(accounts * 2)
  await pollUntil(isSettled)
  expect(await attempts()).toBeLessThanOrEqual(ordinary)
  for (const { account } of small) expect(await attempts(account.accountId)).toBeLessThanOrEqual(3)
  for (const { account } of large) expect(await attempts(account.accountId)).toBeLessThanOrEqual(18)
  for (const reason of ['account_cap', 'platform_cap'])
    expect(await count('select count(*) from notifications where reason = $1', [reason])).toBeGreaterThan(0)

  await pollUntil(async () => {
    const { day } = await platformSpent(world)
    return (await unitsHeld(world)) === 0 && day?.money === (await attempts()) * price
  })
  await raiseAll(large, 20, 'warning')
  await pollUntil(isSettled)
  expect(await attempts()).toBe(ordinary)
  // An account whose own cap is reached meanwhile may keep a message of the budget until its lease ends.
  for (let turn = 0; turn < 2; turn += 1) {
    await raiseAll([...small, ...large], 4, 'critical')
    await pollUntil(isSettled)
    expect(await attempts()).toBeLessThanOrEqual(cap)
    await pollUntil(async () => (await unitsHeld(world)) === 0)
  }
  expect(await attempts()).toBe(cap)
  for (const { account } of small) expect(await attempts(account.accountId)).toBeLessThanOrEqual(4)
  for (const { account } of large) expect(await attempts(account.accountId)).toBeLessThanOrEqual(20)
  expect((await platformSpent(world)).day).toMatchObject({ sms: cap, money: cap * price })
  expect(centre.messages.length).toBeLessThanOrEqual(cap)
  expect(centre.messages.length).toBeGreaterThanOrEqual(cap - (await unknown()))
})
