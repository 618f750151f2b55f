import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../../test/make.ts'
import type { NotifiedDevice } from '../../../../test/notified-device.ts'
import { makeNotifiedDevice } from '../../../../test/notified-device.ts'
import type { PushBrowser, PushBrowsers } from '../../../../test/push-browsers.ts'
import { openPushBrowsers } from '../../../../test/push-browsers.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { startNotifications } from '../worker.api.ts'

let world: World
let account: MadeAccount
let browsers: PushBrowsers
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  browsers = await openPushBrowsers()
  world = await openWorld({ RASTRO_PUSH_ALLOWED_NETWORKS: '127.0.0.0/8' })
  worker = await startNotifications(world.ctx)
})
afterAll(async () => {
  await worker.stop()
  await world.close()
  await browsers.close()
})
beforeEach(async () => {
  world.clock.offsetMs = 0
  account = await world.make.account({ licenses: 100 })
})

const path = '/api/me/pushSubscriptions'
const chrome =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36'

async function signIn({ userName, password }: { userName: string; password: string } = account) {
  const { body } = await world.call('POST', '/session', {
    body: { userName, password },
    headers: { 'user-agent': chrome },
  })
  return body.token as string
}
const register = (token: string, browser: PushBrowser, more: object = {}) =>
  world.call('POST', path, { token, body: { ...browser.subscription, language: 'en', ...more } })
const list = async (token: string) => (await world.call('GET', path, { token })).body
const contacts = async () =>
  (await world.call('GET', '/api/contacts', { token: account.token })).body.contacts

/** A device whose alerts notify the browsers of the owner. */
async function notify(): Promise<NotifiedDevice> {
  const device = await world.make.device(account)
  return makeNotifiedDevice(world, account, {
    deviceId: device.id,
    channel: 'push',
    address: account.ownerId,
  })
}

