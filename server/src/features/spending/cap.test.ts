import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allow, makeCapped, platformSpent, startPlatform, unitsHeld } from '../../../test/capped.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { SmsCentre } from '../../../test/sms-centre.ts'
import { openSmsCentre } from '../../../test/sms-centre.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { Tx } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { startNotifications } from '../notifications/worker.api.ts'
import { returnBudgetLeases, spendMessage, takeBudgetLease } from './budget-lease.api.ts'
import { grantLease, keepLease } from './budget-lease.queries.ts'
import { changePlatformCaps, getPlatformSpending } from './platform-cap.api.ts'
import { endTrialCaps, startTrialCaps } from './trial-caps.api.ts'

let world: World
let mailbox: Mailbox
let centre: SmsCentre
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  mailbox = await openMailbox()
  centre = await openSmsCentre()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'alerts@rastro.example',
    RASTRO_SMPP_URL: centre.url,
    RASTRO_EMAIL_PRICE: '0.001',
    RASTRO_SMS_PRICES: '*=0.10,+34=0.04,+3460=0.05',
    RASTRO_ACCOUNT_EMAILS_PER_DAY: '2000',
    RASTRO_ACCOUNT_SMS_PER_DAY: '200',
  })
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
  await centre.close()
})
beforeEach(async () => {
  world.clock.release()
  mailbox.messages.length = 0
  mailbox.behaviour = 'accepts'
  await startPlatform(world, {})
})

const path = '/api/account/spendingCaps'

describe('the caps of an account', () => {
  test('are the defaults of the installation until the operator sets others', async () => {
    const { account } = await makeCapped(world)
    const { body } = await world.call('GET', path, { token: account.token })
    expect(body.currency).toBe('EUR')
    expect(body.caps.emailsPerDay).toMatchObject({
      cap: 2_000,
      ownCap: null,
      maxCap: 2_000,
      used: 0,
      keptForCritical: 200,
    })
    expect(body.caps.smsPerDay).toMatchObject({ cap: 200, maxCap: 200 })
    expect(body.caps.moneyPerMonth).toMatchObject({ cap: null, maxCap: null, keptForCritical: null })
    await allow(world, account, { smsPerDay: 500, emailsPerDay: null })
    const after = (await world.call('GET', path, { token: account.token })).body.caps
    expect([after.smsPerDay.cap, after.emailsPerDay.cap]).toEqual([500, null])
  })

  test('can be lowered by the account, and not raised above what the operator allows', async () => {
    const { account } = await makeCapped(world)
    const patch = (body: object) => world.call('PATCH', path, { token: account.token, body })
    const lowered = await patch({ smsPerDay: 50, moneyPerMonth: 20_000_000 })
    expect(lowered.status).toBe(200)
    expect(lowered.body.caps.smsPerDay).toMatchObject({ cap: 50, ownCap: 50, maxCap: 200 })
    const raised = await patch({ smsPerDay: 201 })
    expect([raised.status, raised.body.code]).toEqual([409, 'spendingCaps.too_high'])
    expect((await patch({ smsPerDay: null })).body.caps.smsPerDay).toMatchObject({ cap: 200, ownCap: null })
    expect((await patch({ smsPerDay: -1 })).status).toBe(400)
    expect((await patch({})).status).toBe(400)
    const { rows } = await world.superuser.query(
      `select action from audit_log where account_id = $1 and action like 'spendingCaps.%'`,
      [account.accountId],
    )
    expect(rows).toHaveLength(2)
  })

  test('are for the account holder and administrators', async () => {
    const { account } = await makeCapped(world)
    const user = await world.make.user(account, { privileges: ['devices.limits', 'alerts.manage'] })
    expect((await world.call('GET', path, { token: user.token })).status).toBe(403)
    expect((await world.call('PATCH', path, { token: user.token, body: { smsPerDay: 1 } })).status).toBe(403)
  })
})

