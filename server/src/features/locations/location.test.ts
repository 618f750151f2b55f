import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

let world: World
let account: MadeAccount
let otherAccount: MadeAccount
let recorder: { stop(): void }
beforeAll(async () => {
  world = await openWorld()
  recorder = await recordLocations(world.ctx)
  account = await world.make.account({ licenses: 50 })
  otherAccount = await world.make.account()
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const at = (minutes: number, latitude = 41.5, longitude = 2.1) => ({
  dateTime: minutesAgo(minutes),
  latitude,
  longitude,
})
const report = (deviceId: string, body: unknown, headers: Record<string, string> = {}) =>
  world.call('POST', `/api/devices/${deviceId}/locations`, { token: account.token, body, headers })
const last = (deviceId: string, token = account.token) =>
  world.call('GET', `/api/devices/${deviceId}/lastLocation`, { token })
const period = { from: minutesAgo(600), to: minutesAgo(-600) }
const track = (deviceId: string, more: object = {}, headers: Record<string, string> = {}) =>
  world.call('POST', `/api/devices/${deviceId}/locations`, {
    token: account.token,
    body: { ...period, ...more },
    headers,
  })

describe('reported history', () => {
  const eventsAfter = async (cursor: string) =>
    (await world.call('GET', `/api/events?limit=1000${cursor}`, { token: account.token })).body
  const typesOf = async (deviceId: string, cursor: string) =>
    (await eventsAfter(`&after=${cursor}`)).events
      .filter((one: { deviceId: string }) => one.deviceId === deviceId)
      .map(({ type }: { type: string }) => type)

  test('is stored as if received when it happened, without side effects', async () => {
    await world.make.rule(account)
    const quiet = await world.make.device(account)
    const live = await world.make.device(account)
    const alarms = { ...at(3), alerts: ['sos'] }
    const { cursor } = await eventsAfter('')
    // Concurrently, so that one batch of the recorder may contain both.
    const [past, present] = await Promise.all([
      report(quiet.id, { history: true, locations: [at(300), alarms] }),
      report(live.id, alarms),
    ])
    expect(past.body).toMatchObject({ stored: 2, duplicates: 0 })
    expect(present.body).toMatchObject({ stored: 1 })
    await expect.poll(() => typesOf(live.id, cursor)).toContain('location')
    expect(await typesOf(quiet.id, cursor)).not.toContain('location')
    const { alerts } = (await world.call('GET', '/api/alerts', { token: account.token })).body
    expect(alerts.map((alert: { deviceId: string }) => alert.deviceId)).toEqual([live.id])
    const shown = (await world.call('GET', `/api/devices/${quiet.id}`, { token: account.token })).body.device
    expect(shown.lastSeenAt).toBe(alarms.dateTime)
    expect((await last(quiet.id)).body.lastLocation.receivedAt).toBe(alarms.dateTime)
  })

  test('that is reported twice, or was received live before, is one location', async () => {
    const { id } = await world.make.device(account)
    const one = at(4)
    await report(id, one)
    expect((await report(id, { history: true, locations: [one] })).body).toMatchObject({
      stored: 0,
      duplicates: 1,
    })
  })
})

describe('a reported location', () => {
  test('is stored once the response is 201, and is the last location', async () => {
    const { id } = await world.make.device(account)
    const { status, body } = await report(id, { ...at(1), speed: 12.5, battery: 80, attributes: { dogs: 8 } })

    expect(status).toBe(201)
    expect(body).toMatchObject({ success: true, stored: 1, duplicates: 0, rejected: [] })
    expect((await last(id)).body.lastLocation).toMatchObject({
      latitude: 41.5,
      longitude: 2.1,
      speed: 12.5,
      valid: true,
      battery: 80,
      attributes: { dogs: 8 },
    })
  })

  test('that is reported twice is one location', async () => {
    const { id } = await world.make.device(account)
    const one = at(2)
    await report(id, one)
    expect((await report(id, one)).body).toMatchObject({ stored: 0, duplicates: 1 })
    expect((await track(id)).body.locations).toHaveLength(1)
  })

  test('that is older does not replace the last one, but is in the history', async () => {
    const { id } = await world.make.device(account)
    await report(id, at(5, 10, 10))
    await report(id, at(60, 20, 20))
    expect((await last(id)).body.lastLocation).toMatchObject({ latitude: 10 })
    expect((await track(id)).body.locations.map((one: { latitude: number }) => one.latitude)).toEqual([
      20, 10,
    ])
  })

  test('with Prefer: respond-async is only accepted', async () => {
    const { id } = await world.make.device(account)
    const { status, body } = await report(id, { locations: [at(1), at(2)] }, { prefer: 'respond-async' })
    expect(status).toBe(202)
    expect(body).toMatchObject({ accepted: 2, rejected: [] })
    await expect.poll(async () => (await track(id)).body.locations.length).toBe(2)
  })

  test('among many large ones is stored too, and the log gets messages of a bounded size', async () => {
    const { id } = await world.make.device(account)
    const { lastSequence } = await world.ctx.bus.locations.state()
    const locations = Array.from({ length: 500 }, (_, index) => ({
      ...at(index + 1),
      attributes: { one: 'x'.repeat(800), other: 'x'.repeat(800) },
    }))
    expect((await report(id, { locations })).body).toMatchObject({ stored: 500, duplicates: 0 })
    expect((await report(id, { locations })).body).toMatchObject({ stored: 0, duplicates: 500 })
    const messages = await world.ctx.bus.locations.read({ sequence: lastSequence + 1 }, 1_000)
    const sizes = messages.map(({ bytes }) => bytes.length)
    expect(sizes.length).toBeGreaterThanOrEqual(2 * 13)
    expect(Math.max(...sizes)).toBeLessThan(70_000)
  })

  test('is rejected by itself, with its error, and the others are stored', async () => {
    const { id } = await world.make.device(account)
    const locations = [
      at(1),
      { ...at(1), latitude: 91 },
      { dateTime: '2001-01-01T00:00:00Z', latitude: 1, longitude: 1 },
    ]
    const { status, body } = await report(id, { locations })
    expect(status).toBe(201)
    expect(body.stored).toBe(1)
    expect(body.rejected).toMatchObject([
      { index: 1, error: 'latitude must be <= 90' },
      { index: 2, error: 'dateTime is more than a year ago' },
    ])
  })

  test('alone in the body and invalid is a 400 with all its errors, and nothing is stored', async () => {
    const { id } = await world.make.device(account)
    const wrong = await report(id, { dateTime: '2026-11-15', latitude: 1, longitude: 200, speed: 'fast' })
    expect([wrong.status, wrong.body.success, wrong.body.code]).toEqual([400, false, 'body.invalid'])
    expect(wrong.body.details).toEqual([
      { path: 'dateTime', message: 'must be an RFC 3339 time, like 2026-11-15T08:30:00Z' },
      { path: 'longitude', message: 'must be <= 180' },
      { path: 'speed', message: 'must be number' },
    ])
    const old = await report(id, { dateTime: '2001-01-01T00:00:00Z', latitude: 1, longitude: 1 })
    expect([old.status, old.body.details]).toEqual([
      400,
      [{ path: 'dateTime', message: 'is more than a year ago' }],
    ])
    expect((await last(id)).status).toBe(404)
  })

  test('is rejected with all its errors, and only the right ones', async () => {
    const { id } = await world.make.device(account)
    const location = {
      ...at(1),
      latitude: 91,
      satellites: 2.5,
      colour: 'red',
      attributes: { long: 'x'.repeat(5_000), list: [] },
    }
    const { body } = await report(id, { locations: [at(2), location] })
    const details = [
      { path: 'colour', message: 'is not a known field' },
      { path: 'latitude', message: 'must be <= 90' },
      { path: 'satellites', message: 'must be integer' },
      { path: 'attributes.long', message: 'must not have more than 1000 characters' },
      { path: 'attributes.list', message: 'must be a number, text or a boolean' },
    ]
    expect(body.rejected).toEqual([
      {
        index: 1,
        error: details.map(({ path, message }) => `${path} ${message}`).join('; '),
        details,
      },
    ])
  })

  test('with many errors costs a bounded response', async () => {
    const { id } = await world.make.device(account)
    const faulty = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, 1]))
    const { body, text } = await report(id, { locations: Array.from({ length: 1_000 }, () => faulty) })
    expect(body.rejected).toHaveLength(1_000)
    expect(text.length).toBeLessThan(500_000)
  })

  test('of a device of another account is a 404', async () => {
    const { id } = await world.make.device(account)
    for (const body of [at(1), period]) {
      const answer = await world.call('POST', `/api/devices/${id}/locations`, {
        token: otherAccount.token,
        body,
      })
      expect(answer.status).toBe(404)
      expect(answer.body.code).toBe('devices.not_found')
    }
    expect((await last(id, otherAccount.token)).status).toBe(404)
  })

  test('needs a privilege, reading does not', async () => {
    const group = await world.make.group(account)
    const { id } = await world.make.device(account, { groups: [group.id] })
    const reader = await world.make.user(account, { groupIds: [group.id] })
    const path = `/api/devices/${id}/locations`
    expect((await world.call('POST', path, { token: reader.token, body: at(1) })).status).toBe(403)
    expect((await world.call('POST', path, { token: reader.token, body: period })).status).toBe(200)
  })
})

