import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { openReceiver } from '../../../test/receiver.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { signatureOf } from './signature.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
})
afterAll(() => world.close())

const call = (method: string, path: string, body?: unknown, token = account.token) =>
  world.call(method, path, { token, body })
const url = 'https://hooks.example.com/rastro'

describe('a webhook', () => {
  test('is created with a secret that is shown once and stored encrypted', async () => {
    const made = await call('POST', '/api/webhooks', {
      name: 'Ours',
      url,
      events: ['alert', 'alert', 'location'],
    })
    expect([made.status, made.headers.location]).toEqual([201, `/api/webhooks/${made.body.id}`])
    const { secret, id } = made.body
    expect(made.body).toMatchObject({
      name: 'Ours',
      url,
      enabled: true,
      events: ['alert', 'location'],
      waiting: 0,
    })
    expect(secret).toMatch(/^whsec_/)
    for (const path of [`/api/webhooks/${id}`, '/api/webhooks', '/api/audit']) {
      expect((await call('GET', path)).text).not.toContain(secret)
    }
    const { rows } = await world.superuser.query('select secret from webhooks where id = $1', [id])
    const kept = Buffer.from(rows[0].secret)
    expect(kept.includes(secret.slice(6))).toBe(false)
    expect(kept.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  })

  test.each([
    ['http://hooks.example.com/', 'url must begin with https'],
    ['https://hooks.example.com:22/', 'port 443 or 8443'],
    ['https://user:word@hooks.example.com/', 'user name or password'],
    ['https://127.0.0.1/', 'may not reach'],
    ['https://[::1]/', 'may not reach'],
    ['https://localhost/', 'may not reach'],
    ['https://hooks.localhost/', 'may not reach'],
    ['ftp://hooks.example.com/', 'https://'],
    ['hooks.example.com', 'not a URL'],
  ])('is rejected for %s', async (bad, expected) => {
    const strict = await openWorld({ RASTRO_WEBHOOK_ALLOWED_NETWORKS: '' })
    const { token } = await strict.make.account()
    const answer = await strict.call('POST', '/api/webhooks', { token, body: { name: 'x', url: bad } })
    await strict.close()
    expect([answer.status, answer.body.code]).toEqual([400, 'body.invalid'])
    expect(answer.body.error).toContain(expected)
    expect(answer.body.details[0].path).toBe('url')
  })

  test('is rejected with all targets that do not exist', async () => {
    const body = { name: 'x', url, devices: ['dev_no', 'dev_none'], groups: ['grp_no'] }
    const answer = await call('POST', '/api/webhooks', body)
    expect([answer.status, answer.body.details.length]).toEqual([400, 3])
  })

  test('is rejected for events that do not exist, with those that do', async () => {
    for (const event of ['tea', 'alert.rasied', 'location.stored']) {
      const answer = await call('POST', '/api/webhooks', { name: 'x', url, events: ['alert', event] })
      expect([answer.status, answer.body.details.length]).toEqual([400, 1])
      expect(answer.body.details[0].path).toBe('events.1')
      expect(answer.body.details[0].message).toContain('alert.raised')
    }
  })

  test('is changed only with its current version, and the audit trail has the old URL', async () => {
    const { body } = await call('POST', '/api/webhooks', { name: 'Trail', url })
    const path = `/api/webhooks/${body.id}`
    const { headers } = await call('GET', path)
    const change = (to: string) =>
      world.call('PATCH', path, {
        token: account.token,
        body: { url: to },
        headers: { 'if-match': String(headers.etag) },
      })
    expect((await change('https://other.example.com/')).status).toBe(200)
    expect((await change('https://third.example.com/')).status).toBe(412)
    const { changes } = (await call('GET', `/api/audit?targetId=${body.id}`)).body
    expect(changes[0]).toMatchObject({
      action: 'webhooks.changed',
      before: { url },
      after: { url: 'https://other.example.com/' },
    })
  })

  test('is hidden from callers without full scope, whatever their privileges', async () => {
    const { body } = await call('POST', '/api/webhooks', { name: 'Hidden', url })
    const group = await world.make.group(account)
    const fields = { groupIds: [group.id], privileges: ['webhooks.manage'] }
    const { token } = await world.make.user(account, fields)
    expect((await call('GET', '/api/webhooks', undefined, token)).body.webhooks).toEqual([])
    expect((await call('GET', `/api/webhooks/${body.id}`, undefined, token)).status).toBe(404)
    expect((await call('PATCH', `/api/webhooks/${body.id}`, { name: 'x' }, token)).status).toBe(404)
    expect((await call('POST', '/api/webhooks', { name: 'x', url }, token)).status).toBe(403)
    const other = await world.make.account()
    expect((await call('GET', `/api/webhooks/${body.id}`, undefined, other.token)).status).toBe(404)
  })

  test('is limited to 50 per account', async () => {
    const { token } = await world.make.account()
    for (let made = 0; made < 50; made += 1) {
      expect((await call('POST', '/api/webhooks', { name: `w${made}`, url }, token)).status).toBe(201)
    }
    const { status, body } = await call('POST', '/api/webhooks', { name: 'one more', url }, token)
    expect([status, body.code]).toEqual([409, 'webhooks.too_many'])
  })
})

describe('a test', () => {
  test('is posted at once, signed, and returns the response', async () => {
    const receiver = await openReceiver()
    receiver.behaviour = () => ({ status: 418, body: 'teapot' })
    const { body: made } = await call('POST', '/api/webhooks', {
      name: 'Test',
      url: receiver.url,
      enabled: false,
    })
    const { status, body } = await call('POST', `/api/webhooks/${made.id}/test`)
    expect([status, body.delivered, body.status, body.response]).toEqual([200, false, 418, 'teapot'])
    receiver.behaviour = 200
    expect((await call('POST', `/api/webhooks/${made.id}/test`)).body).toMatchObject({
      delivered: true,
      status: 200,
    })
    await receiver.close()

    const [{ headers, body: text, json }] = receiver.received as [(typeof receiver.received)[0]]
    expect(json).toMatchObject({ type: 'webhook.test', data: { webhookId: made.id } })
    const timestamp = Number(headers['webhook-timestamp'])
    const expected = signatureOf([made.secret], { id: json.id, timestamp, body: text })
    expect([headers['webhook-id'], headers['webhook-signature']]).toEqual([json.id, expected])
    const { deliveries } = (await call('GET', `/api/webhooks/${made.id}/deliveries?limit=5`)).body
    expect(deliveries.map(({ type, state }: { type: string; state: string }) => `${type} ${state}`)).toEqual([
      'webhook.test delivered',
      'webhook.test failed',
    ])
    const again = await call('POST', `/api/webhooks/${made.id}/deliveries/${deliveries[0].id}/redeliver`)
    expect([again.status, again.body.code]).toEqual([409, 'webhooks.is_test'])
  })
})

describe('a rotated secret', () => {
  test('signs together with the old one for a day, then alone', async () => {
    const receiver = await openReceiver()
    const { body: made } = await call('POST', '/api/webhooks', { name: 'Rotated', url: receiver.url })
    const now = new Date()
    world.clock.hold(now)
    const { status, body } = await call('POST', `/api/webhooks/${made.id}/secret`)
    expect([status, body.secret === made.secret]).toEqual([200, false])
    expect(body.oldSecretUntil).toBe(new Date(now.getTime() + 86_400_000).toISOString())

    const signedAt = async (ms: number) => {
      world.clock.hold(new Date(now.getTime() + ms))
      const token = await world.make.token(account.userName, account.apiKey)
      await call('POST', `/api/webhooks/${made.id}/test`, undefined, token)
      const { headers, body: text } = receiver.received.at(-1)!
      const id = String(headers['webhook-id'])
      const timestamp = Number(headers['webhook-timestamp'])
      const by = (secrets: string[]) => signatureOf(secrets, { id, timestamp, body: text })
      return {
        sent: headers['webhook-signature'],
        both: by([body.secret, made.secret]),
        fresh: by([body.secret]),
      }
    }
    const before = await signedAt(86_399_000)
    const after = await signedAt(86_401_000)
    world.clock.release()
    await receiver.close()
    expect(before.sent).toBe(before.both)
    expect(after.sent).toBe(after.fresh)
  })
})
