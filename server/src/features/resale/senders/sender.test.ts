import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../../../test/mailbox.ts'
import { openMailbox } from '../../../../test/mailbox.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import type { NameServer } from '../../../../test/name-server.ts'
import { openNameServer } from '../../../../test/name-server.ts'
import type { MadeReseller } from '../../../../test/resale.ts'
import { adoptAccount, makeReseller } from '../../../../test/resale.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { addOperator } from '../../accounts/operator.api.ts'
import { createMailSender } from '../../notifications/mail.api.ts'
import { checkDueSenders, noteSenders } from './checking.ts'
import { createDnsLookup } from './dns-records.ts'
import { createMailBrands } from './mail-brand.api.ts'

const own = '/api/resale/senders'
const hourMs = 3_600_000

let world: World
let mailbox: Mailbox
let dns: NameServer
let alpha: MadeReseller
let beta: MadeReseller
let customer: MadeAccount
beforeAll(async () => {
  mailbox = await openMailbox()
  dns = await openNameServer()
  world = await openWorld({
    RASTRO_SMTP_URL: mailbox.url,
    RASTRO_MAIL_FROM: 'Platform <alerts@platform.example>',
    RASTRO_WEBHOOK_DNS_SERVERS: dns.address,
  })
  alpha = await makeReseller(world)
  beta = await makeReseller(world)
  customer = await world.make.account()
  await adoptAccount(world, alpha, customer)
  for (const [reseller, name] of [
    [alpha, 'Alpha'],
    [beta, 'Beta'],
  ] as const) {
    const body = { name, shortName: name, color: '#0b7285' }
    await world.call('PUT', '/api/resale/brand', { token: reseller.staff.token, body })
  }
})
beforeEach(async () => {
  for (const { staff } of [alpha, beta])
    for (const kind of ['email', 'sms']) await world.call('DELETE', `${own}/${kind}`, { token: staff.token })
  dns.texts.clear()
})
afterEach(() => world.clock.release())
afterAll(async () => {
  await world.close()
  await Promise.all([mailbox.close(), dns.close()])
})

const as = ({ staff }: MadeReseller, method: string, path: string, body?: object) =>
  world.call(method, path, { token: staff.token, ...(body && { body }) })
const setAddress = async (address: string) => (await as(alpha, 'PUT', `${own}/email`, { address })).body.email
/** As the person does who copies the record. */
const publish = (email: { records: { name: string; value: string }[] }) =>
  dns.texts.set(email.records[0]!.name, [email.records[0]!.value])
const check = async () => (await as(alpha, 'POST', `${own}/email/check`)).body.email
const checkAll = () => checkDueSenders(world.ctx, createDnsLookup([dns.address]))

/** An e-mail to the account, as received. */
async function receive({ accountId }: MadeAccount): Promise<string> {
  const sender = createMailSender(world.ctx, createMailBrands(world.ctx))!
  const to = `${Math.random()}@example.com`
  const mail = { id: 'n1', to, accountId, subject: 'Ünder way', text: 'Hello', html: '<p>Hello</p>' }
  expect((await sender.send(mail)).kind).toBe('accepted')
  await sender.stop()
  return mailbox.messages.find((one) => one.to === to)!.raw
}
const isSigned = (raw: string) => raw.startsWith('DKIM-Signature:')

test('an address is used once DNS has its key', async () => {
  const email = await setAddress('Alerts@Alpha.example')
  expect(email).toMatchObject({ address: 'alerts@alpha.example', state: 'pending', fault: null })
  const [dkim, dmarc] = email.records
  expect(dkim.name).toMatch(/^[a-z0-9]{10}\._domainkey\.alpha\.example$/)
  expect(dkim.value).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{380,}={0,2}$/)
  expect(dmarc).toMatchObject({ name: '_dmarc.alpha.example', isRequired: false })
  expect(isSigned(await receive(customer))).toBe(false)

  expect(await check()).toMatchObject({ state: 'pending', fault: 'missing', hasDmarc: false })
  world.clock.offsetMs = 6_000
  publish(email)
  dns.texts.set('_dmarc.alpha.example', ['v=DMARC1; p=reject'])
  expect(await check()).toMatchObject({ state: 'verified', fault: null, hasDmarc: true })
  const raw = await receive(customer)
  expect(raw).toContain('From: Alpha <alerts@alpha.example>')
  expect(raw).toContain(' d=alpha.example;')
  expect(raw).toContain('X-Notification-ID: n1')
  expect(raw.match(/platform\.example|Rastro/gi)).toBeNull()
})

test('another address of the domain keeps the key, and another domain gets a new one', async () => {
  const email = await setAddress('alerts@alpha.example')
  publish(email)
  await check()
  const same = await setAddress('fleet@alpha.example')
  expect(same).toMatchObject({ state: 'verified', records: email.records })
  const other = await setAddress('fleet@other.example')
  expect(other.state).toBe('pending')
  expect(other.records[0].value).not.toBe(email.records[0].value)
})