describe('a browser', () => {
  test('is registered for its session, and makes a verified contact once', async () => {
    const token = await signIn()
    const browser = browsers.open()
    const { status, body } = await register(token, browser, { language: 'es' })
    expect(status).toBe(201)
    const { applicationServerKey, pushSubscriptions } = await list(token)
    expect(Buffer.from(applicationServerKey, 'base64url')).toHaveLength(65)
    expect(pushSubscriptions).toEqual([
      {
        id: body.id,
        browser: 'Chrome',
        system: 'Android',
        service: '127.0.0.1',
        showsText: true,
        isCurrent: true,
        createdAt: expect.any(String),
        acceptedAt: null,
        expiresAt: expect.any(String),
      },
    ])
    expect(await contacts()).toMatchObject([
      { channel: 'push', address: account.ownerId, userId: account.ownerId, language: 'es', verified: true },
    ])

    // Again, as after a renewal: nothing is added, and what is absent stays.
    await register(token, browser, { language: 'pt', showsText: false })
    const again = await world.call('POST', path, { token, body: browser.subscription })
    expect(again).toMatchObject({ status: 200, body: { id: body.id } })
    expect((await list(token)).pushSubscriptions).toMatchObject([{ showsText: false }])
    expect(await contacts()).toMatchObject([{ language: 'pt' }])
  })

  test('has a contact that no call makes, moves or renames into another', async () => {
    const token = await signIn()
    const made = { name: 'Phone', channel: 'push', address: account.ownerId, userId: account.ownerId }
    const refused = { status: 400, body: { details: [{ path: 'channel' }] } }
    expect(await world.call('POST', '/api/contacts', { token, body: made })).toMatchObject(refused)
    await register(token, browsers.open())
    const [{ id }] = await contacts()
    const change = (body: object) => world.call('PATCH', `/api/contacts/${id}`, { token, body })
    const other = await world.make.user(account)
    expect(await change({ address: other.id })).toMatchObject(refused)
    expect(await change({ userId: other.id })).toMatchObject(refused)
    expect(await change({ channel: 'email', address: 'a@example.com' })).toMatchObject(refused)
    expect(await change({ name: 'Phone of the owner', language: 'pt' })).toMatchObject({
      status: 200,
      body: { verified: true, language: 'pt' },
    })
  })

  test('with another subscription replaces the one of its session, and keeps texts hidden', async () => {
    const token = await signIn()
    await register(token, browsers.open(), { showsText: false })
    const { body } = await world.call('POST', path, { token, body: browsers.open().subscription })
    expect((await list(token)).pushSubscriptions).toMatchObject([{ id: body.id, showsText: false }])
  })

  test('the eleventh takes the place of the one renewed least recently', async () => {
    const ids: string[] = []
    for (let count = 0; count < 11; count += 1) {
      world.clock.offsetMs = count * 1_000
      ids.push((await register(await signIn(), browsers.open())).body.id)
    }
    const { pushSubscriptions } = await list(account.token)
    expect(pushSubscriptions.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1).reverse())
  })

  test('is not registered by an API key', async () => {
    expect(await register(account.token, browsers.open())).toMatchObject({
      status: 403,
      body: { code: 'push.needs_session' },
    })
  })

  test.each([
    ['http://8.8.8.8/1', 'endpoint'],
    ['https://10.0.0.1/1', 'endpoint'],
    ['https://[::1]:443/1', 'endpoint'],
    ['https://user:password@push.example/1', 'endpoint'],
    ['https://169.254.169.254/latest', 'endpoint'],
    ['nonsense', 'endpoint'],
  ])('with the endpoint %s is refused', async (endpoint, field) => {
    const browser = browsers.open()
    const answer = await world.call('POST', path, {
      token: await signIn(),
      body: { ...browser.subscription, endpoint },
    })
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: field }] } })
  })

  test('with keys that are none is refused', async () => {
    const { endpoint } = browsers.open().subscription
    const keys = { p256dh: 'BAAA', auth: 'AAAA' }
    const answer = await world.call('POST', path, { token: await signIn(), body: { endpoint, keys } })
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'keys' }] } })
  })

  test('is seen and removed by its user only', async () => {
    const token = await signIn()
    const { id } = (await register(token, browsers.open())).body
    const other = await world.make.user(account)
    const foreigner = await world.make.account()
    for (const one of [other.token, foreigner.token]) {
      expect((await list(one)).pushSubscriptions).toEqual([])
      expect((await world.call('DELETE', `${path}/${id}`, { token: one })).status).toBe(404)
      expect((await world.call('POST', `${path}/${id}/test`, { token: one, body: {} })).status).toBe(404)
    }
    expect((await world.call('DELETE', `${path}/${id}`, { token })).status).toBe(200)
    expect((await list(token)).pushSubscriptions).toEqual([])
  })

  test('ends with its session', async () => {
    const token = await signIn()
    await register(token, browsers.open())
    expect((await world.call('DELETE', '/api/me/sessions', { token: await signIn() })).status).toBe(200)
    expect((await list(account.token)).pushSubscriptions).toEqual([])
  })
})