test('a session changes caps only with a fresh proof, also those of the keys', async () => {
  const { account } = await makeCapped(world)
  const token = await world.make.passwordToken(account)
  const changes = [
    [path, { smsPerDay: 0, emailsPerDay: 0 }],
    ['/api/account', { apiKeyMaxDays: null }],
  ] as const
  world.clock.offsetMs = 5 * 60_000
  for (const [url, body] of changes) {
    const refused = await world.call('PATCH', url, { token, body })
    expect([url, refused.status, refused.body.code]).toEqual([url, 403, 'access.not_recent'])
  }
  const { caps } = (await world.call('GET', path, { token })).body
  expect([caps.smsPerDay.cap, caps.emailsPerDay.cap]).toEqual([200, 2_000])
  expect((await world.call('PATCH', '/api/account', { token, body: { name: 'Renamed' } })).status).toBe(200)
  // Programs may.
  for (const [url, body] of changes)
    expect([url, (await world.call('PATCH', url, { token: account.token, body })).status]).toEqual([url, 200])
  world.clock.offsetMs = 0
  const fresh = await world.make.passwordToken(account)
  for (const [url, body] of changes)
    expect([url, (await world.call('PATCH', url, { token: fresh, body })).status]).toEqual([url, 200])
})

describe('a trial', () => {
  const inAccount = (accountId: number, work: (tx: Pick<Tx, 'db' | 'config' | 'now'>) => Promise<void>) =>
    inTransaction(world.ctx, accountId, work)
  const capsOf = async (token: string) => (await world.call('GET', path, { token })).body.caps

  test('ends with the defaults, though the settings of trials were changed meanwhile', async () => {
    const { account } = await makeCapped(world)
    const { accounts } = world.ctx.config
    await inAccount(account.accountId, startTrialCaps)
    const during = await capsOf(account.token)
    expect([during.smsPerDay.cap, during.emailsPerDay.cap]).toEqual([
      accounts.trialSmsPerDay,
      accounts.trialEmailsPerDay,
    ])
    const changed = { ...accounts, trialSmsPerDay: 10, trialEmailsPerDay: 100 }
    const config = { ...world.ctx.config, accounts: changed }
    await inAccount(account.accountId, (tx) => endTrialCaps({ ...tx, config }))
    const after = await capsOf(account.token)
    expect([after.smsPerDay.cap, after.emailsPerDay.cap]).toEqual([200, 2_000])
  })

  test('leaves the caps that the operator has set during it, also the same number', async () => {
    const { account } = await makeCapped(world)
    await inAccount(account.accountId, startTrialCaps)
    await allow(world, account, {
      smsPerDay: world.ctx.config.accounts.trialSmsPerDay,
      moneyPerDay: 5_000_000,
    })
    await inAccount(account.accountId, endTrialCaps)
    const after = await capsOf(account.token)
    expect([after.smsPerDay.cap, after.emailsPerDay.cap, after.moneyPerDay.cap]).toEqual([
      world.ctx.config.accounts.trialSmsPerDay,
      2_000,
      5_000_000,
    ])
  })
})

describe('codes by SMS', () => {
  let numbers = 0
  const makeContact = async (account: MadeAccount) => {
    numbers += 1
    const body = { name: 'Ana', channel: 'sms', address: `+3491200${String(numbers).padStart(4, '0')}` }
    const {
      status,
      body: made,
      text,
    } = await world.call('POST', '/api/contacts', { token: account.token, body })
    expect([status, text]).toEqual([201, text])
    return made.id as string
  }
  const request = (account: MadeAccount, id: string) =>
    world.call('POST', `/api/contacts/${id}/verification`, { token: account.token })
  const isDone = async () => {
    const { rows } = await world.superuser.query(
      `select count(*)::int as open from pgboss.job where name = 'contact-code' and state in ('created', 'active', 'retry')`,
    )
    return rows[0].open === 0
  }

  test.each([{ smsPerDay: 0 }, { smsPerMonth: 0 }, { moneyPerDay: 0 }])(
    'are not sent for an account that may send none: %o',
    async (caps) => {
      const { account } = await makeCapped(world, { caps })
      const { status, body } = await request(account, await makeContact(account))
      expect([status, body.code]).toEqual([409, 'contacts.sms_not_allowed'])
    },
  )

  test('count against the caps of the platform, at their price', async () => {
    // One of them is kept for critical alerts.
    await startPlatform(world, { smsPerDay: 2 })
    centre.messages.length = 0
    for (const account of [await world.make.account(), await world.make.account()])
      expect((await request(account, await makeContact(account))).status).toBe(200)
    await expect.poll(isDone, { timeout: 20_000 }).toBe(true)
    expect(centre.messages).toHaveLength(1)
    expect((await platformSpent(world)).day).toMatchObject({ sms: 1, money: 40_000 })
    // It is spent, and does not return like a lease.
    world.clock.offsetMs = 61_000
    await returnBudgetLeases(world.ctx)
    await returnBudgetLeases(world.ctx)
    expect((await platformSpent(world)).day).toMatchObject({ sms: 1 })
  })

  test('that are refused give back what they took', async () => {
    await startPlatform(world, { smsPerDay: 100 })
    centre.behaviour = { status: 11 }
    try {
      const account = await world.make.account()
      expect((await request(account, await makeContact(account))).status).toBe(200)
      await expect.poll(async () => (await platformSpent(world)).day, { timeout: 20_000 }).toBeDefined()
      await expect.poll(async () => (await platformSpent(world)).day).toMatchObject({ sms: 0, money: 0 })
    } finally {
      centre.behaviour = 'accepts'
    }
  })
})

