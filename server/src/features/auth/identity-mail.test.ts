import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleIdentity, startIdentityWorkers, verifyEmailOf } from '../../../test/identity.ts'
import { mailSamples } from '../../../test/mail-samples.ts'
import type { Mailbox } from '../../../test/mailbox.ts'
import { openMailbox } from '../../../test/mailbox.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { queueIdentityMail } from './identity-mail.api.ts'
import { composeMail } from './mail/compose.ts'
import { mailKinds } from './mail/kinds.ts'
import { languageOfCountry } from './mail/language.ts'
import { languages } from './mail/mail.types.ts'

const facts = {
  product: 'Rastro',
  host: 'rastro.example',
  name: 'Ana',
  userName: 'ana@example.com',
  account: 'Transportes S.A.',
  timeZone: 'Europe/Madrid',
  values: {
    url: 'https://rastro.example/reset#abc',
    at: '2026-11-17T08:00:00.000Z',
    email: 'b…@example.com',
    count: '20',
    locked: 'no',
    key: 'Reports',
    network: '192.0.2.7',
    browser: 'Firefox',
    system: 'Linux',
    factor: 'totp',
    left: '3',
    user: 'ana@example.com',
    due: '2026-11-20T08:00:00.000Z',
    eraseAt: '2026-12-24T08:00:00.000Z',
  },
}

/** They go to people who may not be users. */
const withoutUser = new Set([
  'account-erased',
  'account-status',
  'erasure-soon',
  'host-failing',
  'platform-cap',
  'reseller-cap',
  'sign-up',
  'sign-up-known',
  'spending-cap',
  'sso-bypassed',
  'sso-changed',
  'support-request',
  'support-session',
  'trial-ending',
])
const samples = Object.entries(mailSamples('https://rastro.example')).flatMap(([name, variants]) =>
  variants.map((values, index) => [`${name} ${index}`, name as keyof typeof mailKinds, values] as const),
)