describe('an alert', () => {
  let browser: PushBrowser
  let token: string
  let notified: NotifiedDevice
  beforeEach(async () => {
    browser = browsers.open()
    token = await signIn()
    await register(token, browser)
    notified = await notify()
  })

  test('is shown by every browser of the user, for one unit', async () => {
    const second = browsers.open()
    await register(await signIn(), second, { showsText: false })
    await notified.raise(1, { severity: 'critical', name: 'SOS', coordinates: [41.38, 2.17] })
    await notified.settled()
    expect(await notified.states()).toEqual({ sent: 1 })
    expect(await notified.units()).toEqual({ push: 1 })
    const [one] = browser.received
    const [hidden] = second.received
    expect(one!.payload).toMatchObject({
      title: 'Critical: SOS',
      body: expect.stringMatching(/^Boat\n.*Barcelona/),
      language: 'en',
      path: `/alerts?id=${one!.payload.tag}`,
      acknowledge: { label: expect.any(String), path: expect.stringMatching(/^\/acknowledge\/\w{54}$/) },
      isUrgent: true,
    })
    expect(one!.headers).toMatchObject({
      ttl: '3600',
      urgency: 'high',
      topic: one!.payload.tag,
      'content-encoding': 'aes128gcm',
    })
    expect(hidden!.payload).toMatchObject({ title: 'New alert', tag: one!.payload.tag })
    expect(JSON.stringify(hidden!.payload)).not.toContain('SOS')
  })

  test('is kept longer if it is not critical', async () => {
    await notified.raise(1)
    await notified.settled()
    expect(browser.received[0]!.headers).toMatchObject({ ttl: '43200', urgency: 'normal' })
  })

  test.each([404, 410])('removes a browser whose push service answers %i', async (status) => {
    const second = browsers.open()
    await register(await signIn(), second)
    browser.answer = status
    await notified.raise(1)
    await notified.settled()
    expect(await notified.states()).toEqual({ sent: 1 })
    expect((await list(token)).pushSubscriptions).toHaveLength(1)
    second.answer = status
    await notified.raise(1)
    await notified.settled()
    expect(await notified.states()).toEqual({ sent: 1, 'failed no_browser': 1 })
    expect(await notified.units()).toEqual({ push: 1 })
    expect((await list(token)).pushSubscriptions).toEqual([])
  })

  test.each([429, 500, 503])('is sent again after %i, and counts once', async (status) => {
    browser.answer = status
    await notified.raise(1)
    await notified.settled()
    expect(await notified.states()).toEqual({ waiting: 1 })
    expect(await notified.units()).toEqual({ push: 0 })
    browser.answer = 201
    world.clock.offsetMs = 3_700_000
    await notified.settled()
    await expect.poll(() => notified.states()).toEqual({ sent: 1 })
    expect(await notified.units()).toEqual({ push: 1 })
  })

  test.each([400, 401, 403, 413])('fails after %i', async (status) => {
    browser.answer = status
    await notified.raise(1)
    await notified.settled()
    expect(await notified.states()).toEqual({ [`failed the push service answered ${status}`]: 1 })
    expect((await list(token)).pushSubscriptions).toHaveLength(1)
  })

  test('with a text of any length fits, and no redirect is followed', async () => {
    await notified.raise(1, { name: 'ñ'.repeat(200), text: '🚤'.repeat(400) })
    await notified.settled()
    expect(browser.received).toHaveLength(1)
    const trap = browsers.open()
    browser.answer = 307
    browser.headers = { location: trap.subscription.endpoint }
    await notified.raise(1)
    await notified.settled()
    expect(trap.received).toEqual([])
  })

  test('is not shown after the session has expired, or while the user is disabled', async () => {
    await world.superuser.query('update sessions set expires_at = now() where user_id = $1', [
      account.ownerId,
    ])
    await notified.raise(1)
    await notified.settled()
    expect(await notified.states()).toEqual({ 'failed no_browser': 1 })
    expect(browser.received).toEqual([])
  })

  test('does not wait for a browser whose push service is silent, which then rests', {
    timeout: 60_000,
  }, async () => {
    const second = browsers.open()
    await register(await signIn(), second)
    second.answer = 'hangs'
    await notified.raise(1)
    await expect.poll(() => browser.received.length, { timeout: 5_000 }).toBe(1)
    await notified.settled()
    const beganMs = Date.now()
    await notified.raise(1)
    await notified.settled()
    expect(browser.received).toHaveLength(2)
    expect(Date.now() - beganMs).toBeLessThan(8_000)
  })
})

test('a test is sent at once, with the answer of the push service', async () => {
  const browser = browsers.open()
  const token = await signIn()
  const { id } = (await register(token, browser)).body
  const send = async () =>
    (await world.call('POST', `${path}/${id}/test`, { token, body: { language: 'pt' } })).body
  expect(await send()).toMatchObject({ outcome: 'accepted', reason: null })
  expect(browser.received[0]!.payload).toMatchObject({ title: 'As notificações funcionam', language: 'pt' })
  browser.answer = 500
  expect(await send()).toMatchObject({ outcome: 'refused', reason: 'the push service answered 500' })
  browser.answer = 410
  expect(await send()).toMatchObject({ outcome: 'gone' })
  expect((await list(token)).pushSubscriptions).toEqual([])
})

test('another process has the same key', async () => {
  const { applicationServerKey } = await list(account.token)
  const { rows } = await world.superuser.query('select public_key, private_sealed from push_keys')
  expect(rows.map(({ public_key }) => public_key)).toEqual([applicationServerKey])
  expect(rows[0].private_sealed.toString('latin1')).not.toContain('PRIVATE')
})