test('two changes of the platform’s caps at once do not undo each other', async () => {
  for (let round = 1; round <= 5; round += 1) {
    await Promise.all([
      changePlatformCaps(world.ctx, { smsPerDay: 5_000 + round }),
      changePlatformCaps(world.ctx, { moneyPerMonth: 900 + round }),
      changePlatformCaps(world.ctx, { timeZone: round % 2 ? 'Europe/Madrid' : 'UTC' }),
    ])
    const { caps, timeZone } = await getPlatformSpending(world.ctx)
    expect([caps.smsPerDay.cap, caps.moneyPerMonth.cap, timeZone]).toEqual([
      5_000 + round,
      900 + round,
      round % 2 ? 'Europe/Madrid' : 'UTC',
    ])
  }
})

describe('over a cap of the account', () => {
  test('messages are suppressed, and a tenth is left for critical alerts', async () => {
    const { account, notified } = await makeCapped(world, { caps: { emailsPerDay: 20 } })
    await notified.raise(25)
    await notified.settled()
    expect(await notified.states()).toEqual({ sent: 18, 'suppressed account_cap': 7 })
    await notified.raise(3, { severity: 'critical' })
    await notified.settled()
    expect(await notified.states()).toEqual({ sent: 20, 'suppressed account_cap': 8 })
    expect(mailbox.messages).toHaveLength(20)
    const { caps } = (await world.call('GET', path, { token: account.token })).body
    expect([caps.emailsPerDay.used, caps.emailsPerMonth.used, caps.moneyPerDay.used]).toEqual([
      20, 20, 20_000,
    ])

    // A raised cap acts on the next message.
    await allow(world, account, { emailsPerDay: 40 })
    await notified.raise(5)
    await notified.settled()
    expect((await notified.states()).sent).toBe(25)
  })

  test.each([
    { caps: { emailsPerMonth: 10 }, sent: 9 },
    { caps: { moneyPerDay: 10_500 }, sent: 9 },
    { caps: { moneyPerMonth: 20_000, emailsPerDay: 100 }, sent: 18 },
    { caps: { emailsPerDay: 0 }, sent: 0 },
  ])('$caps lets $sent leave, and is named', async ({ caps, sent }) => {
    const { account, notified } = await makeCapped(world, { caps })
    await notified.raise(20)
    await notified.settled()
    expect((await notified.states()).sent ?? 0).toBe(sent)
    const url = `/api/devices/${notified.deviceId}/notifications?limit=50`
    const { notifications } = (await world.call('GET', url, { token: account.token })).body
    const capsOf = (state: string) => [
      ...new Set(
        notifications
          .filter((one: { state: string }) => one.state === state)
          .map(({ cap }: { cap: string | null }) => cap),
      ),
    ]
    expect(capsOf('suppressed')).toEqual([Object.keys(caps)[0]])
    expect(capsOf('sent')).toEqual(sent > 0 ? [null] : [])
  })

  test('the account’s own cap counts where it is lower', async () => {
    const { account, notified } = await makeCapped(world, { caps: { emailsPerDay: 100 } })
    await world.call('PATCH', path, { token: account.token, body: { emailsPerDay: 10 } })
    await notified.raise(20)
    await notified.settled()
    expect(await notified.states()).toEqual({ sent: 9, 'suppressed account_cap': 11 })
  })

  test('a refused message gives back what it took', async () => {
    const { notified, account } = await makeCapped(world, { caps: { emailsPerDay: 10 } })
    mailbox.behaviour = { recipient: 550 }
    await notified.raise(20)
    await notified.settled()
    expect((await notified.attempts()).refused).toBe(20)
    const { rows } = await world.superuser.query(
      'select period, emails::int, money::int from spending where account_id = $1 order by period',
      [account.accountId],
    )
    expect(rows).toEqual([
      { period: 'day', emails: 0, money: 0 },
      { period: 'month', emails: 0, money: 0 },
    ])
    mailbox.behaviour = 'accepts'
    await notified.raise(12)
    await notified.settled()
    expect((await notified.states()).sent).toBe(9)
  })
})