describe.each(samples)('the e-mail %s', (_title, name, values) => {
  const compose = (language: (typeof languages)[number]) =>
    composeMail(mailKinds[name], language, { ...facts, values })

  test.each(languages)('has subject, text and HTML in %s', (language) => {
    const { subject, text, html } = compose(language)
    expect(subject).toMatch(/^Rastro: \S/)
    expect(subject.length).toBeLessThan(70)
    for (const content of [text, html]) {
      if (!withoutUser.has(name)) expect(content).toContain('ana@example.com')
      expect(content).toContain('rastro.example')
      expect(content).not.toMatch(/undefined|\[object|NaN|Invalid Date/)
    }
    expect(html).toContain(`<html lang="${language}">`)
  })

  test('differs between languages', () => {
    const texts = languages.map((language) => compose(language).text)
    expect(new Set(texts).size).toBe(languages.length)
  })
})

test.each([
  ['en', 'Dec 24, 2026', 'The account holder closed the account.'],
  ['es', '24 dic 2026', 'El titular cerró la cuenta.'],
  ['pt', '24 de dez. de 2026', 'O titular encerrou a conta.'],
] as const)('the e-mail about a closing names the day of the erasure, in %s', (language, day, reason) => {
  const values = { ...facts.values, status: 'closing', reason: 'closed_by_holder' }
  const { text } = composeMail(mailKinds['account-status'], language, { ...facts, values })
  expect(text).toContain(day)
  expect(text).toContain(reason)
  expect(text).toContain(facts.values.url)
})

test('names are escaped, and do not become links', () => {
  const hostile = { ...facts, account: '<b>x</b> https://evil.example', name: 'a\r\nBcc: b@example.com' }
  const { html, text } = composeMail(mailKinds.invitation, 'en', hostile)
  expect(html).not.toContain('<b>')
  expect(text).not.toMatch(/evil\.example|\r/)
})

test('the language follows the country of the user', () => {
  expect(['ES', 'MX', 'BR', 'PT', 'US', null].map(languageOfCountry)).toEqual([
    'es',
    'es',
    'pt',
    'pt',
    'en',
    'en',
  ])
})

describe('the outbox', () => {
  let world: World
  let mailbox: Mailbox
  let account: MadeAccount
  let worker: { stop(): Promise<void> }
  beforeAll(async () => {
    mailbox = await openMailbox()
    world = await openWorld({ RASTRO_SMTP_URL: mailbox.url, RASTRO_LOG_LEVEL: 'silent' })
    account = await world.make.account()
    await verifyEmailOf(world, account.ownerId)
    worker = startIdentityWorkers(world.ctx)
  })
  afterAll(async () => {
    await worker.stop()
    await world.close()
    await mailbox.close()
  })
  const queue = (given: object = {}) =>
    inTransaction(world.ctx, account.accountId, ({ db }) =>
      queueIdentityMail(world.ctx, db, {
        accountId: account.accountId,
        userId: account.ownerId,
        kind: 'password-changed',
        values: facts.values,
        ...given,
      }),
    )
  const rows = async () => (await world.superuser.query('select * from identity_mails order by number')).rows

  test('sends once, with two notifiers, and forgets the content', async () => {
    const second = startIdentityWorkers(world.ctx)
    for (let one = 0; one < 20; one += 1) expect(await queue()).toBe(1)
    await settleIdentity(world)
    await second.stop()
    expect(mailbox.messages).toHaveLength(20)
    for (const { state, sealed } of await rows()) expect([state, sealed]).toEqual(['sent', null])
  })

  test('goes to verified contacts of the user too, if it is a notice', async () => {
    mailbox.messages.length = 0
    const { id, address } = await world.make.contact(account, { userId: account.ownerId })
    expect(await queue()).toBe(1)
    await world.superuser.query('update contacts set verified_at = now() where id = $1', [id])
    expect(await queue()).toBe(2)
    expect(await queue({ kind: 'password-reset' })).toBe(1)
    await settleIdentity(world)
    expect(mailbox.messages.map(({ to }) => to).sort()).toEqual(
      [account.userName, account.userName, account.userName, address].sort(),
    )
  })

  test('retries what was refused for a while, and gives up what was refused for good', async () => {
    mailbox.messages.length = 0
    mailbox.behaviour = { recipient: 450 }
    await queue()
    await expect.poll(async () => (await rows()).at(-1).attempts).toBe(1)
    await expect.poll(async () => (await rows()).at(-1).reason).toContain('not now')
    mailbox.behaviour = 'accepts'
    world.clock.offsetMs = 6_000
    await settleIdentity(world)
    expect((await rows()).at(-1).state).toBe('sent')
    // To the address of the user and to the contact.
    expect(mailbox.messages).toHaveLength(2)

    mailbox.behaviour = { recipient: 550 }
    await queue()
    await expect.poll(async () => (await rows()).at(-1).state).toBe('failed')
    mailbox.behaviour = 'accepts'
    world.clock.offsetMs = 0
  })

  test('survives two hours without the mail server', async () => {
    mailbox.messages.length = 0
    mailbox.behaviour = { recipient: 450 }
    await queue()
    const { number } = (await rows()).at(-1)
    const row = async () => (await rows()).find((one) => one.number === number)
    for (let minutes = 0; minutes < 120; minutes += 5) {
      world.clock.offsetMs += 5 * 60_000
      // The notifier polls twice a second.
      await sleep(600)
    }
    expect(await row()).toMatchObject({ state: 'waiting' })
    expect((await row()).attempts).toBeGreaterThan(8)
    world.clock.offsetMs += 15 * 60_000
    mailbox.behaviour = 'accepts'
    await settleIdentity(world)
    expect((await row()).state).toBe('sent')
    expect(mailbox.messages.filter(({ to }) => to === account.userName)).toHaveLength(1)

    mailbox.behaviour = { recipient: 450 }
    await queue()
    await expect.poll(async () => (await rows()).at(-1).attempts).toBe(1)
    await expect.poll(async () => (await rows()).at(-1).reason).toContain('not now')
    world.clock.offsetMs += 24 * 3_600_000
    await expect.poll(async () => (await rows()).at(-1).state).toBe('failed')
    mailbox.behaviour = 'accepts'
    world.clock.offsetMs = 0
  })

  test('gives up what cannot be composed, and sends the rest', async () => {
    mailbox.messages.length = 0
    await worker.stop()
    await queue({ address: 'broken@example.com' })
    await world.superuser.query(`update identity_mails set sealed = 'x' where address = 'broken@example.com'`)
    await queue({ address: 'intact@example.com' })
    worker = startIdentityWorkers(world.ctx)
    await settleIdentity(world)
    expect((await rows()).find(({ address }) => address === 'broken@example.com')).toMatchObject({
      state: 'failed',
      reason: 'not_composed',
    })
    expect(mailbox.messages.map(({ to }) => to)).toContain('intact@example.com')
  })

  test('takes 50 a day of a user', async () => {
    const before = (await rows()).length
    for (let one = 0; one < 60; one += 1) await queue({ address: 'ana@example.com', kind: 'new-sign-in' })
    expect((await rows()).length).toBe(50)
    expect(before).toBeLessThan(50)
    world.clock.offsetMs = 25 * 3_600_000
    expect(await queue()).toBeGreaterThan(0)
    world.clock.offsetMs = 0
  })

  test('takes nothing for a user without a verified address', async () => {
    const user = await world.make.user(account)
    expect(await queue({ userId: user.id })).toBe(0)
  })
})
