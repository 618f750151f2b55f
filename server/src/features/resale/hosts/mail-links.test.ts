// E-mails of the customers of two resellers: each has the names and the hosts of its own, under any host of the request.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linksIn, queueSamples, settleIdentity, textOf, verifyEmailOf } from '../../../../test/identity.ts'
import type { Mailbox } from '../../../../test/mailbox.ts'
import { openMailbox } from '../../../../test/mailbox.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import type { MadeReseller } from '../../../../test/resale.ts'
import { addVerifiedHost, adoptAccount, makeReseller } from '../../../../test/resale.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { startIdentityMail } from '../../auth/identity-mail.api.ts'
import { startPasswordResets } from '../../auth/password-reset-worker.api.ts'
import { createMailSender } from '../../notifications/mail.api.ts'
import { createMailBrands } from '../senders/mail-brand.api.ts'

interface Branded {
  name: string
  host: string
  reseller: MadeReseller
  customer: MadeAccount
}

let world: World
let mailbox: Mailbox
let workers: { stop(): Promise<unknown> }[]
let alpha: Branded
let beta: Branded
beforeAll(async () => {
  mailbox = await openMailbox()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_PUBLIC_URL: 'https://track.platform.example',
    RASTRO_PRODUCT_NAME: 'Platformtrack',
    RASTRO_MAIL_FROM: 'Platformtrack <alerts@sender.example>',
  })
  const findMailBrand = createMailBrands(world.ctx)
  workers = [
    startPasswordResets(world.ctx),
    startIdentityMail(world.ctx, createMailSender(world.ctx, findMailBrand), findMailBrand),
  ]
  alpha = await makeBranded('Alphatrack', 'fleet.alphagps.example')
  beta = await makeBranded('Betafleet', 'gps.betagps.example')
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await world.close()
  await mailbox.close()
})

async function makeCustomerOf(reseller: MadeReseller): Promise<MadeAccount> {
  const customer = await world.make.account()
  await adoptAccount(world, reseller, customer)
  await verifyEmailOf(world, customer.ownerId)
  return customer
}

async function makeBranded(name: string, host: string): Promise<Branded> {
  const reseller = await makeReseller(world)
  const customer = await makeCustomerOf(reseller)
  const body = { name, shortName: name, color: '#0b7285' }
  const answer = await world.call('PUT', '/api/resale/brand', { token: reseller.staff.token, body })
  expect(answer.status).toBe(200)
  await addVerifiedHost(world, reseller.id, host)
  return { name, host, reseller, customer }
}

/** What an e-mail to a customer of one has of the other, or of the platform. */
function foreignIn(raw: string, other: Branded): string[] {
  const words = new RegExp(
    `${other.name}|${other.host}|platform\\.example|Platformtrack|evil\\.example|Rastro`,
    'gi',
  )
  return textOf(raw).match(words) ?? []
}

const hostsOf = (raw: string) => [...new Set(linksIn(raw).map((link) => new URL(link).host))]

test.each([
  ['alpha', () => [alpha, beta] as const],
  ['beta', () => [beta, alpha] as const],
])(
  'every kind of e-mail to a customer of %s has its name and host alone',
  async (_name, pick) => {
    const [own, other] = pick()
    const from = mailbox.messages.length
    const samples = await queueSamples(world, own.customer, 'en')
    await settleIdentity(world)
    const received = mailbox.messages.slice(from)
    expect(received.map(({ to }) => to).sort()).toEqual(samples.map(({ address }) => address).sort())
    expect(received.length).toBeGreaterThan(40)
    // For operators: it names a command.
    const ofCustomers = received.filter(({ to }) => !to.startsWith('platform-cap.'))
    const faults = ofCustomers.flatMap(({ to, raw }) => [
      ...foreignIn(raw, other).map((word) => [to, word]),
      ...hostsOf(raw).flatMap((host) => (host === own.host ? [] : [[to, host]])),
      ...(textOf(raw).includes(own.name) ? [] : [[to, 'without its name']]),
    ])
    expect(faults).toEqual([])
  },
  120_000,
)

describe('e-mails that a request causes', () => {
  /** By the host of another reseller, and with the headers of proxies that are not trusted. */
  const headers = () => ({
    host: beta.host,
    'x-forwarded-host': 'evil.example',
    'x-original-host': 'evil.example',
    forwarded: 'host=evil.example;proto=https',
  })

  async function cause(
    what: string,
    method: string,
    path: string,
    token: string | undefined,
    body?: unknown,
  ) {
    const from = mailbox.messages.length
    const answer = await world.call(method, path, { ...(token && { token }), body, headers: headers() })
    expect([what, answer.status < 300, answer.text]).toEqual([what, true, answer.text])
    await settleIdentity(world)
    const received = mailbox.messages.slice(from)
    expect([what, received.length > 0]).toEqual([what, true])
    for (const { raw } of received) {
      expect([what, foreignIn(raw, beta)]).toEqual([what, []])
      expect([what, hostsOf(raw).filter((host) => host !== alpha.host)]).toEqual([what, []])
    }
    return answer
  }

  test('have links of the home host of the account alone', async () => {
    const { reseller } = alpha
    // A user gets only so many e-mails in a day.
    const customer = await makeCustomerOf(reseller)
    const token = await world.make.passwordToken(customer)
    await settleIdentity(world)
    const user = {
      name: 'Eva Sanz',
      email: 'eva@alphacustomer.example',
      country: 'ES',
      timeZone: 'UTC',
      groupIds: [],
    }
    const { userName } = customer
    await cause('a reset', 'POST', '/session/reset', undefined, { userName, language: 'en' })
    const created = await world.call('POST', '/api/users', { token, body: user })
    expect([created.status, created.text]).toEqual([201, created.text])
    await cause('an invitation', 'POST', `/api/users/${created.body.id}/invitation`, token, {})
    await cause('an own e-mail address', 'POST', '/api/me/email', token, {
      email: 'olga@alphacustomer.example',
    })
    await cause('an API key', 'POST', '/api/apiKeys', token, { name: 'Reports' })
    const staffToken = await world.make.passwordToken(reseller.staff)
    await settleIdentity(world)
    const request = { accountId: customer.account, reason: 'Ticket 4711' }
    await cause('a support session', 'POST', '/api/resale/supportSessions', staffToken, request)
    const below = {
      name: 'Fleet',
      timeZone: 'UTC',
      owner: { name: 'Luis', email: 'luis@alphacustomer.example', country: 'ES' },
    }
    await cause('an account below', 'POST', '/api/resale/accounts', staffToken, below)
    const { name } = (await world.call('GET', '/api/account', { token })).body.account
    await cause('a closing', 'POST', '/api/account/closing', token, { name })
  }, 180_000)
})