test('the longest prefix of a telephone number decides the price', async () => {
  const spentBy = async (address: string) => {
    const { account, notified } = await makeCapped(world, { channel: 'sms', address })
    await notified.raise(1)
    await notified.settled()
    return (await world.call('GET', path, { token: account.token })).body.caps.moneyPerDay.used
  }
  expect(await spentBy('+34911000001')).toBe(40_000)
  expect(await spentBy('+34600000001')).toBe(50_000)
  expect(await spentBy('+351910000001')).toBe(100_000)
})

describe('over a cap of the platform', () => {
  test('messages wait for what others return, and are suppressed after five seconds', async () => {
    await startPlatform(world, { emailsPerDay: 20 })
    const { account, notified } = await makeCapped(world)
    const begunAt = Date.now()
    await notified.raise(25)
    const waiting = async () => (await notified.states()).waiting ?? 0
    await expect.poll(async () => (await notified.states()).sent).toBe(18)
    await expect.poll(waiting, { timeout: 15_000 }).toBe(0)
    expect(Date.now() - begunAt).toBeGreaterThan(4_900)
    expect(await notified.states()).toEqual({ sent: 18, 'suppressed platform_cap': 7 })
    await notified.raise(5, { severity: 'critical' })
    await expect.poll(waiting, { timeout: 15_000 }).toBe(0)
    expect((await notified.states()).sent).toBe(20)
    const day = (await platformSpent(world)).day!
    // The code for the contact of an earlier test may be sent only now.
    expect([day.emails, day.money - day.sms * 40_000]).toEqual([20, 20_000])

    // The customer learns which cap it was, and no number of it.
    const { body } = await world.call(
      'GET',
      `/api/devices/${notified.deviceId}/notifications?state=suppressed`,
      {
        token: account.token,
      },
    )
    expect(body.notifications[0].reason).toBe('platform_cap')

    // A raised cap acts on the next message.
    await changePlatformCaps(world.ctx, { emailsPerDay: 40 })
    await notified.raise(5)
    await notified.settled()
    expect((await notified.states()).sent).toBe(25)
  })

  test.each([{ emailsPerMonth: 10 }, { moneyPerDay: 10_000 }, { moneyPerMonth: 10_999 }])(
    '%o counts over all accounts',
    async (caps) => {
      await startPlatform(world, caps)
      const made = await Promise.all([makeCapped(world), makeCapped(world), makeCapped(world)])
      await Promise.all(made.map(({ notified }) => notified.raise(6)))
      await Promise.all(
        made.map(({ notified }) => expect.poll(isDone(notified), { timeout: 15_000 }).toBe(true)),
      )
      expect(mailbox.messages).toHaveLength(9)
    },
  )

  const isDone = (notified: { states(): Promise<Record<string, number>> }) => async () => {
    const { waiting = 0, sending = 0 } = await notified.states()
    return waiting + sending === 0
  }

  test('money is counted by the price of each message, also if one lease serves several prices', async () => {
    await startPlatform(world, { moneyPerDay: 1_000_000 })
    const cheap = await makeCapped(world, { channel: 'sms', address: '+34911000002' })
    const dear = await makeCapped(world, { channel: 'sms', address: '+351910000002' })
    await dear.notified.raise(5)
    await dear.notified.settled()
    await cheap.notified.raise(30)
    await expect.poll(isDone(cheap.notified), { timeout: 15_000 }).toBe(true)
    expect((await cheap.notified.states()).sent).toBe(10)
    expect((await platformSpent(world)).day).toMatchObject({ sms: 15, money: 900_000 })
  })

  test('a lease whose process died before it was kept goes back, and cannot be kept any more', async () => {
    await startPlatform(world, { emailsPerDay: 12_800 })
    const { account, notified } = await makeCapped(world)
    const db = world.ctx.db.forAccount(account.accountId)
    const dayEndsAt = new Date(world.ctx.now().getTime() + 3_600_000)
    const owner = { id: randomUUID(), accountId: account.accountId, cell: 0 }
    const request = { channel: 'email', isCritical: false, price: 1_000, unitsLeft: null, dayEndsAt } as const
    const terms = { maxUnits: 100, requiresCap: false, now: world.ctx.now() }
    const lost = await grantLease(world.ctx.db.directory, owner, request, terms)
    expect([lost.units, (await platformSpent(world)).day?.emails]).toEqual([90, 90])
    world.clock.offsetMs = 61_000
    await returnBudgetLeases(world.ctx)
    await returnBudgetLeases(world.ctx)
    expect((await platformSpent(world)).day).toMatchObject({ emails: 0, money: 0 })
    await keepLease(db, lost)
    expect(await unitsHeld(world)).toBe(0)
    await notified.raise(1)
    await notified.settled()
    expect((await notified.states()).sent).toBe(1)
  })

  test('what an account does not use for a minute goes back, and what was refused too', async () => {
    await startPlatform(world, { emailsPerDay: 12_800 })
    const { notified } = await makeCapped(world)
    await notified.raise(5)
    await notified.settled()
    // A block of 1/128 of what ordinary alerts may use.
    expect((await platformSpent(world)).day?.emails).toBe(90)
    mailbox.behaviour = { recipient: 550 }
    await notified.raise(2)
    await notified.settled()
    await returnBudgetLeases(world.ctx)
    expect((await platformSpent(world)).day?.emails).toBe(90)
    world.clock.offsetMs = 61_000
    await returnBudgetLeases(world.ctx)
    expect((await platformSpent(world)).day).toMatchObject({ emails: 5, money: 5_000 })
    await returnBudgetLeases(world.ctx)
    expect((await platformSpent(world)).day?.emails).toBe(5)
  })

  test('near a cap, what an account does not use goes back in time for others', async () => {
    await startPlatform(world, { emailsPerDay: 10 })
    const { account } = await makeCapped(world)
    const db = world.ctx.db.forAccount(account.accountId)
    const dayEndsAt = new Date(world.ctx.now().getTime() + 3_600_000)
    const request = { channel: 'email', isCritical: false, price: 1_000, unitsLeft: null, dayEndsAt } as const
    const take = () => takeBudgetLease(world.ctx, db, request)
    for (let taken = 0; taken < 8; taken += 1) expect(await take()).toBeNull()
    world.clock.offsetMs += 1_000
    await returnBudgetLeases(world.ctx)
    expect(await unitsHeld(world)).toBe(8)
    expect([await take(), await take()]).toEqual([null, 'platform'])
    world.clock.offsetMs += 1_000
    await returnBudgetLeases(world.ctx)
    expect([await unitsHeld(world), (await platformSpent(world)).day?.emails]).toEqual([0, 0])
  })
})

