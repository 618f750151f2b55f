import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startNotifications } from './worker.api.ts'

let world: World
let account: MadeAccount
let otherAccount: MadeAccount
let mailbox: Mailbox
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_MAIL_FROM: 'alerts@rastro.example' })
  account = await world.make.account()
  otherAccount = await world.make.account()
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await mailbox.close()
})
beforeEach(() => {
  world.clock.release()
  mailbox.messages.length = 0
})

const call = (method: string, path: string, body?: unknown, token = account.token) =>
  world.call(method, path, { token, body })
let count = 0
const fresh = () => `person-${++count}@example.com`
const make = async (fields: object = {}) =>
  (await call('POST', '/api/contacts', { name: 'Ana', channel: 'email', address: fresh(), ...fields })).body

describe('a contact', () => {
  test('is created, read, changed and deleted', async () => {
    const body = { name: 'Ana', channel: 'email', address: fresh(), language: 'es' }
    const made = await call('POST', '/api/contacts', body)
    expect(made.status).toBe(201)
    expect(made.headers.location).toBe(`/api/contacts/${made.body.id}`)
    expect(made.body).toMatchObject({ ...body, userId: null, verified: false })
    const path = `/api/contacts/${made.body.id}`
    expect((await call('GET', path)).body).toMatchObject(body)
    expect((await call('PATCH', path, { name: 'Bea' })).body).toMatchObject({ ...body, name: 'Bea' })
    const put = { name: 'Eva', channel: 'sms', address: '+34600111222' }
    expect((await call('PUT', path, put)).body).toMatchObject({ ...put, language: 'en' })
    expect((await call('GET', '/api/contacts?search=0011')).body.contacts).toHaveLength(1)
    expect((await call('DELETE', path)).status).toBe(200)
    expect((await call('GET', path)).status).toBe(404)
    const { body: trail } = await call('GET', `/api/audit?targetId=${made.body.id}`)
    expect(trail.changes.map(({ action }: { action: string }) => action).sort()).toEqual(
      ['contacts.changed', 'contacts.changed', 'contacts.created', 'contacts.deleted'].sort(),
    )
  })

  test.each([
    ['an invalid e-mail address', { address: 'ana' }],
    ['two addresses', { address: 'ana@example.com, bea@example.com' }],
    ['a header in its address', { address: 'ana@example.com\r\nBcc: bea@example.com' }],
    ['a name in its address', { address: 'Ana <ana@example.com>' }],
    ['a number without country code', { channel: 'sms', address: '600111222' }],
    ['a number with words', { channel: 'sms', address: '+34 call me' }],
    ['an unsupported language', { language: 'tlh' }],
    ['an unknown channel', { channel: 'pigeon' }],
    ['an unknown user', { userId: 'usr_none' }],
  ])('is rejected with %s', async (_name, fields) => {
    const { status } = await call('POST', '/api/contacts', {
      name: 'Ana',
      channel: 'email',
      address: fresh(),
      ...fields,
    })
    expect(status).toBe(400)
  })

  test('has a unique address in the account, and is changed only with its current version', async () => {
    const { id, address } = await make()
    const again = { name: 'Ana', channel: 'email', address }
    const taken = await call('POST', '/api/contacts', again)
    expect([taken.status, taken.body.code]).toEqual([409, 'contacts.address_taken'])
    expect((await call('POST', '/api/contacts', again, otherAccount.token)).status).toBe(201)
    const stale = { token: account.token, body: { name: 'x' }, headers: { 'if-match': '"99"' } }
    expect((await world.call('PATCH', `/api/contacts/${id}`, stale)).status).toBe(412)
  })

  test('is limited to 1,000 per account', async () => {
    const full = await world.make.account()
    await world.superuser.query(
      `insert into contacts (account_id, id, name, channel, address, language, created_at, modified_at)
       select $1, 'con_' || lpad(n::text, 22, '0'), 'x', 'email', n || '@example.com', 'en', now(), now()
       from generate_series(1, 1000) n`,
      [full.accountId],
    )
    const body = { name: 'Ana', channel: 'email', address: fresh() }
    const { status, body: answer } = await call('POST', '/api/contacts', body, full.token)
    expect([status, answer.code]).toEqual([409, 'contacts.too_many'])
  })

  test('is hidden from other accounts, and standard users manage only their own', async () => {
    const { id } = await make()
    const user = await world.make.user(account, { privileges: ['alerts.manage'] })
    for (const token of [otherAccount.token, user.token]) {
      expect((await call('GET', `/api/contacts/${id}`, undefined, token)).status).toBe(404)
      expect((await call('PATCH', `/api/contacts/${id}`, { name: 'x' }, token)).status).toBe(404)
      expect((await call('DELETE', `/api/contacts/${id}`, undefined, token)).status).toBe(404)
      expect((await call('POST', `/api/contacts/${id}/verification`, {}, token)).status).toBe(404)
      expect((await call('GET', '/api/contacts', undefined, token)).text).not.toContain(id)
    }
    const other = { name: 'Ana', channel: 'email', address: fresh() }
    expect((await call('POST', '/api/contacts', other, user.token)).status).toBe(403)
    const own = await call('POST', '/api/contacts', { ...other, userId: user.id }, user.token)
    expect(own.status).toBe(201)
    expect((await call('GET', '/api/contacts', undefined, user.token)).body.contacts).toHaveLength(1)
    expect((await call('POST', '/api/contacts', other, (await world.make.user(account)).token)).status).toBe(
      403,
    )
  })
})