test.each([
  ['different', () => ['v=DKIM1; k=rsa; p=AAAA']],
  ['different', (value: string) => [value.replace('k=rsa', 'k=ed25519')]],
  ['different', () => ['v=DKIM1; k=rsa; p=']],
  ['several', (value: string) => [value, value]],
  ['testing', (value: string) => [value.replace('; p=', '; t=y; p=')]],
  [null, (value: string) => [value.replace('; p=', '; t=s; h=sha256; s=email; n=hi; p=')]],
  [null, (value: string) => [value.replace('v=DKIM1; ', '')]],
])('a record that is %s', async (fault, change) => {
  const email = await setAddress('alerts@alpha.example')
  dns.texts.set(email.records[0].name, change(email.records[0].value))
  expect((await check()).fault).toBe(fault)
})

describe('a verified sender', () => {
  beforeEach(async () => {
    publish(await setAddress('alerts@alpha.example'))
    expect((await check()).state).toBe('verified')
    await noteSenders(world.ctx)
  })

  test('whose record is withdrawn falls back within a day, and returns', async () => {
    const texts = new Map(dns.texts)
    dns.texts.clear()
    world.clock.offsetMs = 23 * hourMs
    await checkAll()
    const raw = await receive(customer)
    expect([isSigned(raw), raw.includes('From: Alpha <alerts@platform.example>')]).toEqual([false, true])
    world.clock.release()
    expect((await as(alpha, 'GET', own)).body.email).toMatchObject({ state: 'withdrawn', fault: 'missing' })
    await noteSenders(world.ctx)
    const { changes } = (await as(alpha, 'GET', '/api/audit')).body
    expect(changes[0]).toMatchObject({
      action: 'resale.email_sender_withdrawn',
      after: { address: 'alerts@alpha.example', fault: 'missing' },
    })
    const { rows } = await world.superuser.query(
      `select type from outbox where account_id = $1 and type like '%email_sender%' order by number`,
      [alpha.staff.accountId],
    )
    expect(rows.map(({ type }) => type)).toContain('account.email_sender_withdrawn')

    for (const [name, values] of texts) dns.texts.set(name, values)
    world.clock.offsetMs = 25 * hourMs
    await checkAll()
    expect(isSigned(await receive(customer))).toBe(true)
  })

  test('stays in use while DNS does not answer, for less than a day', async () => {
    const [name] = dns.texts.keys()
    dns.texts.set(name!, 'is silent')
    world.clock.offsetMs = 7 * hourMs
    await checkAll()
    expect(isSigned(await receive(customer))).toBe(true)
    world.clock.offsetMs = 22 * hourMs
    await checkAll()
    expect(isSigned(await receive(customer))).toBe(false)
    world.clock.release()
    expect((await as(alpha, 'GET', own)).body.email.fault).toBe('unreachable')
  }, 60_000)

  test('of a mail server that refuses its address loses no e-mail', async () => {
    let asked = 0
    // Once for the recipient and once for the content of the first e-mail.
    mailbox.behaviour = () => (asked++ < 2 ? { content: 553 } : 'accepts')
    const raw = await receive(customer)
    mailbox.behaviour = 'accepts'
    expect([isSigned(raw), raw.includes('<alerts@platform.example>')]).toEqual([false, true])
  })

  test('whose key cannot be read loses no e-mail', async () => {
    const { config } = world.ctx
    const ctx = { ...world.ctx, config: { ...config, access: { ...config.access, secret: 'x'.repeat(40) } } }
    const brand = await createMailBrands(ctx)(customer.accountId)
    expect([brand?.name, brand?.sender]).toEqual(['Alpha', null])
  })
})

test('a sub-reseller with a brand of its own does not send as the one above', async () => {
  publish(await setAddress('alerts@alpha.example'))
  await check()
  const below = await makeReseller(world, { parentId: alpha.id })
  const itsCustomer = await world.make.account()
  await adoptAccount(world, below, itsCustomer)
  expect(isSigned(await receive(itsCustomer))).toBe(true)
  const body = { name: 'Below', shortName: 'Below', color: '#0b7285' }
  await as(below, 'PUT', '/api/resale/brand', body)
  const raw = await receive(itsCustomer)
  expect([isSigned(raw), raw.includes('From: Below <alerts@platform.example>')]).toEqual([false, true])
})

test.each([
  'alpha.example',
  'alerts@alpha',
  'alerts@[10.0.0.1]',
  'alerts@10.0.0.1',
  'a b@alpha.example',
  '"a"@alpha.example',
  'alerts@alpha.example\r\nBcc: x@y.example',
  `alerts@${'a'.repeat(64)}.example`,
  'alerts@älpha.example',
])('refuses %s', async (address) => {
  expect((await as(alpha, 'PUT', `${own}/email`, { address })).status).toBe(400)
})