describe('in production', () => {
  test('no SMS is sent before the operator has set a cap for SMS, nor a code', async () => {
    const ctx = { ...world.ctx, config: { ...world.ctx.config, mode: 'production' as const } }
    await worker.stop()
    const production = await startNotifications(ctx)
    try {
      const { account, notified } = await makeCapped(world, { channel: 'sms' })
      const spendOnCode = () => spendMessage(ctx, account.accountId, 'sms', '+34911000003')
      expect(await spendOnCode()).toBeUndefined()
      await notified.raise(1)
      const states = () => notified.states()
      await expect.poll(states, { timeout: 10_000 }).toEqual({ 'suppressed platform_cap': 1 })
      await changePlatformCaps(world.ctx, { smsPerDay: 100 })
      expect(await spendOnCode()).toBeDefined()
      await notified.raise(1)
      await expect.poll(states, { timeout: 10_000 }).toEqual({ 'suppressed platform_cap': 1, sent: 1 })
      await changePlatformCaps(world.ctx, { smsPerDay: 'default', smsPerMonth: null })
      await notified.raise(1)
      await expect.poll(states, { timeout: 10_000 }).toEqual({ 'suppressed platform_cap': 1, sent: 2 })
    } finally {
      await production.stop()
      worker = await startNotifications(world.ctx)
    }
  })
})
