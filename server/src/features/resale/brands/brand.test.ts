import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOfAnswer, operations } from '../../../../test/contract/openapi.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import { pngOf } from '../../../../test/pictures.ts'
import type { MadeReseller } from '../../../../test/resale.ts'
import { adoptAccount, makeReseller } from '../../../../test/resale.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { createBrands } from './brand.api.ts'

let world: World
let alpha: MadeReseller
let dealer: MadeReseller
let beta: MadeReseller
let customer: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  alpha = await makeReseller(world)
  dealer = await makeReseller(world, { parentId: alpha.id })
  beta = await makeReseller(world)
  customer = await world.make.account()
  await adoptAccount(world, dealer, customer)
})
afterAll(() => world.close())

async function call(
  { staff }: Pick<MadeReseller, 'staff'>,
  method: string,
  path: string,
  body?: unknown,
  headers = {},
) {
  const answer = await world.call(method, path, { token: staff.token, body, headers })
  const shape = path.replace(/pictures\/\w+/, 'pictures/{type}')
  const operation = operations.find((one) => one.method === method && one.path === shape)!
  expect(faultsOfAnswer(operation, answer), `${method} ${path}: ${answer.text}`).toEqual([])
  return answer
}

const own = '/api/resale/brand'
const texts = (more: object = {}) => ({ name: 'Alpha Fleet', shortName: 'Alpha', color: '#0b7285', ...more })
const png = { 'content-type': 'image/png' }
/** A new one reads the database again. */
const brandOf = ({ accountId }: MadeAccount) => createBrands(world.ctx).readOfAccount(accountId)

test('without a brand that of the nearest node above is in force', async () => {
  const before = await call(alpha, 'GET', own)
  expect([before.body.brand, before.body.effectiveBrand.name]).toEqual([
    null,
    world.ctx.config.web.productName,
  ])

  const { status, body } = await call(
    alpha,
    'PUT',
    own,
    texts({ sentence: 'Since 1998', helpUrl: 'https://alpha.example/help' }),
  )
  expect([status, body.brand.name, body.brand.sentence, body.brand.termsUrl]).toEqual([
    200,
    'Alpha Fleet',
    'Since 1998',
    null,
  ])
  expect((await call(dealer, 'GET', own)).body).toMatchObject({
    brand: null,
    effectiveBrand: { name: 'Alpha Fleet' },
  })
  expect((await brandOf(customer)).name).toBe('Alpha Fleet')
  expect((await brandOf(beta.staff)).name).toBe(world.ctx.config.web.productName)

  await call(dealer, 'PUT', own, texts({ name: 'Dealer', shortName: 'Dealer' }))
  // A brand is whole: nothing of the one above shows through.
  expect(await brandOf(customer)).toMatchObject({ name: 'Dealer', sentence: null })
  expect((await brandOf(alpha.staff)).name).toBe('Alpha Fleet')
  const read = await world.call('GET', '/api/brand', { token: customer.token })
  expect([read.status, read.body.brand.name]).toEqual([200, 'Dealer'])

  await call(dealer, 'DELETE', own)
  expect((await brandOf(customer)).name).toBe('Alpha Fleet')
})

test.each([
  ['a color by name', { color: 'red' }],
  ['markup in a color', { color: '#fff;}' }],
  ['a short name of 13 characters', { shortName: 'Thirteen char' }],
  ['a name that changes the direction of text', { name: 'Alpha\u202Egpj' }],
  ['a line break in a name', { name: 'Alpha\nBcc: a@b.example' }],
  ['a link to a script', { helpUrl: 'javascript:alert(1)' }],
  ['a link without TLS', { helpUrl: 'http://alpha.example/' }],
  ['a link with a password', { termsUrl: 'https://alpha:secret@evil.example/' }],
  ['a link with markup', { privacyUrl: 'https://alpha.example/"><script>' }],
  ['a link without a host', { imprintUrl: 'https://' }],
  ['a sentence of 301 characters', { sentence: 'x'.repeat(301) }],
  ['two addresses for answers', { replyTo: 'a@alpha.example, b@evil.example' }],
  ['a telephone number with a script', { supportPhone: '+34 600 <b>' }],
  ['a field that does not exist', { css: 'body{}' }],
])('refuses %s', async (_what, more) => {
  const before = (await call(alpha, 'GET', own)).body.brand
  const { status, body } = await call(alpha, 'PUT', own, texts(more))
  expect([status, body.code]).toEqual([400, 'body.invalid'])
  expect((await call(alpha, 'GET', own)).body.brand).toEqual(before)
})

