import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

let world: World
let recorder: { stop(): void }
let account: MadeAccount
let otherAccount: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  recorder = await recordLocations(world.ctx)
  account = await world.make.account({ licenses: 10 })
  otherAccount = await world.make.account({ licenses: 10 })
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

const mapping = {
  items: 'body.messages',
  identifier: 'item.device.imei',
  dateTime: 'item.at',
  latitude: 'item.position.lat',
  longitude: 'item.position.lon',
  speed: 'kmh(item.position.kmh)',
  battery: 'item.volts > 4.0 ? 100 : 20',
  alerts: 'item.panic ? "sos" : ""',
  attributes: { cargo: 'item.cargo' },
}
let last = 0
const nextImei = () => `8600000000${String(10_000 + ++last)}`

const messageOf = (imei: string, secondsAgo = 60) => ({
  device: { imei },
  at: Math.floor(world.ctx.now().getTime() / 1_000) - secondsAgo,
  position: { lat: 41.5, lon: 2.1, kmh: '54' },
  volts: 4.1,
  panic: true,
  cargo: 'fruit',
})
const create = (body: object, token = account.token) =>
  world.call('POST', '/api/ingestKeys', { token, body: { protocol: 'mapping', name: 'Partner', ...body } })
const keyFor = (owner: MadeAccount) => world.make.ingestKey(owner, { protocol: 'mapping', mapping })
const push = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  world.call('POST', path, {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
const lastLocation = async (deviceId: string) =>
  (await world.call('GET', `/api/devices/${deviceId}/lastLocation`, { token: account.token })).body
    .lastLocation

describe('an ingest key with a mapping', () => {
  test('stores what a sender posts, in the fields of a location', async () => {
    const imei = nextImei()
    const device = await world.make.device(account, { identifier: imei })
    const { path } = await keyFor(account)
    const answer = await push(path, { messages: [messageOf(imei)] })
    expect([answer.status, answer.body]).toEqual([200, { success: true, locations: 1, faults: [] }])
    await expect
      .poll(() => lastLocation(device.id))
      .toMatchObject({
        latitude: 41.5,
        longitude: 2.1,
        speed: 15,
        battery: 100,
        alerts: ['sos'],
        attributes: { cargo: 'fruit' },
      })
    const { body } = await world.call('GET', `/api/devices/${device.id}`, { token: account.token })
    expect(body.device.authenticatedBy).toBe('secret')
  })

  test('takes a secret of another form, a form as body, and the query', async () => {
    const imei = nextImei()
    const device = await world.make.device(account, { identifier: imei })
    const { secret } = await world.make.ingestKey(account, {
      protocol: 'mapping',
      mapping: { identifier: 'query.imei', latitude: 'item.lat', longitude: 'item.lon' },
    })
    const basic = `Basic ${Buffer.from(`any:${secret}`).toString('base64')}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: basic }
    expect((await push(`/ingest/mapping?imei=${imei}`, 'lat=40&lon=-3', headers)).status).toBe(200)
    await expect.poll(() => lastLocation(device.id)).toMatchObject({ latitude: 40, longitude: -3 })
  })

  test('stores the others where one item cannot be read, and names the fault', async () => {
    const imei = nextImei()
    const device = await world.make.device(account, { identifier: imei })
    const { path } = await keyFor(account)
    const bad = { ...messageOf(imei), position: { lat: 'north', lon: 2 } }
    const { status, body } = await push(path, { messages: [bad, messageOf(imei)] })
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        locations: 1,
        faults: [{ item: 0, field: 'latitude', message: '"north" is not a number.' }],
      },
    ])
    await expect.poll(() => lastLocation(device.id)).toMatchObject({ latitude: 41.5 })
  })

  test('refuses what it cannot read at all, and devices that the account does not have', async () => {
    const { path } = await keyFor(account)
    const theirs = nextImei()
    await world.make.device(otherAccount, { identifier: theirs })
    const unreadable = await push(path, 'hello')
    expect([unreadable.status, unreadable.body.faults]).toMatchObject([422, [{ field: 'payload' }]])
    const unknown = await push(path, { messages: [messageOf(theirs)] })
    expect([unknown.status, unknown.body]).toEqual([404, { success: false, locations: 0, faults: [] }])
  })

  test('is created only with a mapping that can be read', async () => {
    expect((await create({})).body.code).toBe('ingestKeys.mapping')
    expect((await create({ protocol: 'spot-push', mapping })).body.code).toBe('ingestKeys.mapping')
    const { status, body } = await create({ mapping: { identifier: 'item.', speed: 'shell("ls")' } })
    expect([status, body.code]).toEqual([400, 'mappings.invalid'])
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
      'mapping.identifier',
      'mapping.speed',
    ])
  })

  test('gets another mapping with the same secret', async () => {
    const imei = nextImei()
    const device = await world.make.device(account, { identifier: imei })
    const { id, path } = await keyFor(account)
    const changed = { identifier: 'item.i', latitude: 'item.la', longitude: 'item.lo' }
    const put = (token: string) =>
      world.call('PUT', `/api/ingestKeys/${id}/mapping`, { token, body: changed })
    expect((await put(otherAccount.token)).status).toBe(404)
    const { status, body } = await put(account.token)
    expect([status, body.ingestKey.mapping]).toEqual([200, changed])
    const post = async () => (await push(path, { i: imei, la: 1, lo: 2 })).status
    await expect.poll(post, { timeout: 5_000, interval: 200 }).toBe(200)
    await expect.poll(() => lastLocation(device.id)).toMatchObject({ latitude: 1, longitude: 2 })
  })
})

describe('the test bench', () => {
  const ask = (body: object, token = account.token) =>
    world.call('POST', '/api/mappings/test', { token, body })

  test('shows the locations of a payload and whether their devices are known, and stores nothing', async () => {
    const imei = nextImei()
    const device = await world.make.device(account, { identifier: imei })
    const message = messageOf(imei)
    const payload = JSON.stringify({ messages: [message, messageOf('nobody')] })
    const { body } = await ask({ mapping, payload })
    expect(body.test.faults).toEqual([])
    expect(body.test.locations).toMatchObject([
      {
        identifier: imei,
        isKnown: true,
        location: {
          dateTime: new Date(message.at * 1_000).toISOString(),
          latitude: 41.5,
          longitude: 2.1,
          speed: 15,
          alerts: ['sos'],
          attributes: { cargo: 'fruit' },
        },
      },
      { identifier: 'nobody', isKnown: false },
    ])
    expect(await lastLocation(device.id)).toBe(undefined)
  })

  test('shows where an expression is wrong', async () => {
    const { body } = await ask({ mapping: { identifier: 'item.id + 1' }, payload: '{"id":"a"}' })
    expect(body.test.faults).toEqual([
      { item: 0, field: 'identifier', message: expect.stringContaining('overload'), start: 0, end: 11 },
    ])
    const broken = await ask({ mapping: { identifier: 'item..id' }, payload: '{}' })
    expect(broken.body.test.faults).toMatchObject([{ field: 'identifier', start: expect.any(Number) }])
  })

  test('lists templates', async () => {
    const { body } = await world.call('GET', '/api/mappings/templates', { token: account.token })
    expect(body.templates.length).toBeGreaterThanOrEqual(6)
    for (const { mapping: one, payload } of body.templates) {
      expect((await ask({ mapping: one, payload })).body.test.faults).toEqual([])
    }
  })
})
