import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReceivedEvent, StreamClient } from '../../../../simulator/src/stream-client.ts'
import { followStream } from '../../../../simulator/src/stream-client.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { appendEvents } from '../events/event-log.api.ts'
import { startPublishing } from '../events/outbox.api.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

let world: World
let url: string
let account: MadeAccount
const works: { stop(): unknown }[] = []
const listeners: StreamClient[] = []

beforeAll(async () => {
  world = await openWorld({ RASTRO_EVENT_LOG_MAX_MB: '64' })
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  works.push(await recordLocations(world.ctx), startPublishing(world.ctx))
})
afterAll(async () => {
  await Promise.all(works.map((work) => work.stop()))
  await world.close()
})
beforeEach(async () => {
  account = await world.make.account({ licenses: 100 })
})
afterEach(() => {
  for (const sink of listeners.splice(0)) sink.close()
})

interface Following {
  events: ReceivedEvent[]
  of(kind: string): ReceivedEvent[]
  sink: StreamClient
}

async function follow(query = '', token = account.token, more: { after?: string } = {}): Promise<Following> {
  const events: ReceivedEvent[] = []
  const sink = followStream({
    url: () => `${url}/api/stream${query}`,
    token: () => token,
    onEvent: (event) => events.push(event),
    ...more,
  })
  listeners.push(sink)
  await expect.poll(() => sink.connections() + (sink.refusal()?.status ?? 0)).toBeGreaterThan(0)
  return { events, of: (kind) => events.filter((event) => event.kind === kind), sink }
}

let minutes = 0
const report = async (deviceId: string, more: object = {}) => {
  minutes += 1
  const dateTime = new Date(Date.now() - 3_600_000 + minutes * 1_000).toISOString()
  const body = { dateTime, latitude: 41.5, longitude: 2.1, speed: 5, attributes: { minutes }, ...more }
  const answer = await world.call('POST', `/api/devices/${deviceId}/locations`, {
    token: account.token,
    body,
  })
  expect(answer.status).toBe(201)
  return dateTime
}
const timesOf = ({ of }: Following) => of('location').map(({ data }) => data.data.dateTime)

