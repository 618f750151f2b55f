import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linksIn, textOf } from '../../../test/identity.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { Called, World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startIdentityMail } from '../auth/identity-mail.api.ts'
import { createMailSender } from '../notifications/mail.api.ts'
import { isSolved } from './proof-of-work.ts'
import { confirmSignUp } from './sign-up.ts'
import { startSignUps } from './sign-up-worker.api.ts'

const newPassword = 'a sled, a compass and 40 dogs'
const publicUrl = 'https://rastro.example'
const bits = 4
const dayMs = 86_400_000

let world: World
let mailbox: Mailbox
let workers: { stop(): Promise<void> }[]
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_PUBLIC_URL: publicUrl,
    RASTRO_TRUSTED_PROXIES: '127.0.0.1',
    RASTRO_SIGN_UP: 'on',
    RASTRO_SIGN_UP_WORK_BITS: String(bits),
    RASTRO_TRIAL_DAYS: '14',
    RASTRO_TRIAL_LICENSES: '3',
  })
  workers = [startSignUps(world.ctx), startIdentityMail(world.ctx, createMailSender(world.ctx))]
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await world.close()
  await mailbox.close()
})
beforeEach(async () => {
  world.clock.release()
  mailbox.messages.length = 0
  await world.superuser.query('delete from throttles')
})

const challenge = async () => (await world.call('GET', '/session/sign-up')).body.challenge as string

/** As the page does it. */
function solve(text: string): number[] {
  return Array.from({ length: 16 }, (_, puzzle) => {
    const block = Buffer.alloc(40)
    createHash('sha256').update(text).digest().copy(block)
    for (let nonce = 0; ; nonce += 1) {
      block.writeUInt32BE(puzzle, 32)
      block.writeUInt32BE(nonce, 36)
      if (createHash('sha256').update(block).digest().readUInt32BE(0) >>> (32 - bits) === 0) return nonce
    }
  })
}

let people = 0
/** Each from another network and domain, unless given. */
async function signUp(
  fields: object = {},
  headers: Record<string, string> = {},
): Promise<Called & { email: string }> {
  people += 1
  const number = people
  const text = await challenge()
  const body = {
    email: `new-${number}@company-${number}.example`,
    name: 'Nadia New',
    accountName: 'New Fleet',
    country: 'PT',
    timeZone: 'Europe/Lisbon',
    language: 'pt',
    challenge: text,
    nonces: solve(text),
    ...fields,
  }
  const from = `203.0.${Math.floor(number / 250)}.${1 + (number % 250)}`
  const answer = await world.call('POST', '/session/sign-up', {
    body,
    headers: { 'x-forwarded-for': from, ...headers },
  })
  return { ...answer, email: body.email }
}

const mailTo = async (to: string) => {
  const find = () => mailbox.messages.find((message) => message.to === to)
  await expect.poll(find, { timeout: 15_000 }).toBeDefined()
  return find()!.raw
}
const secretOf = async (to: string) =>
  /sign-up\/confirm#([0-9A-Za-z]{43})/.exec(textOf(await mailTo(to)))![1]!
const confirm = (secret: string, password = newPassword) =>
  world.call('POST', '/session/sign-up/confirm', { body: { secret, newPassword: password } })
const countAccounts = async () =>
  (await world.superuser.query('select count(*)::int as count from accounts')).rows[0].count