describe('the body of POST locations', () => {
  test.each([{}, { ...period, locations: [] }, [], 'text'])(
    'must have exactly one of the two forms: %j',
    async (body) => {
      const { id } = await world.make.device(account)
      const answer = await report(id, body)
      expect(answer.status).toBe(400)
      expect(answer.body.code).toBe('body.invalid')
    },
  )

  test('gets an explanation if it has neither', async () => {
    const { id } = await world.make.device(account)
    const { body } = await report(id, { hello: 1 })
    expect(body.error).toContain('"from"')
    expect(body.error).toContain('"locations"')
  })
})

describe('a period', () => {
  test('is read oldest first, from inclusive, to exclusive', async () => {
    const { id } = await world.make.device(account)
    const [from, middle, to] = [minutesAgo(30), minutesAgo(20), minutesAgo(10)]
    const locations = [to, middle, from].map((dateTime, latitude) => ({ dateTime, latitude, longitude: 0 }))
    await report(id, { locations })
    const { body } = await world.call('POST', `/api/devices/${id}/locations`, {
      token: account.token,
      body: { from, to },
    })
    expect(body.locations.map((one: { dateTime: string }) => one.dateTime)).toEqual([from, middle])
  })

  test('in pages has each location once, also several of one instant', async () => {
    const { id } = await world.make.device(account)
    const dateTime = minutesAgo(15)
    const same = [1, 2, 3, 4, 5].map((latitude) => ({ dateTime, latitude, longitude: 0 }))
    await report(id, { locations: [...same, at(14), at(13)] })
    const seen: number[] = []
    let cursor: string | undefined
    do {
      const { body } = await track(id, { limit: 2, ...(cursor && { cursor }) })
      seen.push(...body.locations.map((one: { latitude: number }) => one.latitude))
      cursor = body.nextCursor
    } while (cursor)
    expect(seen).toHaveLength(7)
    expect(seen.slice(0, 5).sort()).toEqual([1, 2, 3, 4, 5])
  })

  test('that ends before it begins is rejected', async () => {
    const { id } = await world.make.device(account)
    expect((await track(id, { from: period.to, to: period.from })).status).toBe(400)
  })

  test('simplified keeps the corners and omits points on the line', async () => {
    const { id } = await world.make.device(account)
    const line = Array.from({ length: 50 }, (_, index) => at(100 - index, 0, index / 1_000))
    const corner = Array.from({ length: 50 }, (_, index) => at(50 - index, (index + 1) / 1_000, 0.049))
    await report(id, { locations: [...line, ...corner] })
    const { body } = await track(id, { simplify: 20 })
    expect(body.locations.length).toBeLessThan(8)
    expect(body.locations[0]).toMatchObject({ latitude: 0, longitude: 0 })
    expect(body.locations.at(-1)).toMatchObject({ latitude: 0.05, longitude: 0.049 })
  })

  test.each([
    ['application/geo+json', '"type":"FeatureCollection"'],
    ['application/gpx+xml', '<trkpt lat="41.5" lon="2.1">'],
    ['application/vnd.google-earth.kml+xml', '<gx:coord>2.1 41.5 0</gx:coord>'],
    ['text/csv', 'dateTime,latitude,longitude'],
    ['text/csv', ',"2.7 km SW of Barberà del Vallès, Barcelona, Spain"\r\n'],
  ])('is exported as %s on request', async (type, expected) => {
    const { id } = await world.make.device(account)
    await report(id, at(1))
    const { headers, text } = await track(id, {}, { accept: type })
    expect(headers['content-type']).toContain(type)
    expect(text).toContain(expected)
  })
})