describe('the stream', () => {
  test('sends a location as REST returns it, to its account only', async () => {
    const other = await world.make.account()
    const device = await world.make.device(account)
    const [ours, theirs] = [await follow(), await follow('', other.token)]
    await report(device.id, { altitude: 12, course: 271.5, ignition: true, attributes: { door: 'open' } })
    await expect.poll(() => ours.of('location').length).toBe(1)
    const { data } = ours.of('location')[0]!
    const { body } = await world.call('GET', `/api/devices/${device.id}/lastLocation`, {
      token: account.token,
    })
    // Places are named when they are read.
    const { place: _place, ...location } = body.lastLocation
    expect(data).toMatchObject({ type: 'location', deviceId: device.id, data: location })
    expect(Object.keys(data.data).sort()).toEqual(Object.keys(location).sort())
    expect(theirs.events.map(({ kind }) => kind)).toEqual(['hello'])
  })

  test('sends events of devices and alerts', async () => {
    const following = await follow('?kinds=device,alert')
    const device = await world.make.device(account)
    const raised = await world.call('POST', `/api/devices/${device.id}/alerts`, {
      token: account.token,
      body: { alert: { name: 'sos', location: { latitude: 1, longitude: 2 } } },
    })
    expect(raised.status).toBe(201)
    const [{ id }] = (await world.call('GET', '/api/alerts', { token: account.token })).body.alerts
    await world.call('POST', `/api/alerts/${id}/acknowledge`, { token: account.token, body: {} })
    await world.call('POST', `/api/alerts/${id}/resolve`, { token: account.token, body: {} })
    await report(device.id)
    await expect.poll(() => following.events.length).toBe(6)
    expect(following.events.slice(1).map(({ data }) => data.type)).toEqual([
      'device.created',
      'alert.raised',
      'alert.acknowledged',
      'alert.resolved',
      'device.online',
    ])
    expect(following.of('alert')[0]!.data.data).toMatchObject({
      id,
      name: 'sos',
      severity: 'critical',
      latitude: 1,
    })
  })

  test('resumes after a disconnect without gaps or duplicates', async () => {
    const device = await world.make.device(account)
    const following = await follow('?kinds=location')
    const reported: string[] = []
    for (let round = 0; round < 12; round += 1) {
      if (round % 4 === 2) following.sink.cut()
      await sleep(100)
      reported.push(await report(device.id))
    }
    await expect.poll(() => timesOf(following)).toEqual(reported)
    expect(following.sink.connections()).toBeGreaterThan(2)
  })

  test('reads events from before the subscription from the log', async () => {
    const device = await world.make.device(account)
    const { body } = await world.call('GET', '/api/events', { token: account.token })
    const reported = []
    for (let round = 0; round < 5; round += 1) reported.push(await report(device.id))
    const following = await follow('?kinds=location', account.token, { after: body.cursor })
    await expect.poll(() => timesOf(following)).toEqual(reported)
    reported.push(await report(device.id))
    await expect.poll(() => timesOf(following)).toEqual(reported)
  })

  test('has pages of exactly the requested size, down to one event', async () => {
    const device = await world.make.device(account)
    const first = (await world.call('GET', '/api/events', { token: account.token })).body.cursor
    for (let round = 0; round < 4; round += 1) await report(device.id)
    const page = async (cursor: string, limit: number) =>
      (await world.call('GET', `/api/events?after=${cursor}&limit=${limit}`, { token: account.token })).body
    const idsOf = (events: { id: string }[]) => events.map(({ id }) => id)
    await expect.poll(async () => (await page(first, 100)).events.length).toBeGreaterThan(4)
    const all = idsOf((await page(first, 100)).events)
    for (const limit of [1, 3]) {
      const sizes: number[] = []
      const read: string[] = []
      for (let cursor = first, more = true; more && sizes.length < 20; ) {
        const { events, ...rest } = await page(cursor, limit)
        sizes.push(events.length)
        read.push(...idsOf(events))
        ;({ cursor, more } = rest)
      }
      expect(read).toEqual(all)
      expect(sizes.slice(0, -1).every((size) => size === limit)).toBe(true)
    }
  })

  test('rejects a cursor that is too old and refers to REST', async () => {
    const old = Buffer.from(`e1.5.0.${Date.parse('2026-11-01T00:00:00Z').toString(36)}`).toString('base64url')
    const following = await follow('', account.token, { after: old })
    await expect.poll(() => following.sink.refusal()?.status).toBe(410)
    const { code, error } = JSON.parse(following.sink.refusal()!.body)
    expect(code).toBe('events.too_old')
    expect(error).toContain('2026-11-01T00:00:00.000Z')
    // REST accepts the same cursor.
    const device = await world.make.device(account)
    await report(device.id)
    const last = await world.call('GET', `/api/lastLocations?updatedSince=${old}`, { token: account.token })
    expect(last.body.locations).toHaveLength(1)
    const alerts = await world.call('GET', `/api/alerts?from=${old}`, { token: account.token })
    expect(alerts.status).toBe(200)
    const path = `/api/devices/${device.id}/locations?from=${old}&to=2100-01-01T00:00:00Z`
    expect((await world.call('GET', path, { token: account.token })).body.locations).toHaveLength(1)
  })

  test('sends a stalled client everything once it reads again, with a bounded buffer', async () => {
    const device = await world.make.device(account)
    const lines: Socket[] = []
    world.app.server.on('connection', (line) => lines.push(line))
    const following = await follow('?kinds=location')
    following.sink.sleep()
    // More than the buffers of both sockets.
    const padding = 'x'.repeat(4_000)
    const events = Array.from({ length: 6_000 }, (_, index) => ({
      type: 'location',
      deviceNumber: 1,
      latitude: 1,
      longitude: 1,
      json: JSON.stringify({
        id: `n${index}`,
        type: 'location',
        deviceId: device.id,
        data: { index, padding },
      }),
    }))
    for (let from = 0; from < events.length; from += 100) {
      await appendEvents(world.ctx, account.accountId, 'location', events.slice(from, from + 100))
    }
    const bufferedBytes = () => Math.max(...lines.map((line) => line.writableLength))
    await expect.poll(bufferedBytes).toBeGreaterThan(100_000)
    await sleep(500)
    expect(bufferedBytes()).toBeLessThan(2_000_000)
    expect(following.of('location').length).toBeLessThan(6_000)
    following.sink.wake()
    await expect.poll(() => following.of('location').length).toBe(6_000)
    expect(following.of('location').map(({ data }) => data.data.index)).toEqual(
      events.map((_, index) => index),
    )
    expect(following.sink.connections()).toBe(1)
  })

  test('ends after the requested time', async () => {
    const answer = await world.call('GET', '/api/stream?forSeconds=1', { token: account.token })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('text/event-stream')
    expect(answer.text).toContain('event: hello')
  })
})

