import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { Telling } from '../../../test/telling.ts'
import { makeTelling } from '../../../test/telling.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createSmtp } from './channels/smtp.ts'
import { notifyOf } from './notification.api.ts'
import { startNotifications } from './worker.api.ts'

let world: World
let account: MadeAccount
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
let telling: Telling
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'Rastro <alerts@rastro.example>',
    RASTRO_NOTIFICATION_ANSWER_SECONDS: '2',
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
  mailbox.letters.length = 0
  const device = await world.make.device(account)
  telling = await makeTelling(world, account, { deviceId: device.id })
})
afterEach(() => {
  mailbox.mood = 'accepts'
  world.clock.offsetMs = 0
})

const limit = (fields: object) =>
  world.call('PATCH', `/api/devices/${telling.deviceId}/limits`, { token: account.token, body: fields })
const list = async (query = '') =>
  (
    await world.call('GET', `/api/devices/${telling.deviceId}/notifications${query}`, {
      token: account.token,
    })
  ).body

describe('an alert with a contact to tell', () => {
  test('leaves as one letter, and counts one', async () => {
    await telling.raise(1)
    await telling.settled()
    expect(mailbox.letters).toHaveLength(1)
    expect(await telling.states()).toEqual({ sent: 1 })
    expect(await telling.units()).toEqual({ email: 1 })
    const { body } = await world.call('GET', `/api/devices/${telling.deviceId}`, { token: account.token })
    expect(body.device.usage.emailsSent).toBe(1)
  })

  test('is told once however often it is written down', async () => {
    await telling.raise(1)
    const { rows } = await world.superuser.query('select number::int from alerts where device_number = $1', [
      telling.deviceNumber,
    ])
    const { accountId, deviceNumber, ruleNumber } = telling
    const again = { accountId, deviceNumber, ruleNumber, alertNumber: rows[0].number, topic: 'again' }
    await notifyOf({ db: world.ctx.db.recorder, now: world.ctx.now }, [again])
    await telling.settled()
    expect(mailbox.letters).toHaveLength(1)
  })

  test('shows with its alert what became of telling people', async () => {
    await limit({ dailyEmailLimit: 1 })
    await telling.raise(2)
    await telling.settled()
    const { body } = await world.call('GET', `/api/alerts?device=${telling.deviceId}`, {
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
    // Where there is nobody to tell, nobody was.
    const other = await world.make.account()
    const quiet = await world.make.alert(other, (await world.make.device(other)).id)
    expect(quiet.notifications).toEqual([])
  })

  test('is listed, the newest first, with what became of it', async () => {
    await telling.raise(3)
    await telling.settled()
    const { notifications } = await list()
    expect(notifications).toHaveLength(3)
    expect(notifications[0]).toMatchObject({
      id: expect.stringMatching(/^ntf_[0-9A-Za-z]{22}$/),
      alert: expect.stringMatching(/^alt_/),
      channel: 'email',
      state: 'sent',
      reason: null,
      attempts: [{ outcome: 'accepted', error: null }],
    })
    const ids = notifications.map(({ id }: { id: string }) => id)
    const { rows } = await world.superuser.query(
      'select id from notifications where device_number = $1 order by number desc',
      [telling.deviceNumber],
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

describe('what may not be sent', () => {
  test('is held at the daily limit, and raising it lets new alerts out at once', async () => {
    await limit({ dailyEmailLimit: 2 })
    await telling.raise(5)
    await telling.settled()
    expect(await telling.states()).toEqual({ sent: 2, 'suppressed daily_email_limit': 3 })
    await limit({ dailyEmailLimit: 3 })
    await telling.raise(2)
    await telling.settled()
    expect(await telling.states()).toEqual({ sent: 3, 'suppressed daily_email_limit': 4 })
    expect(await telling.units()).toEqual({ email: 3 })
    expect((await list('?state=suppressed')).notifications).toHaveLength(4)
  })

  test('is nothing at all with a limit of 0, and everything without one', async () => {
    await limit({ dailyEmailLimit: 0 })
    await telling.raise(3)
    await telling.settled()
    expect([await telling.states(), await telling.units()]).toEqual([
      { 'suppressed daily_email_limit': 3 },
      {},
    ])
    await limit({ dailyEmailLimit: null })
    await telling.raise(3)
    await telling.settled()
    expect(mailbox.letters).toHaveLength(3)
  })

  test('is held for a device that expired', async () => {
    await limit({ expires: true, expirationDate: '2020-01-01' })
    await telling.raise(1)
    await telling.settled()
    expect([await telling.states(), await telling.units()]).toEqual([{ 'suppressed device_expired': 1 }, {}])
  })

  test('fails without a way out, and takes no unit', async () => {
    const sms = await makeTelling(world, account, { deviceId: telling.deviceId, channel: 'sms' })
    await sms.raise(1)
    await sms.settled()
    expect([await sms.states(), await sms.units()]).toEqual([{ 'failed channel_not_configured': 1 }, {}])
  })

  test('is not written down for a contact that is not verified', async () => {
    const device = await world.make.device(account)
    const unverified = await makeTelling(world, account, { deviceId: device.id, verified: false })
    await unverified.raise(1)
    expect(await unverified.states()).toEqual({})
  })

  test('does not leave once the contact is gone or has another address', async () => {
    mailbox.mood = { letter: 451 }
    await telling.raise(1)
    await telling.settled()
    await world.superuser.query(
      `update contacts set verified_at = null where account_id = $1 and number in (
         select contact_number from notifications where device_number = $2)`,
      [telling.accountId, telling.deviceNumber],
    )
    mailbox.mood = 'accepts'
    world.clock.offsetMs = 31_000
    await telling.settled()
    expect([await telling.states(), mailbox.letters.length]).toEqual([{ 'failed contact_gone': 1 }, 0])
    expect(await telling.units()).toEqual({ email: 0 })
  })
})

describe('a refusal', () => {
  test.each([
    ['of the recipient', { recipient: 550 }],
    ['of the letter', { letter: 554 }],
  ])('%s for good gives the unit back and says why', async (_says, mood) => {
    mailbox.mood = mood
    await telling.raise(1)
    await telling.settled()
    expect([await telling.units(), await telling.attempts()]).toEqual([{ email: 0 }, { refused: 1 }])
    const { notifications } = await list()
    expect(notifications[0]).toMatchObject({ state: 'failed' })
    expect(notifications[0].reason).toContain('not now, not here')
    expect(notifications[0].attempts[0].error).toContain('not now, not here')
  })

  test.each([
    ['of the recipient', { recipient: 450 }],
    ['of the letter', { letter: 451 }],
  ])('%s for now gives the unit back, and it is tried again later', async (_says, mood) => {
    mailbox.mood = mood
    await telling.raise(1)
    await telling.settled()
    expect([await telling.states(), await telling.units()]).toEqual([{ waiting: 1 }, { email: 0 }])
    mailbox.mood = 'accepts'
    world.clock.offsetMs = 31_000
    await telling.settled()
    expect([await telling.states(), await telling.units()]).toEqual([{ sent: 1 }, { email: 1 }])
    expect(await telling.attempts()).toEqual({ refused: 1, accepted: 1 })
  })

  test('for now that comes five times is one for good', async () => {
    mailbox.mood = { letter: 451 }
    await telling.raise(1)
    for (const seconds of [0, 31, 152, 753, 4_354]) {
      world.clock.offsetMs = seconds * 1_000
      await telling.settled()
    }
    expect([await telling.units(), await telling.attempts()]).toEqual([{ email: 0 }, { refused: 5 }])
    world.clock.offsetMs = 0
    expect((await list()).notifications[0].state).toBe('failed')
  })

  test('of our name and password is one for now: the operator may put it right', async () => {
    const guarded = await openMailbox('right')
    const letter = { subject: 's', text: 't', html: 'h', short: 's', picture: undefined }
    const send = (password: string) => {
      const url = guarded.url.replace('//', `//rastro:${password}@`)
      return createSmtp(world.ctx, url).send({ id: 'ntf_1', to: 'a@example.com', letter })
    }
    expect(await send('wrong')).toMatchObject({ kind: 'refused', isTemporary: true })
    expect(await send('right')).toEqual({ kind: 'accepted' })
    expect(guarded.letters).toHaveLength(1)
    await guarded.close()
  })

  test('of the line itself is one for now', async () => {
    const nobody = createSmtp(world.ctx, 'smtp://127.0.0.1:1')
    const letter = { subject: 's', text: 't', html: 'h', short: 's', picture: undefined }
    const outcome = await nobody.send({ id: 'ntf_1', to: 'a@example.com', letter })
    expect(outcome).toMatchObject({ kind: 'refused', isTemporary: true })
  })
})

describe('an outcome that nobody knows', () => {
  test.each([
    ['took', 'takes it and hangs up', 2],
    ['lost', 'loses it and hangs up', 1],
    ['took, and was silent,', 'takes it and is silent', 2],
  ] as const)(
    'keeps its unit, and the letter that the server %s is sent again',
    async (_says, mood, arrive) => {
      mailbox.mood = mood
      await telling.raise(1)
      await telling.settled()
      expect([await telling.states(), await telling.units()]).toEqual([{ waiting: 1 }, { email: 1 }])
      mailbox.mood = 'accepts'
      world.clock.offsetMs = 31_000
      await telling.settled()
      expect([await telling.states(), await telling.units()]).toEqual([{ sent: 1 }, { email: 2 }])
      expect(await telling.attempts()).toEqual({ unknown: 1, accepted: 1 })
      expect(mailbox.letters).toHaveLength(arrive)
      // Who gets it twice can tell by this.
      const ids = mailbox.letters.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
      expect(new Set(ids).size).toBe(1)
    },
  )

  test('is not tried again where no unit is free', async () => {
    await limit({ dailyEmailLimit: 1 })
    mailbox.mood = 'takes it and hangs up'
    await telling.raise(1)
    await telling.settled()
    mailbox.mood = 'accepts'
    world.clock.offsetMs = 31_000
    await telling.settled()
    expect([await telling.states(), await telling.units()]).toEqual([
      { 'suppressed daily_email_limit': 1 },
      { email: 1 },
    ])
    expect(mailbox.letters).toHaveLength(1)
  })
})

test('what is critical is taken before what has waited longer', async () => {
  // Slow: whoever comes first is seen.
  mailbox.slowMs = 50
  await telling.raise(100)
  await telling.raise(1, { name: 'SOS', severity: 'critical' })
  await telling.settled()
  const place = mailbox.letters.findIndex(({ raw }) => raw.includes('Critical: SOS'))
  mailbox.slowMs = 0
  expect(mailbox.letters).toHaveLength(101)
  expect(place).toBeGreaterThanOrEqual(0)
  // Behind at most what was found before it was there.
  expect(place).toBeLessThan(80)
})

test('a letter has the headers that we gave it, whatever the device calls itself', async () => {
  const evil = 'Boat\r\nBcc: victim@example.com\r\nContent-Type: text/plain\r\n\r\nHello <b>you</b>'
  await telling.raise(1)
  await telling.settled()
  const plain = headersOf(mailbox.letters[0]!.raw)
  await world.superuser.query('update devices set name = $1 where number = $2', [evil, telling.deviceNumber])
  await telling.raise(1, { name: evil, text: evil, place: [41.38, 2.17], explanation: { summary: evil } })
  await telling.settled()
  const { raw, to } = mailbox.letters[1]!
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

test('strangers and users of other groups do not see what was sent', async () => {
  await telling.raise(1)
  const stranger = await world.make.account()
  const user = await world.make.user(account)
  for (const { token } of [stranger, user]) {
    const path = `/api/devices/${telling.deviceId}/notifications`
    expect((await world.call('GET', path, { token })).status).toBe(404)
  }
})