describe('sign-up', () => {
  test('sends a link, and confirming it creates the account with its trial', async () => {
    const before = await countAccounts()
    const { status, email } = await signUp()
    expect(status).toBe(202)
    const secret = await secretOf(email)
    expect(await countAccounts()).toBe(before)
    const raw = await mailTo(email)
    expect(textOf(raw)).toContain('Escolher uma senha')
    expect(linksIn(raw).every((link) => link.startsWith(publicUrl))).toBe(true)

    const confirmed = await confirm(secret)
    expect([confirmed.status, confirmed.body.userName]).toEqual([200, email])
    const signedIn = await world.call('POST', '/session', {
      body: { userName: email, password: newPassword },
    })
    expect(signedIn.status).toBe(200)
    const { account } = (await world.call('GET', '/api/account', { token: signedIn.body.token })).body
    expect(account).toMatchObject({
      name: 'New Fleet',
      timeZone: 'Europe/Lisbon',
      licenses: { total: 3 },
      status: 'active',
    })
    const days = (Date.parse(account.trialEndsAt) - Date.now()) / dayMs
    expect(days).toBeGreaterThan(13.9)
    expect(days).toBeLessThan(14.1)
    const { rows } = await world.superuser.query(
      'select email_verified_at is not null as "isVerified", language from users where user_name = $1',
      [email],
    )
    expect(rows).toEqual([{ isVerified: true, language: 'pt' }])
    const caps = (await world.call('GET', '/api/account/spendingCaps', { token: signedIn.body.token })).body
    expect(JSON.stringify(caps)).toMatch(/"emailsPerDay":\{[^}]*"maxCap":50/)
    expect(JSON.stringify(caps)).toMatch(/"smsPerDay":\{[^}]*"maxCap":0/)
    const { alertRules } = (await world.call('GET', '/api/alertRules', { token: signedIn.body.token })).body
    expect(alertRules.map(({ type }: { type: string }) => type)).toEqual(['sos'])
  })

  test('of a known address answers alike, and the e-mail names the existing user', async () => {
    const known = await world.make.account()
    const [one, other] = [
      await signUp({ email: known.userName.toUpperCase(), language: 'en' }),
      await signUp(),
    ]
    const plain = ({ status, text, body }: Called) => `${status} ${text.replace(body.requestId, '')}`
    expect(plain(one)).toBe(plain(other))
    const raw = await mailTo(known.userName.toUpperCase())
    expect(textOf(raw)).toContain('you have an account already')
    expect(textOf(raw)).not.toContain('confirm#')
  })

  test('works once under 64 parallel confirmations, and leaves one account', async () => {
    const { email } = await signUp()
    const secret = await secretOf(email)
    const before = await countAccounts()
    const answers = await Promise.all(Array.from({ length: 64 }, () => confirm(secret)))
    const good = answers.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    for (const { status, body } of answers.filter((one) => one.status !== 200))
      expect([
        '404 session.link_invalid',
        '409 users.name_taken',
        '429 rate.busy',
        '503 service.unavailable',
      ]).toContain(`${status} ${body.code}`)
    expect(await countAccounts()).toBe(before + 1)
    expect((await confirm(secret)).status).toBe(404)
  })

  test('twice with one address creates one account', async () => {
    const email = `twice@twice.example`
    await signUp({ email })
    const first = await secretOf(email)
    mailbox.messages.length = 0
    await signUp({ email })
    const second = await secretOf(email)
    expect((await confirm(first)).status).toBe(200)
    expect((await confirm(second)).body.code).toBe('users.name_taken')
  })

  test('ends after 24 hours', async () => {
    const { email } = await signUp()
    const secret = await secretOf(email)
    world.clock.offsetMs = dayMs + 1_000
    expect((await confirm(secret)).status).toBe(404)
  })

  test('that cannot be read does not stop the others, and leaves after 24 hours', async () => {
    const unreadable = async () =>
      (await world.superuser.query(`select mailed_at from sign_ups where challenge = 'unreadable'`)).rows
    await world.superuser.query(
      `insert into sign_ups (challenge, sealed, created_at, expires_at)
       values ('unreadable', 'x', now(), now() + interval '24 hours')`,
    )
    const { email } = await signUp()
    await secretOf(email)
    expect(await unreadable()).toEqual([{ mailed_at: expect.any(Date) }])
    world.clock.offsetMs = dayMs + 1_000
    await expect.poll(unreadable).toEqual([])
  })

  test('ends when the operator switches it off, links that were sent before included', async () => {
    const { email } = await signUp()
    const secret = await secretOf(email)
    const { config } = world.ctx
    const closed = {
      ...world.ctx,
      config: { ...config, accounts: { ...config.accounts, signUp: 'off' as const } },
    }
    await expect(confirmSignUp(closed, { secret, newPassword })).rejects.toMatchObject({ code: 'signUp.off' })
    expect((await confirm(secret)).status).toBe(200)
  })

  test('a weak password creates nothing and keeps the link', async () => {
    const { email } = await signUp()
    const secret = await secretOf(email)
    const weak = await confirm(secret, 'new fleet new fleet')
    expect([weak.status, weak.body.details[0].path]).toEqual([400, 'newPassword'])
    expect((await confirm(secret)).status).toBe(200)
  })

  test('ignores the Host of the request', async () => {
    const { email } = await signUp({}, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    expect(textOf(await mailTo(email))).not.toContain('evil')
  })

  test('from a page of another site is refused', async () => {
    const { status } = await signUp({}, { 'sec-fetch-site': 'cross-site' })
    expect(status).toBe(403)
  })
})

describe('the proof of work', () => {
  const refused = async (answer: Promise<Called>) => (await answer).body.code

  test('is verified, and each challenge is accepted once', async () => {
    const text = await challenge()
    const nonces = solve(text)
    expect(isSolved(text, nonces, bits)).toBe(true)
    const wrong = nonces.map((nonce, at) => (at === 7 ? nonce + 1 : nonce))
    if (!isSolved(text, wrong, bits))
      expect(await refused(signUp({ challenge: text, nonces: wrong }))).toBe('signUp.challenge_invalid')
    expect(await refused(signUp({ challenge: text, nonces: [] }))).toBe('signUp.challenge_invalid')
    expect((await signUp({ challenge: text, nonces })).status).toBe(202)
    expect(await refused(signUp({ challenge: text, nonces }))).toBe('signUp.challenge_invalid')
  })

  test('of another server, or of more than 15 minutes ago, is refused', async () => {
    const text = await challenge()
    const [until, random] = text.split('.')
    const foreign = `${until}.${random}.${'A'.repeat(43)}`
    expect(await refused(signUp({ challenge: foreign, nonces: solve(foreign) }))).toBe(
      'signUp.challenge_invalid',
    )
    const later = { challenge: text, nonces: solve(text) }
    world.clock.offsetMs = 15 * 60_000 + 1_000
    expect(await refused(signUp(later))).toBe('signUp.challenge_invalid')
  })
})

describe('limits', () => {
  const statusesOf = async (count: number, fields: (index: number) => [object, Record<string, string>]) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => signUp(...fields(index))))
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    return counts
  }

  test('5 an hour per network, also in parallel', async () => {
    const from = { 'x-forwarded-for': '192.0.2.77' }
    expect(await statusesOf(8, () => [{}, from])).toEqual({ 202: 5, 429: 3 })
    const sameNetwork = await signUp({}, { 'x-forwarded-for': '192.0.2.77' })
    expect([sameNetwork.status, sameNetwork.body.code]).toEqual([429, 'signUp.too_many'])
    world.clock.offsetMs = 3_600_000
    expect((await signUp({}, from)).status).toBe(202)
  })

  test('50 a day per domain of the address', async () => {
    expect(await statusesOf(53, (index) => [{ email: `p${index}@one.example` }, {}])).toEqual({
      202: 50,
      429: 3,
    })
    expect((await signUp({ email: 'p@two.example' })).status).toBe(202)
  })

  test('500 a day in all', async () => {
    const day = world.ctx.now().toISOString().slice(0, 10)
    await world.superuser.query(
      `insert into throttles (subject, failures, last_failure_at, free_at) values ($1, 498, now(), 'epoch')`,
      [`sign-up:${day}:platform`],
    )
    expect(await statusesOf(5, () => [{}, {}])).toEqual({ 202: 2, 429: 3 })
  })
})

