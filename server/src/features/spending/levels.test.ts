import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isFullLane } from '../../../../scripts/lane.ts'
import type { CappedAccount } from '../../../test/capped.ts'
import { makeCapped, platformSpent, resellerSpent, startPlatform, unitsHeld } from '../../../test/capped.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { MadeReseller } from '../../../test/resale.ts'
import { adoptAccount, makeReseller } from '../../../test/resale.ts'
import type { SmsCentre } from '../../../test/sms-centre.ts'
import { openSmsCentre } from '../../../test/sms-centre.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { changeCaps } from '../resale/reseller.api.ts'
import { getPlatform } from '../resale/tree.api.ts'

// Four notifier processes against caps of accounts, of resellers and of the platform, some of them killed while they send.
// The mail server and the SMS centre count what was sent.

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
  await world.superuser.query('truncate notifications, notification_attempts cascade')
  mailbox.messages.length = 0
  mailbox.slowMs = 20
  centre.messages.length = 0
  centre.slowMs = 20
  notifiers = []
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
const attempts = (of?: CappedAccount[], severity?: 'critical') =>
  count(
    `select count(*) from notification_attempts t
     join notifications n on n.account_id = t.account_id and n.number = t.notification_number
     where ($1::int[] is null or t.account_id = any($1)) and ($2::boolean is null or n.urgent = $2)`,
    [of?.map(({ account }) => account.accountId), severity && true],
  )
const unknown = () => count(`select count(*) from notification_attempts where outcome = 'unknown'`)

async function startFour(): Promise<void> {
  notifiers = await Promise.all([1, 2, 3, 4].map(spawn))
}

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

test('every account sends exactly its cap, the last tenth for critical alerts, though processes are killed', {
  timeout,
}, async () => {
  await startPlatform(world, { emailsPerDay: 1_000_000 })
  const caps = Array.from({ length: accounts }, (_, index) => 5 + (index % 16))
  const made = await makeEach(caps.map((cap) => ({ caps: { emailsPerDay: cap } })))
  await startFour()
  await raiseAll(made, 25, 'warning')
  await killTwo(accounts * 3)
  await pollUntil(isSettled)
  for (const [index, one] of made.entries()) {
    const ordinary = caps[index]! - Math.ceil(caps[index]! / 10)
    expect([index, await attempts([one])]).toEqual([index, ordinary])
  }
  await raiseAll(made, 4, 'critical')
  await pollUntil(isSettled)
  for (const [index, one] of made.entries())
    expect([index, await attempts([one])]).toEqual([index, caps[index]])
  const total = caps.reduce((sum, cap) => sum + cap, 0)
  expect(mailbox.messages.length).toBeLessThanOrEqual(total)
  expect(mailbox.messages.length).toBeGreaterThanOrEqual(total - (await unknown()))
})

test('all accounts together send exactly the cap of the platform, though processes are killed, and nothing is stranded', {
  timeout,
}, async () => {
  const cap = accounts * 20
  const ordinary = cap - Math.ceil(cap / 10)
  await startPlatform(world, { emailsPerDay: cap })
  const made = await makeEach(Array.from({ length: accounts }, () => ({})))
  await startFour()
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
  const price = 50_000
  const cap = accounts * 8
  const ordinary = Math.floor(cap * 0.9)
  await startPlatform(world, { moneyPerDay: cap * price })
  const makeAll = (caps: object) =>
    makeEach(Array.from({ length: accounts / 2 }, () => ({ channel: 'sms' as const, caps })))
  // Four messages, one of them for a critical alert; the others can use more than the platform has.
  const small = await makeAll({ moneyPerDay: 4 * price })
  const large = await makeAll({ smsPerDay: 20 })
  await startFour()
  await raiseAll(small, 8, 'warning')
  await raiseAll(large, 25, 'warning')
  await killTwo(accounts * 2)
  await pollUntil(isSettled)
  expect(await attempts()).toBeLessThanOrEqual(ordinary)
  for (const one of small) expect(await attempts([one])).toBeLessThanOrEqual(3)
  for (const one of large) expect(await attempts([one])).toBeLessThanOrEqual(18)
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
  for (const one of small) expect(await attempts([one])).toBeLessThanOrEqual(4)
  for (const one of large) expect(await attempts([one])).toBeLessThanOrEqual(20)
  expect((await platformSpent(world)).day).toMatchObject({ sms: cap, money: cap * price })
  expect(centre.messages.length).toBeLessThanOrEqual(cap)
  expect(centre.messages.length).toBeGreaterThanOrEqual(cap - (await unknown()))
})