describe('the filter', () => {
  test('passes the requested devices, groups and areas', async () => {
    const [one, other] = [await world.make.device(account), await world.make.device(account)]
    const group = await world.call('POST', '/api/groups', {
      token: account.token,
      body: { name: 'Boats', devices: [other.id] },
    })
    const ofDevice = await follow(`?kinds=location&devices=${one.id}`)
    const ofGroup = await follow(`?kinds=location&groups=${group.body.id}`)
    const ofArea = await follow('?kinds=location&area=170,-10,-170,10')
    const compact = await follow(`?form=compact&kinds=location&devices=${one.id}`)
    const first = await report(one.id, { latitude: 5, longitude: 179.5 })
    const second = await report(other.id, { latitude: 5, longitude: 100 })
    await expect.poll(() => timesOf(ofDevice)).toEqual([first])
    await expect.poll(() => timesOf(ofGroup)).toEqual([second])
    await expect.poll(() => timesOf(ofArea)).toEqual([first])
    const unknown = [one.id, Date.parse(first), 5, 179.5, 5, null, null, null, 1]
    expect(compact.of('location')[0]!.data).toEqual(unknown)
    await report(one.id, { course: 90, moving: true, ignition: false, valid: false })
    await expect.poll(() => compact.of('location')[1]?.data.slice(5)).toEqual([90, 1, 0, 0])
  })

  test('throttles locations, and sends the last one', async () => {
    const device = await world.make.device(account)
    const following = await follow('?kinds=location&everySeconds=2')
    const reported = []
    for (let round = 0; round < 5; round += 1) reported.push(await report(device.id))
    await expect.poll(() => timesOf(following)).toEqual([reported[0], reported[4]])
  })

  test('sends only the last location of each device when it resumes, then continues', async () => {
    const devices = [await world.make.device(account), await world.make.device(account)]
    const whole = await follow('?kinds=location')
    const reported: string[] = []
    for (let round = 0; round < 4; round += 1) for (const { id } of devices) reported.push(await report(id))
    await expect.poll(() => timesOf(whole)).toEqual(reported)
    const after = whole.of('location')[1]!.cursor
    const thinned = await follow('?kinds=location&everySeconds=2', account.token, { after })
    for (const { id } of devices) reported.push(await report(id))
    await expect.poll(() => timesOf(thinned)).toEqual(expect.arrayContaining(reported.slice(8)))
    // The locations reported while it resumed may be sent as the last ones, or after them.
    expect(timesOf(thinned).filter((time) => reported.indexOf(time) < 6)).toEqual([])
  })

  test('is rejected with a helpful message if it is invalid', async () => {
    for (const [query, expected] of [
      ['kinds=weather', 'is not an event kind'],
      ['area=1,2,3', 'west,south,east,north'],
      ['area=1,80,2,-80', 'west,south,east,north'],
      ['everySeconds=0', 'everySeconds'],
      ['after=nonsense', 'cursor'],
    ] as const) {
      const answer = await world.call('GET', `/api/stream?forSeconds=1&${query}`, { token: account.token })
      expect([query, answer.status]).toEqual([query, 400])
      expect(JSON.stringify(answer.body)).toContain(expected)
    }
  })
})

