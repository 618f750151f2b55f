import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { newBrowserKeys } from '../../../test/push-browsers.ts'
import { areBrowserKeys, encryptPush, maxPlaintextBytes, vapidHeader } from './web-push.ts'

/** RFC 8291, appendix A. */
const example = {
  plaintext: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  browserPrivateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const bytes = (text: string) => Buffer.from(text, 'base64url')

const { decrypt, shown } = newBrowserKeys({ privateKey: example.browserPrivateKey, auth: example.auth })

describe('a push message', () => {
  test("is that of the RFC's example, byte for byte", () => {
    const secrets = { salt: bytes(example.salt), privateKey: bytes(example.privateKey) }
    const body = encryptPush(example, Buffer.from(example.plaintext), secrets)
    expect(body.toString('base64url')).toBe(example.body)
    expect(shown.p256dh).toBe(example.p256dh)
    expect(decrypt(body)).toBe(example.plaintext)
  })

  test('has a salt and a key of its own, and is read with the keys of its browser', () => {
    const texts = ['', 'Ñandú 🚤', 'x'.repeat(maxPlaintextBytes)]
    const bodies = texts.map((text) => encryptPush(example, Buffer.from(text)))
    expect(bodies.map(decrypt)).toEqual(texts)
    expect(new Set(bodies.map((body) => body.toString('hex', 0, 86))).size).toBe(texts.length)
    expect(bodies.at(-1)).toHaveLength(4_096)
    expect(() => encryptPush(example, Buffer.alloc(maxPlaintextBytes + 1))).toThrow(RangeError)
  })

  test.each([
    [
      'a point that is not on the curve',
      { ...example, p256dh: bytes(example.p256dh).fill(7, 1).toString('base64url') },
    ],
    [
      'a compressed point',
      { ...example, p256dh: bytes(example.p256dh).subarray(0, 33).toString('base64url') },
    ],
    ['a short secret', { ...example, auth: example.auth.slice(0, 10) }],
    ['nothing', { p256dh: '', auth: '' }],
  ])('cannot be encrypted for %s', (_what, keys) => {
    expect(areBrowserKeys(example)).toBe(true)
    expect(areBrowserKeys(keys)).toBe(false)
  })
})

test('the token for a push service names it, and its signature is verified with the published key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), bytes(x!), bytes(y!)]).toString('base64url')
  const expiresAt = new Date(Date.now() + 3_600_000)
  const header = vapidHeader(
    { privateKey, publicKey: point },
    { origin: 'https://push.example', subject: 'https://rastro.example', expiresAt },
  )
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header)!
  expect(key).toBe(point)
  const { payload, protectedHeader } = await jwtVerify(
    token!,
    createPublicKey(publicKey.export({ format: 'pem', type: 'spki' })),
    {
      audience: 'https://push.example',
    },
  )
  expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(payload).toEqual({
    aud: 'https://push.example',
    exp: Math.floor(expiresAt.getTime() / 1_000),
    sub: 'https://rastro.example',
  })
})