/** Requests a message. That of an earlier test may arrive meanwhile. */
async function messageFor(id: string, token = account.token): Promise<string> {
  mailbox.messages.length = 0
  const { address } = (await call('GET', `/api/contacts/${id}`, undefined, token)).body
  const { status } = await call('POST', `/api/contacts/${id}/verification`, undefined, token)
  expect(status).toBe(200)
  const find = () => mailbox.messages.find(({ to }) => to === address)
  await expect.poll(find).toBeDefined()
  return find()?.raw ?? ''
}
async function codeFor(id: string, token?: string): Promise<string> {
  return /(\d{6}) is your code/.exec(await messageFor(id, token))?.[1] ?? 'none'
}
const confirm = (id: string, code: string) =>
  call('POST', `/api/contacts/${id}/verification/confirm`, { code })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('an address', () => {
  test('is verified by the code sent to it', async () => {
    const { id, address } = await make()
    const code = await codeFor(id)
    expect(mailbox.messages[0]?.to).toBe(address)
    const { status, body } = await confirm(id, code)
    expect([status, body.verified]).toEqual([200, true])
    expect((await call('POST', `/api/contacts/${id}/verification`)).body.code).toBe('contacts.verified')
    expect((await call('PATCH', `/api/contacts/${id}`, { name: 'Bea' })).body.verified).toBe(true)
    // A changed address has to be verified again.
    expect((await call('PATCH', `/api/contacts/${id}`, { address: fresh() })).body.verified).toBe(false)
    expect((await confirm(id, code)).body.code).toBe('contacts.no_code')
  })

  test('gets a code without any text of the account', async () => {
    const phisher = await world.make.account()
    const name = 'Your parcel waits: https://evil.example/pay'
    expect((await call('PATCH', '/api/account', { name }, phisher.token)).status).toBe(200)
    const body = { name, channel: 'email', address: fresh() }
    const { id } = (await call('POST', '/api/contacts', body, phisher.token)).body
    await codeFor(id, phisher.token)
    expect(mailbox.messages[0]?.raw).toContain('localhost:8080')
    expect(mailbox.messages[0]?.raw).not.toMatch(/evil|parcel/)
  })

  test('gets at most 5 codes a day of an account, and 10 of all accounts', async () => {
    const address = fresh()
    let received = 0
    for (let sender = 0; sender < 3; sender += 1) {
      const { token } = await world.make.account()
      const { id } = (await call('POST', '/api/contacts', { name: 'x', channel: 'email', address }, token))
        .body
      for (let time = 0; time < 5; time += 1) {
        world.clock.offsetMs += 61_000
        if (received < 10) expect(await codeFor(id, token)).toMatch(/^\d{6}$/)
        else
          expect((await call('POST', `/api/contacts/${id}/verification`, undefined, token)).status).toBe(200)
        received += 1
      }
      world.clock.offsetMs += 61_000
      const refused = await call('POST', `/api/contacts/${id}/verification`, undefined, token)
      expect([refused.status, refused.body.code]).toEqual([429, 'contacts.too_many_codes'])
    }
    mailbox.messages.length = 0
    await codeFor((await make()).id)
    expect(mailbox.messages.map(({ to }) => to)).not.toContain(address)
  })

  test('is not verified by wrong codes, and after five not by the right one', async () => {
    const { id } = await make()
    const code = await codeFor(id)
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const { status, body } = await confirm(id, wrong(code))
      expect([status, body.code]).toEqual([400, 'contacts.code_wrong'])
    }
    const { status, body } = await confirm(id, code)
    expect([status, body.code]).toEqual([409, 'contacts.too_many_tries'])
    expect((await call('GET', `/api/contacts/${id}`)).body.verified).toBe(false)
  })

  test('allows five tries, even if concurrent', async () => {
    const { id } = await make()
    const code = await codeFor(id)
    const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(id, wrong(code))))
    const codes = answers.map(({ body }) => body.code)
    expect(codes.filter((one) => one === 'contacts.code_wrong')).toHaveLength(5)
    expect((await confirm(id, code)).body.code).toBe('contacts.too_many_tries')
  })

  test('is not verified by a code older than ten minutes', async () => {
    const { id } = await make()
    const code = await codeFor(id)
    world.clock.offsetMs = 10 * 60_000
    expect((await confirm(id, code)).body.code).toBe('contacts.code_expired')
  })

  test('gets at most one code a minute, whatever contacts are created for it', async () => {
    const { id, address } = await make()
    await codeFor(id)
    const again = await call('POST', `/api/contacts/${id}/verification`)
    expect([again.status, again.body.code]).toEqual([429, 'contacts.too_many_codes'])
    await call('DELETE', `/api/contacts/${id}`)
    const other = await make({ address })
    expect((await call('POST', `/api/contacts/${other.id}/verification`)).status).toBe(429)
    world.clock.offsetMs = 61_000
    expect((await call('POST', `/api/contacts/${other.id}/verification`)).status).toBe(200)
  })

  test('of a channel that is not configured is rejected', async () => {
    const { id } = await make({ channel: 'sms', address: '+34600999888' })
    const { status, body } = await call('POST', `/api/contacts/${id}/verification`)
    expect([status, body.code]).toEqual([409, 'contacts.channel_not_configured'])
  })
})

