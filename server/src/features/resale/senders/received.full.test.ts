// E-mails of three brands as Postfix and opendkim receive them: signed, aligned, and refused when changed. mailauth, which
// shares no code with opendkim, is asked too.

import { authenticate } from 'mailauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailbox } from '../../../../test/mailbox.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import type { NameServer } from '../../../../test/name-server.ts'
import { openNameServer } from '../../../../test/name-server.ts'
import type { Postfix } from '../../../../test/postfix.ts'
import { hasPostfix, openPostfix } from '../../../../test/postfix.ts'
import type { MadeReseller } from '../../../../test/resale.ts'
import { adoptAccount, makeReseller } from '../../../../test/resale.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { createSmtp } from '../../notifications/channels/smtp.ts'
import { checkDueSenders } from './checking.ts'
import { createDnsLookup } from './dns-records.ts'
import { createMailBrands } from './mail-brand.api.ts'

const domains = ['alpha.example', 'mail.beta.example', 'gamma-gps.example']
const dayMs = 86_400_000

interface Brand {
  domain: string
  reseller: MadeReseller
  customer: MadeAccount
}

let world: World
let dns: NameServer
let postfix: Postfix
let brands: Brand[]
beforeAll(async () => {
  if (!hasPostfix) return
  dns = await openNameServer()
  postfix = await openPostfix(dns.address)
  world = await openWorld({
    RASTRO_SMTP_URL: postfix.url,
    RASTRO_MAIL_FROM: 'Platform <alerts@platform.example>',
    RASTRO_WEBHOOK_DNS_SERVERS: dns.address,
  })
  brands = []
  for (const domain of domains) brands.push(await makeBranded(domain))
}, 120_000)
afterAll(async () => {
  if (!hasPostfix) return
  await world.close()
  await postfix.close()
  await dns.close()
})

async function makeBranded(domain: string): Promise<Brand> {
  const reseller = await makeReseller(world)
  const customer = await world.make.account()
  await adoptAccount(world, reseller, customer)
  const { token } = reseller.staff
  const name = domain.split('.')[0]!
  await world.call('PUT', '/api/resale/brand', {
    token,
    body: { name, shortName: name.slice(0, 12), color: '#0b7285', replyTo: `help@${domain}` },
  })
  const body = { address: `alerts@${domain}` }
  const { email } = (await world.call('PUT', '/api/resale/senders/email', { token, body })).body
  dns.texts.set(email.records[0].name, [email.records[0].value])
  const checked = await world.call('POST', '/api/resale/senders/email/check', { token })
  expect(checked.body.email.state).toBe('verified')
  return { domain, reseller, customer }
}

const content = {
  subject: 'Ünder way: Truck 7',
  text: 'Truck 7 is faster than 90 km/h.\n.A line with a dot\n',
  html: '<p>Truck 7 is faster than 90 km/h.</p>',
  short: '',
  picture: Buffer.alloc(40_000, 7),
}

/** An alert with a picture, as it is in the mailbox of the recipient. */
async function receive({ customer: { accountId } }: Brand): Promise<string> {
  const smtp = createSmtp(world.ctx, postfix.url, createMailBrands(world.ctx))
  const id = `ntf_${Math.random().toString(36).slice(2)}`
  const outcome = await smtp.send({ id, to: 'eva@receiver.example', accountId, content })
  await smtp.stop()
  expect(outcome).toEqual({ kind: 'accepted' })
  return find(id)
}

async function find(id: string): Promise<string> {
  const one = async () => (await postfix.read()).find((raw) => raw.includes(`X-Notification-ID: ${id}`))
  await expect.poll(one, { timeout: 30_000 }).toBeTypeOf('string')
  return (await one())!
}

/** What opendkim found, without line breaks. */
const resultOf = (raw: string) =>
  /^Authentication-Results: mx\.receiver\.example;((?:\r?\n[ \t]|.)*)/m.exec(raw)![1]!.replace(/\s+/g, ' ')