describe('the fleet', () => {
  test('is one call, optionally with devices seen since a time', async () => {
    const fleet = await world.make.account({ licenses: 5 })
    const devices = await Promise.all([1, 2, 3].map(() => world.make.device(fleet)))
    const tell = (id: string, body: unknown) =>
      world.call('POST', `/api/devices/${id}/locations`, { token: fleet.token, body })
    await tell(devices[0].id, at(1))
    await tell(devices[1].id, at(1))
    const since = new Date().toISOString()
    await tell(devices[2].id, at(1))
    const all = await world.call('GET', '/api/lastLocations', { token: fleet.token })
    expect(all.body.locations.map((one: { deviceId: string }) => one.deviceId).sort()).toEqual(
      devices.map((device) => device.id).sort(),
    )
    const recent = await world.call('GET', `/api/lastLocations?updatedSince=${since}`, { token: fleet.token })
    expect(recent.body.locations.map((one: { deviceId: string }) => one.deviceId)).toEqual([devices[2].id])
  })

  test('shows recently seen devices as online', async () => {
    const device = await world.make.device(account)
    expect(device).toMatchObject({ online: false, lastSeenAt: null })
    await report(device.id, at(1))
    const { body } = await world.call('GET', `/api/devices/${device.id}`, { token: account.token })
    expect(body.device.online).toBe(true)
    expect(Date.now() - Date.parse(body.device.lastSeenAt)).toBeLessThan(10_000)
  })

  test('omits devices that never reported', async () => {
    const { id } = await world.make.device(account)
    const { status, body } = await last(id)
    expect(status).toBe(404)
    expect(body.code).toBe('locations.none_yet')
  })
})
