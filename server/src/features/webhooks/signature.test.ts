import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, test } from 'vitest'
import { newSecret, signatureOf } from './signature.ts'

/** The published example of Standard Webhooks. */
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

describe('a signature', () => {
  test('is the one of the published vector', () => {
    expect(signatureOf([vector.secret], vector)).toBe(vector.signature)
  })

  test('changes with the identifier, the time, the body and the secret', () => {
    const others = [
      signatureOf([vector.secret], { ...vector, id: 'msg_other' }),
      signatureOf([vector.secret], { ...vector, timestamp: vector.timestamp + 1 }),
      signatureOf([vector.secret], { ...vector, body: '{"test":2432232314}' }),
      signatureOf([newSecret()], vector),
    ]
    expect(new Set([vector.signature, ...others]).size).toBe(5)
  })

  test('covers the bytes of the body, whatever its characters', () => {
    const body = '{"name":"Señora 🚢"}'
    const key = Buffer.from(vector.secret.slice('whsec_'.length), 'base64')
    const bytes = Buffer.concat([Buffer.from(`${vector.id}.${vector.timestamp}.`), Buffer.from(body)])
    const expected = createHmac('sha256', key).update(bytes).digest('base64')
    expect(signatureOf([vector.secret], { ...vector, body })).toBe(`v1,${expected}`)
  })

  test('is a list during a rotation, the new one first', () => {
    const fresh = newSecret()
    const [first, second, ...more] = signatureOf([fresh, vector.secret], vector).split(' ')
    expect([first, second, more]).toEqual([signatureOf([fresh], vector), vector.signature, []])
  })
})

test('a secret has 32 random bytes after its prefix', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
  expect(newSecret()).not.toBe(secret)
})

test('the documented verification code accepts our signatures and nothing else', async () => {
  const text = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, code = ''] = /```ts run\n(.*?)```/s.exec(text) ?? []
  const { isOurs } = await import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`)
  const [secret, other] = [newSecret(), newSecret()]
  const body = '{"id":"evt_1","name":"Señora 🚢"}'
  const signed = (secrets: string[], timestamp = Math.floor(Date.now() / 1_000)) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(secrets, { id: 'evt_1', timestamp, body }),
  })
  expect(isOurs(secret, signed([secret]), body)).toBe(true)
  expect(isOurs(secret, signed([other, secret]), body)).toBe(true)
  expect(isOurs(secret, signed([other]), body)).toBe(false)
  expect(isOurs(secret, signed([secret]), `${body} `)).toBe(false)
  expect(isOurs(secret, signed([secret], 1_614_265_330), body)).toBe(false)
})