/** What mailauth finds: of DKIM, and of DMARC in its strict form. */
async function authenticated(
  raw: string,
): Promise<{ dkim: string; domain: string | undefined; dmarc: string }> {
  // The mailbox has the line breaks of Unix.
  const message = Buffer.from(raw.replace(/\r?\n/g, '\r\n'))
  const resolver = async (name: string, type: string) => {
    const policy = name.startsWith('_dmarc.') ? ['v=DMARC1; p=reject; adkim=s; aspf=s'] : undefined
    const found = type === 'TXT' ? (policy ?? dns.texts.get(name)) : undefined
    if (!Array.isArray(found)) throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' })
    return found.map((text) => [text])
  }
  const from = { ip: '192.0.2.1', helo: 'mail.platform.example', sender: 'alerts@platform.example' }
  const { dkim, dmarc } = await authenticate(message, { ...from, trustReceived: false, resolver })
  const [signature] = dkim.results
  return {
    dkim: signature!.status.result,
    domain: signature!.signingDomain,
    dmarc: dmarc ? dmarc.status.result : 'none',
  }
}

test.runIf(hasPostfix)(
  'the e-mails of three brands pass, and the signing domain is that of the sender',
  async () => {
    for (const brand of brands) {
      const raw = await receive(brand)
      expect(resultOf(raw)).toContain(`dkim=pass (2048-bit key; unprotected) header.d=${brand.domain} `)
      expect(await authenticated(raw)).toEqual({ dkim: 'pass', domain: brand.domain, dmarc: 'pass' })
      expect(/^From: .*@([^>\s]+)>$/m.exec(raw)![1]).toBe(brand.domain)
      expect(raw).toContain('Return-Path: <alerts@platform.example>')
      const others = domains.filter((domain) => domain !== brand.domain)
      expect(others.filter((domain) => raw.includes(domain))).toEqual([])
      expect(raw).not.toMatch(/rastro/i)
    }
  },
  180_000,
)

/** The signed bytes, as a mail server on the way has them. */
async function sign({ customer: { accountId } }: Brand, id: string): Promise<string> {
  const mailbox = await openMailbox()
  const smtp = createSmtp(world.ctx, mailbox.url, createMailBrands(world.ctx))
  await smtp.send({ id, to: 'eva@receiver.example', accountId, content })
  await smtp.stop()
  await mailbox.close()
  return mailbox.messages[0]!.raw
}

test.runIf(hasPostfix).each([
  ['body', (raw: string) => raw.replace('90 km/h', '91 km/h')],
  [
    'subject',
    (raw: string) => raw.replace('Subject: =?UTF-8?Q?=C3=9Cnder_way', 'Subject: =?UTF-8?Q?=C3=9Cnder_Way'),
  ],
  ['sender', (raw: string) => raw.replace(/^(From: .*)<alerts@/m, '$1<alertz@')],
  ['recipient of answers', (raw: string) => raw.replace('Reply-To: help@', 'Reply-To: helq@')],
])(
  'one byte of the %s changed fails',
  async (what, change) => {
    const id = `changed-${what.replaceAll(' ', '-')}`
    const raw = await sign(brands[0]!, id)
    const changed = change(raw)
    expect([changed === raw, changed.length]).toEqual([false, raw.length])
    await submit(changed)
    const received = await find(id)
    expect(resultOf(received)).toMatch(/dkim=fail|dkim=permerror/)
    expect((await authenticated(received)).dkim).not.toBe('pass')
  },
  120_000,
)

/** With the plain protocol: a mail program would write headers of its own. */
async function submit(raw: string): Promise<void> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const { hostname: host, port } = new URL(postfix.url)
  const connection = new SMTPConnection({ host, port: Number(port), ignoreTLS: true })
  await new Promise<void>((resolve, reject) =>
    connection.connect((error) => (error ? reject(error) : resolve())),
  )
  const envelope = { from: 'alerts@platform.example', to: ['eva@receiver.example'] }
  await new Promise<void>((resolve, reject) => {
    connection.send(envelope, raw, (error) => (error ? reject(error) : resolve()))
  })
  connection.quit()
}

test.runIf(hasPostfix)(
  'a record that is withdrawn falls back within a day, and no e-mail is lost',
  async () => {
    const [brand] = brands
    dns.texts.clear()
    world.clock.offsetMs = dayMs
    await checkDueSenders(world.ctx, createDnsLookup([dns.address]))
    const raw = await receive(brand!)
    world.clock.release()
    expect(resultOf(raw)).toContain('dkim=none')
    expect(raw).toMatch(/^From: alpha <alerts@platform\.example>$/m)
  },
  120_000,
)