describe('rights', () => {
  async function standardUser(more: object) {
    const user = await world.make.user(account, { ...more })
    return user
  }

  test('a user who loses access to a device stops receiving it within 5 s, and the stream continues', async () => {
    const [kept, lost] = [await world.make.device(account), await world.make.device(account)]
    const { body: group } = await world.call('POST', '/api/groups', {
      token: account.token,
      body: { name: 'His', devices: [kept.id, lost.id] },
    })
    const user = await standardUser({ groupIds: [group.id] })
    const following = await follow('?kinds=location', user.token)
    await report(kept.id)
    await report(lost.id)
    await expect.poll(() => following.of('location').length).toBe(2)
    await world.call('PATCH', `/api/groups/${group.id}`, {
      token: account.token,
      body: { devices: [kept.id] },
    })
    await sleep(5_000)
    await report(lost.id)
    const last = await report(kept.id)
    await expect.poll(() => timesOf(following).at(-1)).toBe(last)
    expect(following.of('location').map(({ data }) => data.deviceId)).toEqual([kept.id, lost.id, kept.id])
  })

  test('a user of two groups receives both, and one that is taken away no longer than 5 s', async () => {
    const [kept, lost] = [await world.make.device(account), await world.make.device(account)]
    const groups = [
      await world.make.group(account, { devices: [kept.id] }),
      await world.make.group(account, { devices: [lost.id] }),
    ]
    const user = await standardUser({ groupIds: groups.map(({ id }) => id) })
    const following = await follow('?kinds=location', user.token)
    await report(kept.id)
    await report(lost.id)
    await expect.poll(() => following.of('location').length).toBe(2)
    await world.call('PATCH', `/api/users/${user.id}`, {
      token: account.token,
      body: { groupIds: [groups[0]!.id] },
    })
    await sleep(5_000)
    await report(lost.id)
    const last = await report(kept.id)
    await expect.poll(() => timesOf(following).at(-1)).toBe(last)
    expect(following.of('location').map(({ data }) => data.deviceId)).toEqual([kept.id, lost.id, kept.id])
  })

  test('while groups cannot be read, group-scoped subscribers are disconnected and miss nothing; others are unaffected', async () => {
    const device = await world.make.device(account)
    const group = await world.make.group(account, { devices: [device.id] })
    const user = await standardUser({ groupIds: [group.id] })
    const [owner, limited] = [await follow('?kinds=location'), await follow('?kinds=location', user.token)]
    // Cached group members: the device.created event may arrive after the streams start.
    await sleep(3_000)
    await world.superuser.query('alter table group_devices rename to away')
    const reported = '2026-11-15T10:00:00.000Z'
    try {
      const json = JSON.stringify({ type: 'location', deviceId: device.id, data: { dateTime: reported } })
      const { rows } = await world.superuser.query('select number from devices where id = $1', [device.id])
      const event = { type: 'location', deviceNumber: rows[0].number, latitude: null, longitude: null, json }
      await appendEvents(world.ctx, account.accountId, 'location', [event])
      await expect.poll(() => timesOf(owner)).toEqual([reported])
      await expect.poll(() => limited.of('end')[0]?.data.code).toBe('service.unavailable')
      expect(timesOf(limited)).toEqual([])
    } finally {
      await world.superuser.query('alter table away rename to group_devices')
    }
    await expect.poll(() => timesOf(limited)).toEqual([reported])
    expect(owner.sink.connections()).toBe(1)
  })

  test('a disabled user is disconnected with a reason and receives nothing more', async () => {
    const device = await world.make.device(account)
    const user = await standardUser({ deviceId: device.id })
    const following = await follow('?kinds=location', user.token)
    await report(device.id)
    await expect.poll(() => following.of('location').length).toBe(1)
    await world.call('PATCH', `/api/users/${user.id}`, { token: account.token, body: { disabled: true } })
    await sleep(5_000)
    await report(device.id)
    await expect.poll(() => following.of('end').map(({ data }) => data.code)).toEqual(['token.invalid'])
    await expect.poll(() => following.sink.refusal()?.status).toBe(401)
    expect(following.of('location')).toHaveLength(1)
  })

  test('a throttled stream does not send a location that waited until its device was taken away', async () => {
    const [kept, lost] = [await world.make.device(account), await world.make.device(account)]
    const group = await world.make.group(account, { devices: [kept.id, lost.id] })
    const user = await standardUser({ groupIds: [group.id] })
    const following = await follow('?kinds=location&everySeconds=6', user.token)
    const devicesOf = () => following.of('location').map(({ data }) => data.deviceId)
    for (const { id } of [lost, kept]) await report(id)
    await expect.poll(devicesOf).toEqual([lost.id, kept.id])
    for (const { id } of [lost, kept]) await report(id)
    const change = { token: account.token, body: { devices: [kept.id] } }
    expect((await world.call('PATCH', `/api/groups/${group.id}`, change)).status).toBe(200)
    await expect.poll(() => devicesOf().filter((id) => id === kept.id)).toHaveLength(2)
    expect(devicesOf()).toEqual([lost.id, kept.id, kept.id])
  })
})