test('is off by default: nothing is sent and nothing created', async () => {
  const closed = await openWorld()
  try {
    expect((await closed.call('GET', '/session/sign-up')).body.code).toBe('signUp.off')
    const text = await challenge()
    const body = {
      email: 'new@example.com',
      name: 'N',
      accountName: 'F',
      country: 'ES',
      timeZone: 'UTC',
      language: 'en',
      challenge: text,
      nonces: solve(text),
    }
    expect((await closed.call('POST', '/session/sign-up', { body })).body.code).toBe('signUp.off')
    expect((await closed.superuser.query('select from sign_ups')).rows).toEqual([])
    expect((await closed.call('GET', '/web/config.json')).body.signsUp).toBe(false)
  } finally {
    await closed.close()
  }
})

test('a crash between the steps of a confirmation leaves no half account', async () => {
  const { email } = await signUp()
  const secret = await secretOf(email)
  const before = await countAccounts()
  // The last statement of the transaction fails: everything before it must be gone.
  await world.superuser.query(`
    create function planted() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$;
    create trigger planted before insert on audit_log for each row execute function planted()`)
  try {
    expect((await confirm(secret)).status).toBe(500)
  } finally {
    await world.superuser.query('drop trigger planted on audit_log; drop function planted')
  }
  expect(await countAccounts()).toBe(before)
  const left = await world.superuser.query('select from directory_users where user_name = $1', [email])
  expect(left.rows).toEqual([])
  expect((await confirm(secret)).status).toBe(200)
})
