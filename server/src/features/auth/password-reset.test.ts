import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  linksIn,
  secretIn,
  settleIdentity,
  startIdentityWorkers,
  textOf,
  verifyEmailOf,
} from '../../../test/identity.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { strike } from '../../../test/people.ts'
import { codeOf, enrol, nextCode } from '../../../test/second-factor.ts'
import type { Called, World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

const newPassword = 'a sled, a compass and 40 dogs'
const publicUrl = 'https://rastro.example'
const hourMs = 3_600_000

let world: World
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_PUBLIC_URL: publicUrl,
    RASTRO_TRUSTED_PROXIES: '127.0.0.1',
  })
  worker = startIdentityWorkers(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})
beforeEach(async () => {
  world.clock.release()
  // Of the test before.
  await settleIdentity(world)
  mailbox.messages.length = 0
})

let networks = 0
/** Each request from another network, unless given. */
const ask = (userName: string, headers: Record<string, string> = {}) => {
  networks += 1
  const from = `198.51.${Math.floor(networks / 250)}.${1 + (networks % 250)}`
  const body = { userName, language: 'en' }
  return world.call('POST', '/session/reset', { body, headers: { 'x-forwarded-for': from, ...headers } })
}
const confirm = (secret: string, password = newPassword) =>
  world.call('POST', '/session/reset/confirm', { body: { secret, newPassword: password, language: 'en' } })
const signIn = ({ userName, password }: { userName: string; password: string }) =>
  world.call('POST', '/session', { body: { userName, password } })
const cookieOf = ({ headers }: Called) => String(headers['set-cookie'] ?? '').split(';')[0]!

async function makeVerified(): Promise<MadeAccount> {
  const account = await world.make.account()
  await verifyEmailOf(world, account.ownerId)
  return account
}

async function getSecret(account: MadeAccount): Promise<string> {
  expect((await ask(account.userName)).status).toBe(202)
  return secretIn(mailbox, account.userName, 'reset')
}

describe('a forgotten password', () => {
  test('is replaced with the link, which ends all sessions and notifies the user', async () => {
    const account = await makeVerified()
    const before = await signIn(account)
    const secret = await getSecret(account)
    const answer = await confirm(secret)
    expect([answer.status, answer.body.success]).toEqual([200, true])

    expect((await signIn(account)).status).toBe(401)
    expect((await signIn({ ...account, password: newPassword })).status).toBe(200)
    const cookie = cookieOf(before)
    expect((await world.call('POST', '/session/refresh', { headers: { cookie } })).status).toBe(401)
    await settleIdentity(world)
    const subjects = mailbox.messages.map(({ raw }) => /^Subject: (.*)/m.exec(raw)?.[1])
    expect(subjects).toEqual(['Rastro: choose a new password', 'Rastro: your password was changed'])
    const { body } = await world.call('GET', `/api/audit?targetId=${account.ownerId}`, account)
    expect(body.changes[0]).toMatchObject({ action: 'users.password_reset', userId: account.ownerId })
  })

  test('is not replaced without the second factor of a user who has one', async () => {
    const account = await makeVerified()
    const enrolled = await enrol(world, account)
    const body = { secret: await getSecret(account), newPassword, language: 'en' }
    const choose = (proof: object) =>
      world.call('POST', '/session/reset/confirm', { body: { ...body, ...proof } })
    expect((await choose({})).body.code).toBe('session.second_factor_required')
    expect((await choose({ code: codeOf(world, enrolled.secret, 9) })).body.code).toBe('session.code_wrong')
    expect((await signIn({ ...account, password: newPassword })).status).toBe(401)
    expect((await choose({ code: nextCode(world, enrolled.secret) })).status).toBe(200)
  })

  test('is never known from the answer', async () => {
    const account = await makeVerified()
    const answers = [await ask(account.userName), await ask('nobody-at-all@example.com')]
    const [known, unknown] = answers.map(({ status, headers, text, body }) => {
      const { 'x-request-id': _id, date: _date, ...rest } = headers
      return { status, headers: rest, text: text.replace(body.requestId, '') }
    })
    expect(known!.status).toBe(202)
    expect(unknown).toEqual(known)
  })

  test('gives no link to unverified, unknown, disabled and expired users', async () => {
    const unverified = await world.make.account()
    const [disabled, expired] = [await makeVerified(), await makeVerified()]
    await strike(world.superuser, disabled.ownerId, 'disabled')
    await strike(world.superuser, expired.ownerId, 'expired')
    for (const { userName } of [unverified, disabled, expired, { userName: 'nobody@example.com' }]) {
      expect((await ask(userName)).status).toBe(202)
    }
    await settleIdentity(world)
    expect(mailbox.messages).toEqual([])
  })

  test('sends links to the configured address, whatever the request claims', async () => {
    const account = await makeVerified()
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    await ask(account.userName, headers)
    await secretIn(mailbox, account.userName, 'reset')
    const [message] = mailbox.messages
    expect(message!.raw).not.toContain('evil')
    const links = linksIn(message!.raw)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(new URL(link).origin).toBe(publicUrl)
  })

  test('is in the language of the page', async () => {
    const account = await makeVerified()
    await world.call('POST', '/session/reset', { body: { userName: account.userName, language: 'pt' } })
    await secretIn(mailbox, account.userName, 'reset')
    expect(textOf(mailbox.messages[0]!.raw)).toContain('Escolher uma nova senha')
  })

  test('is refused from pages of other sites', async () => {
    const answer = await ask('nobody@example.com', { 'sec-fetch-site': 'cross-site' })
    expect([answer.status, answer.body.code]).toEqual([403, 'session.foreign_origin'])
  })
})