test('caps of accounts, resellers and the platform are exact at once, though processes are killed', {
  timeout,
}, async () => {
  const each = accounts / 4
  const shareOf = (cap: number) => cap - Math.ceil(cap / 10)
  const caps = { dealer: each * 12, distributor: each * 20, platform: each * 30 }
  await startPlatform(world, { emailsPerDay: caps.platform })
  const distributor = await makeReseller(world)
  const dealer = await makeReseller(world, { parentId: distributor.id })
  const tree = await getPlatform(world.ctx)
  await changeCaps(world.ctx, tree, distributor.id, { emailsPerDay: caps.distributor })
  await changeCaps(world.ctx, distributor, dealer.id, { emailsPerDay: caps.dealer })
  const makeBelow = async (
    reseller: MadeReseller | undefined,
    given: Parameters<typeof makeCapped>[1] = {},
  ) => {
    const made = await makeEach(Array.from({ length: each }, () => given))
    for (const { account } of made) if (reseller) await adoptAccount(world, reseller, account)
    return made
  }
  const small = await makeBelow(dealer, { caps: { emailsPerDay: 4 } })
  const ofDealer = [...small, ...(await makeBelow(dealer))]
  const direct = await makeBelow(distributor)
  const ofDistributor = [...ofDealer, ...direct]
  const others = await makeBelow(undefined)
  await startFour()

  const sent = async () => ({
    dealer: await attempts(ofDealer),
    distributor: await attempts(ofDistributor),
    platform: await attempts(),
  })
  /** Until nothing is held: what each level counts as spent was sent. */
  const returned = () =>
    pollUntil(async () => {
      if ((await unitsHeld(world)) > 0) return false
      const counted = {
        dealer: (await resellerSpent(world, dealer))?.emails,
        distributor: (await resellerSpent(world, distributor))?.emails,
        platform: (await platformSpent(world)).day?.emails,
      }
      return JSON.stringify(counted) === JSON.stringify(await sent())
    })
  // An account whose own cap is reached meanwhile may keep a message of the budget until its lease ends: raised twice.
  const useUp = async (made: CappedAccount[], severity: 'warning' | 'critical') => {
    for (let turn = 0; turn < 2; turn += 1) {
      await raiseAll(made, 15, severity)
      await pollUntil(isSettled)
      await returned()
    }
  }

  await raiseAll(ofDealer, 15, 'warning')
  await raiseAll([...direct, ...others], 3, 'warning')
  await killTwo(accounts)
  await useUp(ofDealer, 'warning')
  const afterDealer = await sent()
  expect(afterDealer.dealer).toBe(shareOf(caps.dealer))
  // What a killed process may have sent is tried again, and counts twice.
  const sentDirectly = afterDealer.distributor - afterDealer.dealer
  expect(sentDirectly).toBeGreaterThanOrEqual(each * 3)
  expect(sentDirectly).toBeLessThanOrEqual(each * 3 + (await unknown()))
  await useUp(direct, 'warning')
  expect(await sent()).toMatchObject({
    dealer: shareOf(caps.dealer),
    distributor: shareOf(caps.distributor),
  })
  await useUp(others, 'warning')
  expect(await sent()).toEqual({
    dealer: shareOf(caps.dealer),
    distributor: shareOf(caps.distributor),
    platform: shareOf(caps.platform),
  })
  for (const one of small) expect(await attempts([one])).toBeLessThanOrEqual(3)

  // The last tenth of every cap is there for critical alerts, from the bottom up.
  for (const made of [ofDealer, direct, others]) await useUp(made, 'critical')
  expect(await sent()).toEqual(caps)
  for (const one of small) expect(await attempts([one])).toBeLessThanOrEqual(4)
  for (const reason of ['account_cap', 'reseller_cap', 'platform_cap'])
    expect(await count('select count(*) from notifications where reason = $1', [reason])).toBeGreaterThan(0)
  expect(mailbox.messages.length).toBeLessThanOrEqual(caps.platform)
  expect(mailbox.messages.length).toBeGreaterThanOrEqual(caps.platform - (await unknown()))
})
