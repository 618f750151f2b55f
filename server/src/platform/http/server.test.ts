import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { ServerProcess } from '../../../test/processes.ts'
import { spawnServer } from '../../../test/processes.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
let token: string
beforeAll(async () => {
  world = await openWorld({ RASTRO_BODY_LIMIT_BYTES: '2048' })
  account = await world.make.account()
  token = account.token
})
afterAll(() => world.close())

const requestId = expect.stringMatching(/^req_[0-9A-Za-z]{22}$/)

describe('the envelope', () => {
  test('of a success has success, the payload, the request id and the usage', async () => {
    const { body, headers } = await world.call('GET', '/api/account', { token })
    expect(body).toEqual({
      success: true,
      account: expect.any(Object),
      requestId,
      apiUsage: expect.any(Number),
      apiDailyUsage: expect.any(Number),
    })
    expect(headers['x-request-id']).toBe(body.requestId)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-type']).toMatch(/^application\/json/)
  })

  test('of a failure has success, error, code and the request id', async () => {
    const { status, body, headers } = await world.call('GET', '/api/account')
    expect(status).toBe(401)
    expect(body).toEqual({
      success: false,
      error: expect.stringMatching(/^The token is missing.+\.$/),
      code: 'token.invalid',
      requestId,
    })
    expect(headers['x-request-id']).toBe(body.requestId)
    expect(headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  })

  test('of an authenticated failure has the usage too', async () => {
    const { body } = await world.call('PATCH', '/api/account', { token, body: {} })
    expect(body).toMatchObject({ success: false, apiUsage: 1, apiDailyUsage: expect.any(Number) })
  })

  test('counts every request of the account in each response', async () => {
    const other = await world.make.account()
    const use = async () =>
      (await world.call('GET', '/api/account', { token: other.token })).body.apiDailyUsage
    const first = await use()
    const next = await Promise.all([use(), use(), use()])
    expect(next.sort((a, b) => a - b)).toEqual([first + 1, first + 2, first + 3])
  })
})

describe('a path', () => {
  test('without a route gets 404, with or without a token', async () => {
    for (const path of ['/api/nothing', '/nothing', '/api', '/api/account/more']) {
      for (const bearer of [token, undefined]) {
        const { status, body } = await world.call('GET', path, { token: bearer })
        expect(status).toBe(404)
        expect(body).toEqual({ success: false, code: 'path.not_found', error: expect.any(String), requestId })
      }
    }
  })

  test('that cannot be decoded gets 400', async () => {
    const { status, body, headers } = await world.call('GET', '/API/account%', { token })
    expect(status).toBe(400)
    expect(body).toEqual({ success: false, code: 'url.invalid', error: expect.any(String), requestId })
    expect(headers['x-request-id']).toBe(body.requestId)
  })

  test('with an unsupported method gets 405 and the allowed methods', async () => {
    const { status, body, headers } = await world.call('DELETE', '/api/account', { token })
    expect(status).toBe(405)
    expect(headers.allow).toBe('GET, HEAD, PATCH')
    expect(body).toMatchObject({
      code: 'method.not_allowed',
      error: 'DELETE is not allowed here. Allowed: GET, HEAD, PATCH.',
    })
  })

  test('with an unsupported method and a parameter gets 405 too', async () => {
    const { status, headers } = await world.call('GET', '/api/APIKEYS/key_x/regenerate', { token })
    expect([status, headers.allow]).toEqual([405, 'POST'])
  })

  test.each(['/API/Account', '/api/account/', '/api/ACCOUNT/?x=1'])('is matched as %s', async (path) => {
    expect((await world.call('GET', path, { token })).status).toBe(200)
  })

  test.each(['/%61pi/account', '/%61%50%49/Account', '/a%70i/apiKeys'])(
    'needs its token also when written %s',
    async (path) => {
      expect((await world.call('GET', path)).status).toBe(401)
      expect((await world.call('GET', path, { token })).status).toBe(200)
    },
  )

  test('answers HEAD like GET, without a body', async () => {
    const { status, text, headers } = await world.call('HEAD', '/api/account', { token })
    expect([status, text]).toEqual([200, ''])
    expect(Number(headers['content-length'])).toBeGreaterThan(100)
  })
})

describe('a body', () => {
  const change = (body: unknown, headers: Record<string, string> = {}) =>
    world.call('PATCH', '/api/account', { token, body, headers })

  test('gets all its errors reported at once', async () => {
    const { status, body } = await change({ name: '', timeZone: 'Mars/Base', licenses: 1_000, extra: 1 })
    expect(status).toBe(400)
    expect(body.code).toBe('body.invalid')
    expect(body.error).toMatch(/and 3 more/)
    const paths = body.details.map(({ path }: { path: string }) => path)
    expect(paths.sort()).toEqual(['extra', 'licenses', 'name', 'timeZone'])
    expect(body.details).toContainEqual({ path: 'licenses', message: 'is not a known field' })
    expect(body.details).toContainEqual({
      path: 'timeZone',
      message: 'must be an IANA time zone, like Europe/Madrid',
    })
  })

  test('with numbers instead of text is not coerced', async () => {
    expect((await change({ name: 5 })).body.details).toEqual([{ path: 'name', message: 'must be string' }])
  })

  test('with unstorable characters is rejected before the database', async () => {
    for (const [name, message] of [
      ['\u0000', 'must have a visible character, and no line break or control character'],
      ['half \udc00', 'contains a character that is not text'],
    ]) {
      const { status, body } = await change({ name })
      expect(status).toBe(400)
      expect(body.details).toEqual([{ path: 'name', message }])
    }
    expect((await world.call('DELETE', '/api/apiKeys/key%00x', { token })).status).toBe(400)
  })

  test('that is empty, or not JSON, gets 400', async () => {
    for (const text of ['', '{', '{"name":"x"', 'name=x', '[1,', '\u0000']) {
      const { status, body } = await change(text)
      expect([text, status, body.code]).toEqual([text, 400, 'body.invalid'])
    }
  })

  test.each([
    '{"__proto__":{"isAdmin":true},"name":"x"}',
    '{"constructor":{"prototype":{"isAdmin":true}},"name":"x"}',
    '{"name":"x","\\u005f_proto__":{"isAdmin":true}}',
  ])('that reaches for the prototype is refused: %s', async (text) => {
    const { status, body } = await change(text)
    expect([status, body.code]).toEqual([400, 'body.invalid'])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('that is too large gets 413', async () => {
    const { status, body } = await change({ name: 'x'.repeat(2_048) })
    expect([status, body.code]).toEqual([413, 'body.too_large'])
  })

  test('of another type gets 415', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense']) {
      const { status, body } = await change('x', { 'content-type': type })
      expect([type, status, body.code]).toEqual([type, 415, 'body.unsupported_type'])
    }
  })
})

describe('a server process', () => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await spawnServer(world.env)
  })
  afterAll(() => server.stop())

  test('logs each response with its request id, and no token', async () => {
    const answer = await fetch(`${server.url}/api/account?secret=1`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { requestId } = (await answer.json()) as { requestId: string }
    await expect
      .poll(() => server.lines.find(({ reqId }) => reqId === requestId))
      .toMatchObject({
        msg: 'request completed',
        method: 'GET',
        path: '/api/account',
        status: 200,
        user: account.ownerId,
        durationMs: expect.any(Number),
      })
    expect(JSON.stringify(server.lines)).not.toContain(token)
  })

  test('answers invalid HTTP with 400 and closes', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.end('NONSENSE\r\n\r\n')
    let response = ''
    for await (const chunk of socket) response += chunk
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('rejects a body with a too large Content-Length without reading it', async () => {
    const status = await new Promise((resolve, reject) => {
      const sending = httpRequest(`${server.url}/api/account`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': 1e9,
        },
      })
      sending.on('response', (response) => resolve(response.statusCode)).on('error', reject)
      sending.flushHeaders()
    })
    expect(status).toBe(413)
  })
})
