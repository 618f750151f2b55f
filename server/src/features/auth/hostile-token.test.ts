import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { Part } from '../../../test/tokens.ts'
import { decode, encode, findSigner, signWith } from '../../../test/tokens.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { SigningKey } from './signing-keys.types.ts'

let world: World
let account: MadeAccount
let ours: SigningKey
let header: Part
let claims: Part
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
  ours = await findSigner(world.ctx)
  ;({ header, claims } = decode(account.token))
})
afterAll(() => world.close())

const use = (authorization?: string) =>
  world.call('GET', '/api/account', authorization === undefined ? {} : { headers: { authorization } })

async function expectRefused(authorization?: string) {
  const { status, headers, body } = await use(authorization)
  expect(status).toBe(401)
  expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  expect(body).toMatchObject({ success: false, code: 'token.invalid' })
}
const refuse = (token: string) => expectRefused(`Bearer ${token}`)

/** Signed with the real key, so that a rejection has only one possible reason. */
const sign = (moreHeader: Part, moreClaims: Part) =>
  signWith(ours.privateKey, { ...header, ...moreHeader }, { ...claims, ...moreClaims })
const nowS = () => Math.floor(Date.now() / 1_000)

test('a handmade token signed with the real key works', async () => {
  expect((await use(`Bearer ${await sign({}, {})}`)).status).toBe(200)
  expect((await use(`bearer ${account.token}`)).status).toBe(200)
})

describe('rejects a token', () => {
  test('without a signature (alg none, in any spelling)', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
      const text = `${encode({ ...header, alg })}.${encode(claims)}`
      await refuse(`${text}.`)
      await refuse(`${text}.${decode(account.token).signature}`)
    }
  })

  test('signed with HS256 and the public key in any encoding', async () => {
    const { x } = ours.publicJwk as { x: string }
    const pem = Buffer.from(await crypto.subtle.exportKey('spki', ours.publicKey)).toString('base64')
    const secrets = [x, Buffer.from(x, 'base64url'), JSON.stringify(ours.publicJwk), pem]
    for (const secret of [...secrets, `-----BEGIN PUBLIC KEY-----\n${pem}\n-----END PUBLIC KEY-----\n`]) {
      for (const alg of ['HS256', 'EdDSA']) {
        const text = `${encode({ ...header, alg })}.${encode(claims)}`
        await refuse(`${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`)
      }
    }
  })

  test.each([
    ['another algorithm in its header', { alg: 'ES256' }, {}],
    ['another audience', {}, { aud: 'another-api' }],
    ['another issuer', {}, { iss: 'https://evil.example' }],
    ['another type', { typ: 'JWT' }, {}],
    ['no type', { typ: undefined }, {}],
    ['an unknown key id', { kid: 'A'.repeat(43) }, {}],
    ['no key id', { kid: undefined }, {}],
    ['a key id that is not a string', { kid: { $ne: '' } }, {}],
    ['an unsupported critical extension', { crit: ['exp'] }, {}],
    ['no audience', {}, { aud: undefined }],
    ['no subject', {}, { sub: undefined }],
    ['no account', {}, { account: undefined }],
    ['no client id', {}, { client_id: undefined }],
    ['no expiry', {}, { exp: undefined }],
    ['an expiry that is not a number', {}, { exp: '9999999999' }],
    ['no issue time', {}, { iat: undefined }],
    ['no jti', {}, { jti: undefined }],
  ])('with %s', async (_, moreHeader, moreClaims) => {
    await refuse(await sign(moreHeader, moreClaims))
  })

  test('that has expired or is not yet valid', async () => {
    await refuse(await sign({}, { exp: nowS() - 1 }))
    await refuse(await sign({}, { exp: nowS() }))
    await refuse(await sign({}, { nbf: nowS() + 60 }))
  })

  test('for an unknown user, account or key', async () => {
    const unknownUser = 'A'.repeat(22)
    const { account: accountId, ...other } = await world.make.account()
    await refuse(await sign({}, { sub: `usr_${unknownUser}` }))
    await refuse(await sign({}, { account: `acc_${unknownUser}` }))
    await refuse(await sign({}, { account: accountId }))
    await refuse(await sign({}, { client_id: `key_${unknownUser}.1` }))
    await refuse(await sign({}, { client_id: `${other.keyId}.1` }))
    await refuse(await sign({}, { client_id: account.keyId }))
    await refuse(await sign({}, { client_id: `${account.keyId}.2` }))
  })

  test('that contains its own key or a key URL', async () => {
    const own = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
    const jwk = { ...(await exportJWK(own.publicKey)), kid: ours.kid, alg: 'EdDSA' }
    const jku = 'https://evil.example/jwks.json'
    for (const more of [{}, { jwk }, { jku }, { x5u: jku }, { jwk, kid: undefined }, { jku, kid: 'mine' }]) {
      await refuse(await signWith(own.privateKey, { ...header, ...more }, claims))
    }
  })

  test('with any character changed', async () => {
    const { token } = account
    const last = token.length - 1
    // Only the first two bits of the last base64 character of 64 bytes are significant.
    for (const at of [0, 10, token.indexOf('.') + 1, token.lastIndexOf('.') - 1, last - 40, last - 1, last]) {
      const flipped = token[at] === 'A' ? 'w' : 'A'
      await refuse(token.slice(0, at) + flipped + token.slice(at + 1))
    }
    for (const length of [1, 20, token.lastIndexOf('.'), token.lastIndexOf('.') + 1, last]) {
      await refuse(token.slice(0, length))
    }
    await refuse(`${token}.${token}`)
    await refuse(`${token}A`)
  })

  test('with one byte of the signature flipped', async () => {
    const [head, body, signature] = account.token.split('.')
    const bytes = Buffer.from(signature!, 'base64url')
    for (const at of [0, 31, 32, 63]) {
      const flipped = Buffer.from(bytes)
      flipped[at]! ^= 1
      await refuse(`${head}.${body}.${flipped.toString('base64url')}`)
    }
  })

  test('that is missing or sent in another way', async () => {
    await expectRefused()
    for (const header of ['', 'Bearer', 'Bearer ', `Basic ${account.token}`, account.token, 'Bearer  ']) {
      await expectRefused(header)
    }
    await expectRefused(`Bearer ${account.token} ${account.token}`)
    await expectRefused(`Bearer ${'A'.repeat(8_000)}`)
    const inQuery = await world.call('GET', `/api/account?access_token=${account.token}`)
    expect(inQuery.status).toBe(401)
  })
})