describe('a reset link', () => {
  test('works once under 64 parallel posts', async () => {
    const account = await makeVerified()
    const secret = await getSecret(account)
    const passwords = Array.from({ length: 64 }, (_, index) => `the parallel dog number ${index}`)
    const answers = await Promise.all(passwords.map((password) => confirm(secret, password)))
    const good = answers.flatMap(({ status }, index) => (status === 200 ? [passwords[index]!] : []))
    expect(good).toHaveLength(1)
    // More than 50 passwords at once wait for too long.
    const statuses = new Set(answers.map(({ status }) => status))
    expect([200, 404, 429]).toEqual(expect.arrayContaining([...statuses]))
    expect((await signIn({ ...account, password: good[0]! })).status).toBe(200)
    expect((await confirm(secret)).status).toBe(404)
  })

  test('opens nothing after use, expiry or a newer one', async () => {
    const account = await makeVerified()
    const older = await getSecret(account)
    mailbox.messages.length = 0
    const newer = await getSecret(account)
    expect(newer).not.toBe(older)
    const replaced = await confirm(older)
    expect([replaced.status, replaced.body.code]).toEqual([404, 'session.link_invalid'])

    world.clock.offsetMs = hourMs
    expect((await confirm(newer)).status).toBe(404)
    world.clock.offsetMs = hourMs - 60_000
    expect((await confirm(newer)).status).toBe(200)
    expect((await confirm(newer)).status).toBe(404)
    expect((await signIn({ ...account, password: newPassword })).status).toBe(200)
  })

  test('stays valid after a password that is refused', async () => {
    const account = await makeVerified()
    const secret = await getSecret(account)
    const weak = await confirm(secret, 'fourteen chars')
    expect(weak.status).toBe(400)
    expect(weak.body.details).toEqual([{ path: 'newPassword', message: 'must have at least 15 characters' }])
    expect((await confirm(secret, account.userName)).status).toBe(400)
    expect((await confirm(secret)).status).toBe(200)
  })

  test('is not changed by opening its page 1,000 times', async () => {
    const account = await makeVerified()
    const secret = await getSecret(account)
    const rows = () => world.superuser.query('select * from one_time_links order by user_id, kind')
    const before = (await rows()).rows
    for (let round = 0; round < 1_000; round += 1) {
      const path = round % 2 === 0 ? '/reset' : `/session/reset/confirm?secret=${secret}`
      await world.call('GET', path, { headers: { accept: 'text/html' } })
    }
    expect((await rows()).rows).toEqual(before)
    expect((await confirm(secret)).status).toBe(200)
  })

  test('is of one account: its secret in the name of another opens nothing', async () => {
    const [account, other] = [await makeVerified(), await makeVerified()]
    const secret = await getSecret(account)
    expect((await confirm(`${other.account.slice(4)}${secret.slice(22)}`)).status).toBe(404)
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
    expect((await confirm(wrong)).status).toBe(404)
    expect((await confirm(secret.slice(1))).status).toBe(400)
  })

  test('ends when the password or the address changes', async () => {
    const account = await makeVerified()
    const first = await getSecret(account)
    const { userName, password } = account
    const changed = { userName, password, newPassword }
    expect((await world.call('PUT', '/session/password', { body: changed })).status).toBe(200)
    expect((await confirm(first)).status).toBe(404)

    mailbox.messages.length = 0
    const second = await getSecret(account)
    const token = await world.make.passwordToken({ ...account, password: newPassword })
    const body = { email: 'other@example.com' }
    const path = `/api/users/${account.ownerId}`
    const headers = { 'content-type': 'application/merge-patch+json' }
    expect((await world.call('PATCH', path, { token, body, headers })).status).toBe(200)
    expect((await confirm(second)).status).toBe(404)
    expect((await world.call('GET', path, { token })).body.emailVerified).toBe(false)
  })

  test('is sent at most 3 times an hour and 5 times a day to a user', async () => {
    const account = await makeVerified()
    const sent = () => mailbox.messages.filter(({ to }) => to === account.userName).length
    const askMany = async (times: number) => {
      for (let time = 0; time < times; time += 1) await ask(account.userName)
      await settleIdentity(world)
    }
    await askMany(5)
    expect(sent()).toBe(3)
    world.clock.offsetMs = hourMs + 1_000
    await askMany(5)
    expect(sent()).toBe(5)
    world.clock.offsetMs = 25 * hourMs
    await askMany(1)
    expect(sent()).toBe(6)
  })

  test('is requested at most 20 times an hour from a network', async () => {
    const rows = async () =>
      Number((await world.superuser.query('select count(*) from reset_requests')).rows[0].count)
    const before = await rows()
    for (let time = 0; time < 25; time += 1) {
      const answer = await ask(`nobody-${time}@example.com`, { 'x-forwarded-for': '203.0.113.9' })
      expect(answer.status).toBe(202)
    }
    expect((await rows()) - before).toBe(20)
  })
})

test('nothing of a request or link is stored in clear text', async () => {
  const account = await makeVerified()
  const secret = await getSecret(account)
  for (const table of ['reset_requests', 'one_time_links', 'identity_mails']) {
    const { rows } = await world.superuser.query(`select t::text as row from ${table} t`)
    expect(rows.length).toBeGreaterThan(0)
    const text = rows.map(({ row }) => row).join('\n')
    expect(text).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    if (table !== 'identity_mails') expect(text).not.toContain(account.userName)
  }
})
