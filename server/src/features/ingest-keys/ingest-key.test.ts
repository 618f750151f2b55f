import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount, MadeUser } from '../../../test/make.ts'
import { startProxy } from '../../../test/proxy.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { createPool } from '../../platform/db/db.ts'
import { createHealth } from '../../platform/observability/health.ts'
import { createLog } from '../../platform/observability/log.ts'
import { createApi } from '../../roles/api.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

let world: World
let recorder: { stop(): void }
let account: MadeAccount
let otherAccount: MadeAccount
let mate: MadeUser
beforeAll(async () => {
  world = await openWorld()
  recorder = await recordLocations(world.ctx)
  account = await world.make.account({ licenses: 100 })
  otherAccount = await world.make.account({ licenses: 100 })
  const group = await world.make.group(account)
  mate = await world.make.user(account, { groupIds: [group.id], privileges: ['devices.edit'] })
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

let last = 0
const nextEsn = () => `0-${1_000_000 + ++last}`
const nextImei = () => `3004340300${String(10_000 + ++last)}`
const json = { 'content-type': 'application/json' }
const basic = (user: string, password: string) => ({
  ...json,
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

const list = async (token = account.token) =>
  (await world.call('GET', '/api/ingestKeys', { token })).body.ingestKeys
const create = (body: unknown, token = account.token) =>
  world.call('POST', '/api/ingestKeys', { token, body })
const push = (path: string, body: string, headers: Record<string, string>) =>
  world.call('POST', path, { body, headers })

function spotDocument(esn: string, secondsAgo = 60, type = 'UNLIMITED-TRACK'): string {
  const seconds = Math.floor(world.ctx.now().getTime() / 1_000) - secondsAgo
  return `<messageList><message><id>1</id><esn>${esn}</esn><messageType>${type}</messageType>
    <timeInGMTSecond>${seconds}</timeInGMTSecond><latitude>41.5</latitude><longitude>2.1</longitude>
    <batteryState>GOOD</batteryState></message></messageList>`
}
const pushSpot = (path: string, esn: string, secondsAgo?: number) =>
  push(path, spotDocument(esn, secondsAgo), { 'content-type': 'text/xml' })

const garminEvent = (imei: string, messageCode = 0, secondsAgo = 60) => ({
  imei,
  messageCode,
  timeStamp: world.ctx.now().getTime() - secondsAgo * 1_000,
  point: { latitude: 41.5, longitude: 2.1, altitude: 10, gpsFix: 2, course: 90, speed: 5 },
  status: { lowBattery: 0 },
})
const garminBody = (...events: object[]) => JSON.stringify({ Version: '2.0', Events: events })

async function countStored(deviceId: string): Promise<number> {
  const { rows } = await world.superuser.query(
    `select count(*)::int as count from locations l join devices d on d.number = l.device_number where d.id = $1`,
    [deviceId],
  )
  return rows[0].count
}
async function isQuarantined(identifier: string): Promise<boolean> {
  const { rows } = await world.superuser.query('select from quarantine where identifier = $1', [identifier])
  return rows.length > 0
}
const trustOf = async (deviceId: string) =>
  (await world.call('GET', `/api/devices/${deviceId}`, { token: account.token })).body.device.authenticatedBy

describe('an ingest key', () => {
  test('shows its secret on creation, and never again', async () => {
    const { status, body, headers } = await create({ protocol: 'rockblock', name: 'Ground Control' })
    expect(status).toBe(201)
    expect(headers.location).toBe(`/api/ingestKeys/${body.ingestKey.id}`)
    expect(body.secret).toMatch(/^ik_[0-9A-Za-z]{22}_[0-9A-Za-z]{36}$/)
    expect(body.url).toBe(`${world.ctx.config.http.publicUrl}/ingest/rockblock/${body.secret}`)
    expect(body.ingestKey).toEqual({
      id: expect.stringMatching(/^ing_[0-9A-Za-z]{22}$/),
      protocol: 'rockblock',
      name: 'Ground Control',
      mapping: null,
      createdAt: expect.any(String),
      lastUsedAt: null,
      lastFault: null,
    })
    expect(await list()).toContainEqual(body.ingestKey)
    const [, secret] = /_([^_]{30})[^_]{6}$/.exec(body.secret)!
    const { rows } = await world.superuser.query(
      `select w::text, (select json_agg(a) from audit_log a)::text as audit from ingest_keys w`,
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test.each([
    [{ protocol: 'teltonika', name: 'x' }],
    [{ protocol: 'spot-push', name: '' }],
    [{ name: 'x' }],
    [{ protocol: 'spot-push', name: 'x', secret: 'mine' }],
  ])('cannot be created from %j', async (body) => {
    expect((await create(body)).status).toBe(400)
  })

  test('needs the scope of the whole account', async () => {
    expect((await create({ protocol: 'spot-push', name: 'x' }, mate.token)).body.code).toBe(
      'ingestKeys.whole_account',
    )
    expect((await world.call('GET', '/api/ingestKeys', { token: mate.token })).status).toBe(403)
  })

  test('of another account cannot be read or deleted', async () => {
    const { id } = await world.make.ingestKey(otherAccount)
    expect((await list()).map((key: { id: string }) => key.id)).not.toContain(id)
    const { status, body } = await world.call('DELETE', `/api/ingestKeys/${id}`, { token: account.token })
    expect([status, body.code]).toEqual([404, 'ingestKeys.not_found'])
  })

  test('is limited to 100 per account', async () => {
    const full = await world.make.account()
    for (let made = 0; made < 100; made += 1) await world.make.ingestKey(full)
    const { status, body } = await create({ protocol: 'spot-push', name: 'one more' }, full.token)
    expect([status, body.code]).toEqual([409, 'ingestKeys.too_many'])
  })

  test('accepts locations, records its last use, and sets the trust of the device', async () => {
    const { id, path } = await world.make.ingestKey(account)
    const esn = nextEsn()
    const device = await world.make.device(account, { identifier: esn })
    expect(await trustOf(device.id)).toBe(null)
    expect((await pushSpot(path, esn)).status).toBe(200)
    await expect.poll(() => countStored(device.id)).toBe(1)
    expect(await trustOf(device.id)).toBe('secret')
    const used = async () => (await list()).find((key: { id: string }) => key.id === id).lastUsedAt
    await expect.poll(used).toMatch(/^20/)
  })

  test('accepts a repeated report, which is stored once', async () => {
    const { path } = await world.make.ingestKey(account)
    const esn = nextEsn()
    const device = await world.make.device(account, { identifier: esn })
    const document = spotDocument(esn)
    const types = { 'content-type': 'text/xml' }
    expect((await push(path, document, types)).status).toBe(200)
    expect((await push(path, document, types)).status).toBe(200)
    expect((await pushSpot(path, esn, 30)).status).toBe(200)
    await expect.poll(() => countStored(device.id)).toBe(2)
  })

  test('stops working within 5 s of its deletion', async () => {
    const { id, path } = await world.make.ingestKey(account)
    const esn = nextEsn()
    await world.make.device(account, { identifier: esn })
    expect((await pushSpot(path, esn)).status).toBe(200)
    expect((await world.call('DELETE', `/api/ingestKeys/${id}`, { token: account.token })).status).toBe(200)
    const post = async () => (await pushSpot(path, esn)).status
    // Keys are cached for 2 s.
    await expect.poll(post, { timeout: 5_000, interval: 200 }).toBe(401)
  })
})

describe('the ingest key of an account', () => {
  test('stores nothing for a device of another account, and the response does not show it', async () => {
    const { path } = await world.make.ingestKey(otherAccount)
    const [theirs, nobodys] = [nextEsn(), nextEsn()]
    const device = await world.make.device(account, { identifier: theirs })
    const [one, another] = [await pushSpot(path, theirs), await pushSpot(path, nobodys)]
    expect([one.status, one.text]).toEqual([another.status, another.text])
    await expect.poll(() => isQuarantined(theirs)).toBe(true)
    expect(await countStored(device.id)).toBe(0)
    // The key of the other account still works for it.
    const own = await world.make.ingestKey(account)
    expect((await pushSpot(own.path, theirs)).status).toBe(200)
    await expect.poll(() => countStored(device.id)).toBe(1)
  })

  test('stores the other devices of a request with an unregistered one', async () => {
    const { path } = await world.make.ingestKey(account, { protocol: 'garmin-ipc-outbound' })
    const [ours, unknownImei] = [nextImei(), nextImei()]
    const device = await world.make.device(account, { identifier: ours })
    const body = garminBody(garminEvent(unknownImei), garminEvent(ours))
    expect((await push(path, body, json)).status).toBe(200)
    await expect.poll(() => countStored(device.id)).toBe(1)
    await expect.poll(() => isQuarantined(unknownImei)).toBe(true)
  })
})

describe('a secret', () => {
  test.each([
    ['none', async () => '/ingest/spot-push'],
    ['one that is none', async () => '/ingest/spot-push/ik_x'],
    [
      'that does not exist',
      async () => '/ingest/spot-push/ik_0000000000000000000000_0000000000000000000000000000000000000',
    ],
    [
      'of another protocol',
      async () =>
        (await world.make.ingestKey(account, { protocol: 'spot-feed' })).path.replace('feed', 'push'),
    ],
    [
      'with another’s identifier',
      async () => {
        const [one, other] = [await world.make.ingestKey(account), await world.make.ingestKey(otherAccount)]
        return one.path.slice(0, -36) + other.path.slice(-36)
      },
    ],
    ['that is cut off', async () => (await world.make.ingestKey(account)).path.slice(0, -1)],
    ['in other letters', async () => (await world.make.ingestKey(account)).path.toLowerCase()],
  ])('%s: is rejected before the body is read', async (_name, pathOf) => {
    const esn = nextEsn()
    const device = await world.make.device(account, { identifier: esn })
    const { status, body } = await pushSpot(await pathOf(), esn)
    expect([status, body.code]).toEqual([401, 'ingest.secret_wrong'])
    expect(await countStored(device.id)).toBe(0)
  })

  test('is optional for phones, and verified if present', async () => {
    const device = await world.make.device(account, { identifier: nextImei() })
    const seconds = Math.floor(world.ctx.now().getTime() / 1_000)
    const query = (at: number) => `?id=${device.identifier}&lat=41.5&lon=2.1&timestamp=${at}`
    const ofProxy = { headers: basic('proxy', 'something else') }
    expect((await world.call('GET', `/ingest/osmand${query(seconds - 60)}`, ofProxy)).status).toBe(200)
    await expect.poll(() => trustOf(device.id)).toBe('identifier')
    const { path } = await world.make.ingestKey(account, { protocol: 'osmand' })
    expect((await world.call('GET', path + query(seconds - 30))).status).toBe(200)
    await expect.poll(() => trustOf(device.id)).toBe('secret')
  })

  test('is accepted as the token of Garmin’s portal', async () => {
    const { secret } = await world.make.ingestKey(account, { protocol: 'garmin-ipc-outbound' })
    const imei = nextImei()
    const device = await world.make.device(account, { identifier: imei })
    const post = (token: string) =>
      push('/ingest/garmin-ipc-outbound', garminBody(garminEvent(imei)), {
        ...json,
        'x-outbound-auth-token': token,
      })
    expect((await post('wrong')).status).toBe(401)
    expect((await post(secret)).status).toBe(200)
    await expect.poll(() => countStored(device.id)).toBe(1)
  })

  test('is accepted as the password of OwnTracks', async () => {
    const { secret } = await world.make.ingestKey(account, { protocol: 'owntracks' })
    const device = await world.make.device(account, { identifier: 'owntracks/ana/phone' })
    const seconds = Math.floor(world.ctx.now().getTime() / 1_000)
    const message = { _type: 'location', lat: 41.5, lon: 2.1, tst: seconds, topic: 'owntracks/ana/phone' }
    const post = (password: string) =>
      push('/ingest/owntracks', JSON.stringify(message), basic('ana', password))
    expect((await post('wrong')).status).toBe(401)
    const { status, body, headers } = await post(secret)
    expect([status, body, headers['content-type']]).toEqual([200, [], 'application/json; charset=utf-8'])
    await expect.poll(() => countStored(device.id)).toBe(1)
  })

  test('is never logged', async () => {
    const { path } = await world.make.ingestKey(account)
    const lines: unknown[] = []
    const info = world.ctx.log.info
    world.ctx.log.info = (...words: unknown[]) => {
      lines.push(words)
    }
    await pushSpot(path, nextEsn())
    await pushSpot(path.replace('spot-push', 'spot-posh'), nextEsn())
    await pushSpot(`${path}/more`, nextEsn())
    world.ctx.log.info = info
    expect(lines).toHaveLength(3)
    expect(JSON.stringify(lines)).not.toContain(path.slice(-36))
  })
})

test('accepts large bodies with pictures from Garmin, and limits those of other protocols', async () => {
  const garmin = await world.make.ingestKey(account, { protocol: 'garmin-ipc-outbound' })
  const imei = nextImei()
  const device = await world.make.device(account, { identifier: imei })
  const picture = { ...garminEvent(imei, 3), mediaType: 'image/avif', mediaBytes: 'A'.repeat(4_000_000) }
  expect((await push(garmin.path, garminBody(picture), json)).status).toBe(200)
  await expect.poll(() => countStored(device.id)).toBe(1)
  const spot = await world.make.ingestKey(account)
  expect((await push(spot.path, 'x'.repeat(300_000), { 'content-type': 'text/xml' })).status).toBe(413)
  const withoutSecret = '/ingest/garmin-ipc-outbound'
  expect((await push(withoutSecret, 'x'.repeat(9_000_000), json)).status).toBe(401)
})

test('a Globalstar push gets the response document it expects', async () => {
  const { path } = await world.make.ingestKey(account, { protocol: 'globalstar-stu' })
  const esn = nextEsn()
  const device = await world.make.device(account, { identifier: esn })
  const seconds = Math.floor(world.ctx.now().getTime() / 1_000)
  const document = `<stuMessages messageID="abc"><stuMessage><esn>${esn}</esn><unixTime>${seconds}</unixTime>
    <payload>0x00DE8184DED6AA0A00</payload></stuMessage></stuMessages>`
  const { status, text, headers } = await push(path, document, { 'content-type': 'text/xml' })
  expect([status, headers['content-type']]).toEqual([200, 'text/xml'])
  expect(text).toMatch(/ correlationID="abc"><state>pass<\/state>/)
  await expect.poll(() => countStored(device.id)).toBe(1)
})

test('the payload of a modem is decoded by the model of the device', async () => {
  const { path } = await world.make.ingestKey(account, { protocol: 'rockblock' })
  const imei = nextImei()
  const device = await world.make.device(account, { identifier: imei, model: 'lat,lon' })
  const at = new Date(world.ctx.now().getTime() - 60_000).toISOString().slice(2, 19).replace('T', ' ')
  const data = Buffer.from('POS,-23.55052,-46.633308').toString('hex')
  const form = new URLSearchParams({
    imei,
    momsn: '1',
    transmit_time: at,
    data,
    iridium_latitude: '1',
    iridium_longitude: '1',
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await push(path, String(form), headers)).status).toBe(200)
  await expect.poll(() => countStored(device.id)).toBe(1)
  const { body } = await world.call('GET', `/api/devices/${device.id}/lastLocation`, { token: account.token })
  expect(body.lastLocation).toMatchObject({ latitude: -23.55052, longitude: -46.633308 })
})

test('while the database is unavailable nothing is accepted, and the operator is asked to retry', async () => {
  const { path } = await world.make.ingestKey(account)
  const esn = nextEsn()
  const device = await world.make.device(account, { identifier: esn })
  const proxy = await startProxy(world.env.RASTRO_DATABASE_URL!)
  const db = createPool(
    { ...world.ctx.config.db, databaseUrl: proxy.url, poolSize: 2, statementTimeoutMs: 500 },
    createLog('silent'),
  )
  const app = await createApi(
    { ...world.ctx, db },
    createHealth(world.ctx, () => false),
  )
  const post = async () => {
    const headers = { 'content-type': 'text/xml' }
    const answer = await app.inject({ method: 'POST', url: path, headers, payload: spotDocument(esn) })
    return [answer.statusCode, answer.headers['retry-after']]
  }
  expect(await post()).toEqual([200, undefined])
  proxy.blackHole()
  proxy.cut()
  expect(await post()).toEqual([503, '5'])
  proxy.heal()
  await expect.poll(async () => (await post())[0]).toBe(200)
  await expect.poll(() => countStored(device.id)).toBeGreaterThan(0)
  await app.close()
  await db.end()
  await proxy.close()
})

describe('an emergency', () => {
  /** In a separate account, whose rules the recorder has not read yet. */
  async function watched(protocol: string, identifier: string) {
    const owner = await world.make.account({ licenses: 1 })
    const device = await world.make.device(owner, { identifier })
    await world.make.rule(owner, { type: 'sos' })
    const { path } = await world.make.ingestKey(owner, { protocol })
    const namesOfAlerts = async () => {
      const { body } = await world.call('GET', '/api/alerts', { token: owner.token })
      return body.alerts.map((alert: { name: string }) => alert.name)
    }
    return { path, device, namesOfAlerts }
  }

  test.each([
    [4, 'declared', ['sos']],
    [6, 'confirmed', ['sos']],
    [7, 'cancelled', []],
    [3, 'a text', []],
  ])('of Garmin with code %i (%s) raises %j if there is a rule', async (code, _what, raised) => {
    const imei = nextImei()
    const { path, device, namesOfAlerts } = await watched('garmin-ipc-outbound', imei)
    expect((await push(path, garminBody(garminEvent(imei, code)), json)).status).toBe(200)
    await expect.poll(() => countStored(device.id)).toBe(1)
    expect(await namesOfAlerts()).toEqual(raised)
  })

  test('of a SPOT raises one too, also without coordinates', async () => {
    const esn = nextEsn()
    const { path, namesOfAlerts } = await watched('spot-push', esn)
    const document = spotDocument(esn, 60, 'HELP').replace('41.5', '-99999').replace('2.1', '-99999')
    expect((await push(path, document, { 'content-type': 'text/xml' })).status).toBe(200)
    await expect.poll(namesOfAlerts).toEqual(['sos'])
  })
})
