import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld, testSettings } from '../../../test/world.ts'
import { readConfigWithFaults } from '../../config/config.ts'

const portal = 'https://portal.example'
const partner = 'https://partner.example:8443'
const otherOrigins = [
  'https://evil.example',
  'http://portal.example',
  'https://portal.example:8443',
  'https://portal.example.evil.example',
  'https://evilportal.example',
  'https://sub.portal.example',
  'HTTPS://PORTAL.EXAMPLE',
  'https://portal.example/',
  'null',
  '*',
]

let world: World
let closed: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld({ RASTRO_CORS_ORIGINS: `${portal}, ${partner}` })
  closed = await openWorld()
  account = await world.make.account()
})
afterAll(async () => {
  await world.close()
  await closed.close()
})

const corsOf = (headers: Record<string, unknown>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))
const ask = (path: string, origin: string, method = 'GET') =>
  world.call('OPTIONS', path, { headers: { origin, 'access-control-request-method': method } })

describe('a page of an allowed origin', () => {
  test.each([portal, partner])('reads responses: %s', async (origin) => {
    const { token } = account
    const { status, headers } = await world.call('GET', '/api/account', { token, headers: { origin } })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
    expect(headers['access-control-expose-headers']).toContain('ETag')
  })

  test('reads error responses', async () => {
    for (const path of ['/api/account', '/api/nothing']) {
      const { headers, body } = await world.call('GET', path, { headers: { origin: portal } })
      expect([body.success, headers['access-control-allow-origin']]).toEqual([false, portal])
    }
  })

  test('follows the stream', async () => {
    const { headers } = await world.call('GET', '/api/stream?forSeconds=1', {
      token: account.token,
      headers: { origin: portal },
    })
    expect(headers['content-type']).toContain('text/event-stream')
    expect(headers).toMatchObject({ 'access-control-allow-origin': portal, vary: 'Origin' })
  })

  test('gets the allowed methods in a preflight, without a token', async () => {
    const { status, headers, text } = await ask(`/api/devices/dev_${'0'.repeat(22)}`, portal, 'PATCH')
    expect([status, text]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': portal,
      'access-control-allow-methods': 'DELETE, GET, HEAD, PATCH, PUT',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
      'access-control-max-age': '600',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    })
  })

  test('reads the API documents and the public keys', async () => {
    for (const path of ['/openapi.json', '/asyncapi.json', '/.well-known/jwks.json']) {
      const { headers } = await world.call('GET', path, { headers: { origin: portal } })
      expect([path, headers['access-control-allow-origin']]).toEqual([path, portal])
    }
  })

  test('cannot authenticate with a cookie: sessions are only for the web interface', async () => {
    const { userName, password } = account
    const body = { userName, password }
    const signedIn = await world.call('POST', '/session', { body, headers: { origin: portal } })
    expect([signedIn.status, corsOf(signedIn.headers)]).toEqual([403, []])
    expect(corsOf((await ask('/session', portal, 'POST')).headers)).toEqual([])
    const used = await world.call('GET', '/api/account', {
      token: account.token,
      headers: { origin: portal },
    })
    expect(corsOf(used.headers)).not.toContain('access-control-allow-credentials')
  })
})

describe('a page of any other origin', () => {
  test.each(otherOrigins)('reads nothing: %s', async (origin) => {
    const { token } = account
    const answer = await world.call('GET', '/api/account', { token, headers: { origin } })
    expect(corsOf(answer.headers)).toEqual([])
    // A cache must not serve it the response for another origin.
    expect(answer.headers.vary).toBe('Origin')
    const response = await ask('/api/account', origin)
    expect([response.status, corsOf(response.headers)]).toEqual([405, []])
  })

  test('reads nothing if no origin is allowed', async () => {
    const { headers } = await closed.call('GET', '/api/account', { headers: { origin: portal } })
    expect([corsOf(headers), headers.vary]).toEqual([[], undefined])
    const response = await closed.call('OPTIONS', '/api/account', {
      headers: { origin: portal, 'access-control-request-method': 'GET' },
    })
    expect([response.status, corsOf(response.headers)]).toEqual([405, []])
  })
})

test.each([
  '*',
  'null',
  'portal.example',
  'https://portal.example/app',
  'https://*.portal.example',
  'ftp://a.example',
])('the setting rejects %s', (value) => {
  const { config, faults } = readConfigWithFaults({ ...testSettings, RASTRO_CORS_ORIGINS: value })
  expect(faults).toContainEqual(expect.stringContaining(`RASTRO_CORS_ORIGINS has "${value}"`))
  expect(config.http.corsOrigins).toEqual([])
})
