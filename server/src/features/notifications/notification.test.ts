import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { NotifiedDevice } from '../../../test/notified-device.ts'
import { makeNotifiedDevice } from '../../../test/notified-device.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createSmtp } from './channels/smtp.ts'
import { notifyOf } from './notification.api.ts'
import { startNotifications } from './worker.api.ts'

let world: World
let account: MadeAccount
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
let notified: NotifiedDevice
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'Rastro <alerts@rastro.example>',
    RASTRO_NOTIFICATION_TIMEOUT_SECONDS: '2',
  })
  account = await world.make.account({ licenses: 1_000 })
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})
beforeEach(async () => {
  mailbox.messages.length = 0
  const device = await world.make.device(account)
  notified = await makeNotifiedDevice(world, account, { deviceId: device.id })
})
afterEach(() => {
  mailbox.behaviour = 'accepts'
  world.clock.offsetMs = 0
})

const limit = (fields: object) =>
  world.call('PATCH', `/api/devices/${notified.deviceId}/limits`, { token: account.token, body: fields })
const list = async (query = '') =>
  (
    await world.call('GET', `/api/devices/${notified.deviceId}/notifications${query}`, {
      token: account.token,
    })
  ).body

describe('an alert with a contact', () => {
  test('is sent as one message, and counts one', async () => {
    await notified.raise(1)
    await notified.settled()
    expect(mailbox.messages).toHaveLength(1)
    expect(await notified.states()).toEqual({ sent: 1 })
    expect(await notified.units()).toEqual({ email: 1 })
    const { body } = await world.call('GET', `/api/devices/${notified.deviceId}`, { token: account.token })
    expect(body.device.usage.emailsSent).toBe(1)
  })

  test('is sent once, however often it is inserted', async () => {
    await notified.raise(1)
    const { rows } = await world.superuser.query('select number::int from alerts where device_number = $1', [
      notified.deviceNumber,
    ])
    const { accountId, deviceNumber, ruleNumber } = notified
    const again = { accountId, deviceNumber, ruleNumber, alertNumber: rows[0].number, topic: 'again' }
    await notifyOf({ db: world.ctx.db.recorder, now: world.ctx.now }, [again])
    await notified.settled()
    expect(mailbox.messages).toHaveLength(1)
  })

  test('shows its notifications', async () => {
    await limit({ dailyEmailLimit: 1 })
    await notified.raise(2)
    await notified.settled()
    const { body } = await world.call('GET', `/api/alerts?deviceId=${notified.deviceId}`, {
      token: account.token,
    })
    const all = body.alerts
      .flatMap(({ notifications }: { notifications: { state: string }[] }) => notifications)
      .sort((a: { state: string }, b: { state: string }) => a.state.localeCompare(b.state))
    const to = expect.stringContaining('@example.com')
    expect(all).toEqual([
      { channel: 'email', to, state: 'sent', reason: null },
      { channel: 'email', to, state: 'suppressed', reason: 'daily_email_limit' },
    ])
    // Without a contact there are none.
    const other = await world.make.account()
    const quiet = await world.make.alert(other, (await world.make.device(other)).id)
    expect(quiet.notifications).toEqual([])
  })

  test('is listed with its outcome, newest first', async () => {
    await notified.raise(3)
    await notified.settled()
    const { notifications } = await list()
    expect(notifications).toHaveLength(3)
    expect(notifications[0]).toMatchObject({
      id: expect.stringMatching(/^ntf_[0-9A-Za-z]{22}$/),
      alertId: expect.stringMatching(/^alt_/),
      channel: 'email',
      state: 'sent',
      reason: null,
      attempts: [{ outcome: 'accepted', error: null }],
    })
    const ids = notifications.map(({ id }: { id: string }) => id)
    const { rows } = await world.superuser.query(
      'select id from notifications where device_number = $1 order by number desc',
      [notified.deviceNumber],
    )
    expect(ids).toEqual(rows.map(({ id }) => id))
    const paged: string[] = []
    for (let cursor = ''; cursor !== undefined; ) {
      const page = await list(`?limit=1${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.notifications.map(({ id }: { id: string }) => id))
      cursor = page.nextCursor
    }
    expect(paged).toEqual(ids)
    expect((await list('?state=suppressed')).notifications).toEqual([])
  })
})

describe('a notification that may not be sent', () => {
  test('is suppressed at the daily limit; raising the limit takes effect at once', async () => {
    await limit({ dailyEmailLimit: 2 })
    await notified.raise(5)
    await notified.settled()
    expect(await notified.states()).toEqual({ sent: 2, 'suppressed daily_email_limit': 3 })
    await limit({ dailyEmailLimit: 3 })
    await notified.raise(2)
    await notified.settled()
    expect(await notified.states()).toEqual({ sent: 3, 'suppressed daily_email_limit': 4 })
    expect(await notified.units()).toEqual({ email: 3 })
    expect((await list('?state=suppressed')).notifications).toHaveLength(4)
  })

  test('is suppressed by a limit of 0, and never without a limit', async () => {
    await limit({ dailyEmailLimit: 0 })
    await notified.raise(3)
    await notified.settled()
    expect([await notified.states(), await notified.units()]).toEqual([
      { 'suppressed daily_email_limit': 3 },
      {},
    ])
    await limit({ dailyEmailLimit: null })
    await notified.raise(3)
    await notified.settled()
    expect(mailbox.messages).toHaveLength(3)
  })

  test('is suppressed for an expired device', async () => {
    await limit({ expires: true, expirationDate: '2020-01-01' })
    await notified.raise(1)
    await notified.settled()
    expect([await notified.states(), await notified.units()]).toEqual([
      { 'suppressed device_expired': 1 },
      {},
    ])
  })

  test('fails without a configured channel, and counts nothing', async () => {
    const sms = await makeNotifiedDevice(world, account, { deviceId: notified.deviceId, channel: 'sms' })
    await sms.raise(1)
    await sms.settled()
    expect([await sms.states(), await sms.units()]).toEqual([{ 'failed channel_not_configured': 1 }, {}])
  })

  test('is not sent to an unverified contact, and records why', async () => {
    const device = await world.make.device(account)
    const unverified = await makeNotifiedDevice(world, account, { deviceId: device.id, verified: false })
    await unverified.raise(1)
    await unverified.settled()
    expect([await unverified.states(), await unverified.units()]).toEqual([
      { 'failed contact_unverified': 1 },
      {},
    ])
    expect(mailbox.messages).toHaveLength(0)
  })

  test('is not the first of a burst: that one gets the last message of the day', async () => {
    await limit({ dailyEmailLimit: 1 })
    await notified.raise(20)
    await notified.settled()
    const { notifications } = await list()
    const states = notifications.map(({ state }: { state: string }) => state)
    expect(states).toEqual([...Array(19).fill('suppressed'), 'sent'])
  })

  test('is not sent once the contact is no longer verified', async () => {
    mailbox.behaviour = { content: 451 }
    await notified.raise(1)
    await notified.settled()
    await world.superuser.query(
      `update contacts set verified_at = null where account_id = $1 and number in (
         select contact_number from notifications where device_number = $2)`,
      [notified.accountId, notified.deviceNumber],
    )
    mailbox.behaviour = 'accepts'
    world.clock.offsetMs = 31_000
    await notified.settled()
    expect([await notified.states(), mailbox.messages.length]).toEqual([
      { 'failed contact_unverified': 1 },
      0,
    ])
    expect(await notified.units()).toEqual({ email: 0 })
  })
})

describe('a refusal', () => {
  test.each([
    ['of the recipient', { recipient: 550 }],
    ['of the message', { content: 554 }],
  ])('%s, permanent, reverts the count and records the reason', async (_name, behaviour) => {
    mailbox.behaviour = behaviour
    await notified.raise(1)
    await notified.settled()
    expect([await notified.units(), await notified.attempts()]).toEqual([{ email: 0 }, { refused: 1 }])
    const { notifications } = await list()
    expect(notifications[0]).toMatchObject({ state: 'failed' })
    expect(notifications[0].reason).toContain('not now, not here')
    expect(notifications[0].attempts[0].error).toContain('not now, not here')
  })

  test.each([
    ['of the recipient', { recipient: 450 }],
    ['of the message', { content: 451 }],
  ])('%s, temporary, reverts the count and is retried', async (_name, behaviour) => {
    mailbox.behaviour = behaviour
    await notified.raise(1)
    await notified.settled()
    expect([await notified.states(), await notified.units()]).toEqual([{ waiting: 1 }, { email: 0 }])
    mailbox.behaviour = 'accepts'
    world.clock.offsetMs = 31_000
    await notified.settled()
    expect([await notified.states(), await notified.units()]).toEqual([{ sent: 1 }, { email: 1 }])
    expect(await notified.attempts()).toEqual({ refused: 1, accepted: 1 })
  })

  test('that is temporary five times is permanent', async () => {
    mailbox.behaviour = { content: 451 }
    await notified.raise(1)
    for (const seconds of [0, 31, 152, 753, 4_354]) {
      world.clock.offsetMs = seconds * 1_000
      await notified.settled()
    }
    expect([await notified.units(), await notified.attempts()]).toEqual([{ email: 0 }, { refused: 5 }])
    world.clock.offsetMs = 0
    expect((await list()).notifications[0].state).toBe('failed')
  })

  test('of our credentials is temporary: the operator may fix it', async () => {
    const guarded = await openMailbox('right')
    const content = { subject: 's', text: 't', html: 'h', short: 's', picture: undefined }
    const send = (password: string) => {
      const url = guarded.url.replace('//', `//rastro:${password}@`)
      return createSmtp(world.ctx, url).send({ id: 'ntf_1', to: 'a@example.com', content })
    }
    expect(await send('wrong')).toMatchObject({ kind: 'refused', isTemporary: true })
    expect(await send('right')).toEqual({ kind: 'accepted' })
    expect(guarded.messages).toHaveLength(1)
    await guarded.close()
  })

  test('of the connection is temporary', async () => {
    const nobody = createSmtp(world.ctx, 'smtp://127.0.0.1:1')
    const content = { subject: 's', text: 't', html: 'h', short: 's', picture: undefined }
    const outcome = await nobody.send({ id: 'ntf_1', to: 'a@example.com', content })
    expect(outcome).toMatchObject({ kind: 'refused', isTemporary: true })
  })
})

describe('an unknown outcome', () => {
  test.each([
    ['accepted before closing', 'takes it and hangs up', 2],
    ['lost', 'loses it and hangs up', 1],
    ['accepted without a response', 'takes it and is silent', 2],
  ] as const)(
    'keeps its count, and a message that the server %s is sent again',
    async (_name, behaviour, arrive) => {
      mailbox.behaviour = behaviour
      await notified.raise(1)
      await notified.settled()
      expect([await notified.states(), await notified.units()]).toEqual([{ waiting: 1 }, { email: 1 }])
      mailbox.behaviour = 'accepts'
      world.clock.offsetMs = 31_000
      await notified.settled()
      expect([await notified.states(), await notified.units()]).toEqual([{ sent: 1 }, { email: 2 }])
      expect(await notified.attempts()).toEqual({ unknown: 1, accepted: 1 })
      expect(mailbox.messages).toHaveLength(arrive)
      // Recipients can recognise duplicates by this.
      const ids = mailbox.messages.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
      expect(new Set(ids).size).toBe(1)
    },
  )

  test('is not retried at the daily limit', async () => {
    await limit({ dailyEmailLimit: 1 })
    mailbox.behaviour = 'takes it and hangs up'
    await notified.raise(1)
    await notified.settled()
    mailbox.behaviour = 'accepts'
    world.clock.offsetMs = 31_000
    await notified.settled()
    expect([await notified.states(), await notified.units()]).toEqual([
      { 'suppressed daily_email_limit': 1 },
      { email: 1 },
    ])
    expect(mailbox.messages).toHaveLength(1)
  })
})

test('critical notifications are sent before older ones', async () => {
  // Slow, so that the order shows.
  mailbox.slowMs = 50
  await notified.raise(100)
  await notified.raise(1, { name: 'SOS', severity: 'critical' })
  await notified.settled()
  const coordinates = mailbox.messages.findIndex(({ raw }) => raw.includes('Critical: SOS'))
  mailbox.slowMs = 0
  expect(mailbox.messages).toHaveLength(101)
  expect(coordinates).toBeGreaterThanOrEqual(0)
  // After at most those that were found before it.
  expect(coordinates).toBeLessThan(80)
})

test('a message has only our headers, whatever the name of the device', async () => {
  const evil = 'Boat\r\nBcc: victim@example.com\r\nContent-Type: text/plain\r\n\r\nHello <b>you</b>'
  await notified.raise(1)
  await notified.settled()
  const plain = headersOf(mailbox.messages[0]!.raw)
  await world.superuser.query('update devices set name = $1 where number = $2', [evil, notified.deviceNumber])
  await notified.raise(1, {
    name: evil,
    text: evil,
    coordinates: [41.38, 2.17],
    explanation: { summary: evil },
  })
  await notified.settled()
  const { raw, to } = mailbox.messages[1]!
  expect(headersOf(raw).map(({ name }) => name)).toEqual(plain.map(({ name }) => name))
  expect(headersOf(raw).find(({ name }) => name === 'to')?.value).toBe(to)
  expect(raw).not.toMatch(/^bcc:/im)
  expect(raw.slice(raw.indexOf('<!doctype'))).not.toContain('<b>')
  expect(raw).toContain('&lt;b&gt;you&lt;/b&gt;')
  expect(raw).toMatch(/Content-Type: image\/png/)
  expect(raw).toMatch(/Content-Id: <map>/i)
  expect(headersOf(raw)).toContainEqual({ name: 'auto-submitted', value: 'auto-generated' })
})

function headersOf(raw: string): { name: string; value: string }[] {
  const [head = ''] = raw.split('\r\n\r\n')
  return head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => ({ name: line.split(':')[0]!.toLowerCase(), value: line.slice(line.indexOf(':') + 2) }))
}

test('other accounts and users of other groups do not see notifications', async () => {
  await notified.raise(1)
  const other = await world.make.account()
  const user = await world.make.user(account)
  for (const { token } of [other, user]) {
    const path = `/api/devices/${notified.deviceId}/notifications`
    expect((await world.call('GET', path, { token })).status).toBe(404)
  }
})