test.each(['alerts@platform.example', 'alerts@x.platform.example'])(
  'refuses the domain of the platform: %s',
  async (address) => {
    const { status, body } = await as(alpha, 'PUT', `${own}/email`, { address })
    expect([status, body.code]).toEqual([409, 'sender.domain_reserved'])
  },
)

test('needs a brand, and is checked once in 5 seconds', async () => {
  const gamma = await makeReseller(world)
  const { body } = await as(gamma, 'PUT', `${own}/email`, { address: 'alerts@gamma.example' })
  expect(body.code).toBe('brand.not_set')
  expect((await as(alpha, 'POST', `${own}/email/check`)).body.code).toBe('sender.not_found')
  await setAddress('alerts@alpha.example')
  await check()
  const again = await as(alpha, 'POST', `${own}/email/check`)
  expect([again.status, again.body.code]).toEqual([429, 'sender.checked_recently'])
})

test('the private key leaves in no answer and no log, and is stored sealed', async () => {
  const email = await setAddress('alerts@alpha.example')
  const { rows } = await world.superuser.query(`select private_key from email_senders where address = $1`, [
    email.address,
  ])
  expect(rows[0].private_key.toString('latin1')).not.toContain('PRIVATE KEY')
  const { text } = await as(alpha, 'GET', own)
  expect(text).not.toMatch(/PRIVATE|private/)
})

test('another reseller and a customer change and see nothing of it', async () => {
  await setAddress('alerts@alpha.example')
  expect((await as(beta, 'GET', own)).body).toMatchObject({ email: null, sms: null })
  await as(beta, 'PUT', `${own}/email`, { address: 'alerts@beta.example' })
  await as(beta, 'DELETE', `${own}/email`)
  expect((await as(alpha, 'GET', own)).body.email.address).toBe('alerts@alpha.example')
  const byCustomer = await world.call('GET', own, { token: customer.token })
  expect([byCustomer.status, byCustomer.body.code]).toEqual([404, 'resale.not_found'])
})

describe('the sender of SMS', () => {
  const setSms = (sender: string) => as(alpha, 'PUT', `${own}/sms`, { sender })
  const smsOf = async () => (await createMailBrands(world.ctx)(customer.accountId))?.smsSender
  let operatorToken: string
  beforeAll(async () => {
    const account = await world.make.account()
    operatorToken = await world.make.passwordToken(account)
    const operator = { userName: account.userName, email: 'ops@example.com' }
    await addOperator(world.ctx, operator)
  })
  const decide = (action: string, body: object, token = operatorToken) =>
    world.call('POST', `/api/resale/smsSenders/${alpha.id}/${action}`, { token, body })

  test('is used once the platform has approved it', async () => {
    expect((await setSms('AlphaGPS')).body.sms).toMatchObject({ sender: 'AlphaGPS', state: 'requested' })
    expect(await smsOf()).toBe(null)
    const byItself = await decide('approve', { sender: 'AlphaGPS' }, alpha.staff.token)
    expect([byItself.status, byItself.body.code]).toEqual([403, 'resale.platform_only'])
    const { smsSenders } = (await world.call('GET', '/api/resale/smsSenders', { token: operatorToken })).body
    expect(smsSenders).toEqual([
      expect.objectContaining({ resellerId: alpha.id, sender: 'AlphaGPS', state: 'requested' }),
    ])
    expect((await decide('approve', { sender: 'Other' })).status).toBe(404)
    expect((await decide('approve', { sender: 'AlphaGPS' })).body.sms.state).toBe('approved')
    expect(await smsOf()).toBe('AlphaGPS')
    // The same one stays approved, another one does not.
    expect((await setSms('AlphaGPS')).body.sms.state).toBe('approved')
    expect((await setSms('Bank')).body.sms.state).toBe('requested')
    expect(await smsOf()).toBe(null)
    const refused = await decide('refuse', { sender: 'Bank', reason: 'The name of another company.' })
    expect(refused.body.sms).toMatchObject({ state: 'refused', reason: 'The name of another company.' })
  })

  test.each(['A', 'Alpha GPS 12', 'Alpha\n', '12', '+1234567890123456', 'Älpha', '<b>'])(
    'refuses %j',
    async (sender) => {
      expect((await setSms(sender)).status).toBe(400)
    },
  )

  test.each(['Alpha GPS', '+34600111222', '12345', 'A1'])('accepts %j', async (sender) => {
    expect((await setSms(sender)).status).toBe(200)
  })

  test('a reseller cannot approve by SQL', async () => {
    await setSms('AlphaGPS')
    await expect(
      world.ctx.db.forReseller(
        alpha.path,
      )`update sms_senders set state = 'approved' where path = ${alpha.path}`,
    ).rejects.toThrow('row-level security')
  })
})