test('a reseller does not take the name of the platform', async () => {
  const name = ` ${world.ctx.config.web.productName.toUpperCase()}. `
  const { status, body } = await call(beta, 'PUT', own, texts({ name }))
  expect([status, body.code]).toEqual([409, 'brand.name_reserved'])
})

test('pictures are stored as pixels and served for a year', async () => {
  expect((await call(beta, 'PUT', `${own}/pictures/icon`, pngOf(512, [9, 9, 9]), png)).body.code).toBe(
    'brand.not_set',
  )
  await call(beta, 'PUT', own, texts({ name: 'Beta' }))
  const sent = Buffer.from(pngOf(600, [200, 30, 30]))
  const { status, body } = await call(beta, 'PUT', `${own}/pictures/icon`, sent, png)
  expect([status, body.brand?.pictures.icon?.width]).toEqual([200, 512])
  const { icon, icon192, iconMaskable } = body.effectiveBrand.pictures
  for (const picture of [icon, icon192, iconMaskable]) {
    const read = await world.app.inject({ url: picture.url })
    expect([read.statusCode, read.headers['content-type']]).toEqual([200, 'image/png'])
    expect(read.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(read.headers['content-security-policy']).toContain(`default-src 'none'`)
    expect([read.rawPayload.readUInt32BE(16), read.rawPayload.equals(sent)]).toEqual([picture.width, false])
  }
  await call(beta, 'DELETE', `${own}/pictures/icon`)
  expect((await world.app.inject({ url: icon.url })).statusCode).toBe(404)
})

test('authenticator apps and passkeys show the name of the brand', async () => {
  const account = await world.make.account()
  await adoptAccount(world, alpha, account)
  await call(alpha, 'PUT', own, texts({ name: 'Alpha Fleet' }))
  const token = await world.make.passwordToken(account)
  const { body } = await world.call('POST', '/api/me/totp', { token })
  expect(new URL(body.uri).searchParams.get('issuer')).toBe('Alpha Fleet')
  const passkey = await world.call('POST', '/api/me/passkeys/options', { token })
  expect(passkey.body.options.rp.name).toBe('Alpha Fleet')
})

test('refuses what is not a picture of the kind', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const asSvg = await call(alpha, 'PUT', `${own}/pictures/logoLight`, svg, {
    'content-type': 'image/svg+xml',
  })
  expect(asSvg.status).toBe(415)
  const asPng = await call(alpha, 'PUT', `${own}/pictures/logoLight`, svg, png)
  expect([asPng.status, asPng.body.code]).toEqual([422, 'brand.picture_refused'])
  expect((await call(alpha, 'GET', own)).body.brand.pictures.logoLight).toBeNull()
})

test('users without the role and other accounts change no brand', async () => {
  const user = await world.make.user(alpha.staff)
  const answer = await world.call('PUT', own, { token: user.token, body: texts() })
  expect([answer.status, answer.body.code]).toEqual([403, 'account.not_allowed'])
  const other = await world.call('PUT', own, { token: customer.token, body: texts() })
  expect([other.status, other.body.code]).toEqual([404, 'resale.not_found'])
})

test('the page, the configuration and the manifest show the brand of the platform', async () => {
  const config = (await world.app.inject({ url: '/web/config.json' })).json()
  expect([config.productName, config.brand.color]).toEqual([world.ctx.config.web.productName, '#1864ab'])
  expect(config.brand).not.toHaveProperty('replyTo')
  const manifest = await world.app.inject({ url: '/manifest.webmanifest' })
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
  expect(manifest.json()).toMatchObject({ id: '/', display: 'standalone', name: config.productName })
})