/** The secret of the link in the message. Long lines are wrapped in quoted-printable. */
async function linkFor(id: string): Promise<string> {
  const text = (await messageFor(id)).replaceAll(/=\r?\n/g, '')
  return /\/verify\/([0-9A-Za-z]{52})/.exec(text)?.[1] ?? 'none'
}
const open = (secret: string) => world.call('GET', `/verify/${secret}`)
const verify = (secret: string) => world.call('POST', `/verify/${secret}`)

describe('the link beside the code', () => {
  test('verifies the address for the recipient, who needs no account', async () => {
    const { id, address } = await make()
    const secret = await linkFor(id)
    const opened = await open(secret)
    expect([opened.status, opened.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(opened.body).toMatchObject({ channel: 'email', address: 'p…@example.com', verified: false })
    expect(opened.text).not.toContain(address)
    const verified = await verify(secret)
    expect([verified.status, verified.body.verified]).toEqual([200, true])
    expect((await call('GET', `/api/contacts/${id}`)).body.verified).toBe(true)
    const { body: trail } = await call('GET', `/api/audit?targetId=${id}`)
    expect(trail.changes.map(({ action }: { action: string }) => action)).toContain(
      'contacts.verified_by_link',
    )
  })

  test('changes nothing when a mail scanner opens it', async () => {
    const { id } = await make()
    const secret = await linkFor(id)
    await open(secret)
    await world.call('HEAD', `/verify/${secret}`)
    expect((await call('GET', `/api/contacts/${id}`)).body.verified).toBe(false)
  })

  test('may be confirmed again, and is recorded once', async () => {
    const { id } = await make()
    const secret = await linkFor(id)
    const answers = await Promise.all([verify(secret), verify(secret), verify(secret)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await open(secret)).body.verified).toBe(true)
    const { body: trail } = await call('GET', `/api/audit?targetId=${id}`)
    const actions = trail.changes.map(({ action }: { action: string }) => action)
    expect(actions.filter((one: string) => one === 'contacts.verified_by_link')).toHaveLength(1)
  })

  test('expires after a day', async () => {
    const { id } = await make()
    const secret = await linkFor(id)
    // The clock goes on while the message is sent.
    world.clock.offsetMs = 24 * 3_600_000 - 60_000
    expect((await open(secret)).status).toBe(200)
    world.clock.offsetMs = 24 * 3_600_000
    expect([(await open(secret)).status, (await verify(secret)).body.code]).toEqual([
      404,
      'contacts.link_invalid',
    ])
    world.clock.release()
    expect((await call('GET', `/api/contacts/${id}`)).body.verified).toBe(false)
  })

  test('is void after a newer one, another address, or the end of the contact', async () => {
    const { id } = await make()
    const older = await linkFor(id)
    world.clock.offsetMs = 61_000
    const newer = await linkFor(id)
    expect([(await verify(older)).status, (await open(newer)).status]).toEqual([404, 200])
    await call('PATCH', `/api/contacts/${id}`, { address: fresh() })
    expect((await verify(newer)).status).toBe(404)
    const other = await make()
    const secret = await linkFor(other.id)
    await call('DELETE', `/api/contacts/${other.id}`)
    expect((await verify(secret)).status).toBe(404)
  })

  test('of an older message does not verify an address that the previous version changed', async () => {
    const { id } = await make()
    const secret = await linkFor(id)
    await world.superuser.query('update contacts set address = $1, verified_at = null where id = $2', [
      fresh(),
      id,
    ])
    expect((await verify(secret)).status).toBe(404)
  })

  test('of another account, or with a guessed half, opens nothing', async () => {
    const { id } = await make()
    const secret = await linkFor(id)
    const foreign = `${otherAccount.account.slice('acc_'.length)}${secret.slice(22)}`
    for (const guess of [
      foreign,
      `${secret.slice(0, 51)}${secret.endsWith('a') ? 'b' : 'a'}`,
      'x',
      secret.slice(0, 22),
    ])
      expect([guess, (await verify(guess)).status]).toEqual([guess, 404])
    expect((await call('GET', `/api/contacts/${id}`)).body.verified).toBe(false)
  })
})
