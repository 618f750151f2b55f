import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReceivedEvent, StreamClient } from '../../../../simulator/src/stream-client.ts'
import { followStream } from '../../../../simulator/src/stream-client.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startPublishing } from '../events/outbox.api.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'

const perAddress = 5
const dayMs = 86_400_000
let world: World
let url: string
const works: { stop(): unknown }[] = []
let account: MadeAccount
const listeners: StreamClient[] = []

beforeAll(async () => {
  world = await openWorld({
    RASTRO_AUTH_FAILURES_PER_ADDRESS: String(perAddress),
    RASTRO_TRUSTED_PROXIES: '127.0.0.1',
    RASTRO_SHARE_MAX_VIEWERS: '2',
  })
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
afterEach(async () => {
  world.clock.offsetMs = 0
  for (const sink of listeners.splice(0)) sink.close()
  await world.superuser.query('delete from throttles')
})

async function report(deviceId: string, fields: object = {}): Promise<string> {
  const dateTime = new Date(world.ctx.now()).toISOString()
  const coordinates = { latitude: 41.5, longitude: 2.1, speed: 5, course: 90, altitude: 12, battery: 80 }
  const body = { dateTime, ...coordinates, attributes: { door: 'open' }, ...fields }
  const answer = await world.call('POST', `/api/devices/${deviceId}/locations`, {
    token: account.token,
    body,
  })
  expect(answer.status).toBe(201)
  return body.dateTime
}
const read = (path: string, from = '192.0.2.1') =>
  world.call('GET', path, { headers: { 'x-forwarded-for': from } })
const revoke = (id: string) => world.call('DELETE', `/api/shares/${id}`, { token: account.token })
const post = (body: object, token = account.token) => world.call('POST', '/api/shares', { token, body })
const inDays = (days: number) => new Date(world.ctx.now().getTime() + days * dayMs).toISOString()
const ago = (minutes: number) => new Date(world.ctx.now().getTime() - minutes * 60_000).toISOString()

async function watch(secret: string) {
  const events: ReceivedEvent[] = []
  const sink = followStream({
    url: () => `${url}/share/${secret}/stream`,
    token: () => 'none',
    onEvent: (event) => events.push(event),
    reconnects: false,
  })
  listeners.push(sink)
  await expect.poll(() => sink.connections() + (sink.refusal()?.status ?? 0)).toBeGreaterThan(0)
  const of = (kind: string) => events.filter((event) => event.kind === kind).map(({ data }) => data)
  return { sink, events, of }
}

describe('a live share', () => {
  test('shows its devices and their locations, and nothing else', async () => {
    const [boat, other] = [
      await world.make.device(account, { name: 'Boat', identifier: '350000000000017' }),
      await world.make.device(account, { name: 'Other' }),
    ]
    const dateTime = await report(boat.id)
    await report(other.id)
    const { secret, url } = await world.make.share(account, { name: 'Regatta', devices: [boat.id] })
    expect(url).toBe(`http://localhost:8080/share/${secret}`)

    const { status, body, text, headers } = await read(`/share/${secret}`)
    const { requestId: _id, expiresAt: _expiresAt, ...shown } = body
    expect(status).toBe(200)
    expect(shown).toEqual({
      success: true,
      name: 'Regatta',
      type: 'live',
      brand: { name: 'Rastro', logoUrl: null, darkLogoUrl: null },
      devices: [{ device: 1, name: 'Boat', place: expect.stringMatching(/, Barcelona, Spain$/) }],
      locations: [{ device: 1, dateTime, latitude: 41.5, longitude: 2.1, valid: true, speed: 5, course: 90 }],
    })
    for (const hidden of [boat.id, boat.identifier, account.account, account.ownerId, 'Other', 'door']) {
      expect(text).not.toContain(hidden)
    }
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
  })

  test('shows the chosen fields, and names only if enabled', async () => {
    const device = await world.make.device(account, { name: 'Secret Boat' })
    await report(device.id)
    const hides = { devices: [device.id], fields: ['battery'], showNames: false }
    const { secret } = await world.make.share(account, hides)
    const { body, text } = await read(`/share/${secret}`)
    expect(body.locations[0]).toMatchObject({ battery: 80 })
    expect(Object.keys(body.locations[0]).sort()).toEqual(
      ['battery', 'dateTime', 'device', 'latitude', 'longitude', 'valid'].sort(),
    )
    expect(text).not.toContain('Secret Boat')
  })

  test('shows history since its creation only, also for late locations', async () => {
    const device = await world.make.device(account)
    await report(device.id, { dateTime: ago(30) })
    const { secret } = await world.make.share(account, { devices: [device.id] })
    const viewer = await watch(secret)
    await report(device.id, { dateTime: ago(20) })
    const dateTime = await report(device.id)
    await expect.poll(() => viewer.of('location').length).toBe(1)
    expect(viewer.of('location')[0]).toEqual({
      device: 1,
      dateTime,
      latitude: 41.5,
      longitude: 2.1,
      valid: true,
      speed: 5,
      course: 90,
    })
    for (const query of ['device=1', `device=1&from=${ago(90)}&to=${inDays(1)}`]) {
      const { body } = await read(`/share/${secret}/locations?${query}`)
      expect(body.locations.map((one: { dateTime: string }) => one.dateTime)).toEqual([dateTime])
    }
    expect((await read(`/share/${secret}/locations?device=2`)).status).toBe(404)
  })

  test('streams locations of its devices only', async () => {
    const [ours, other] = [await world.make.device(account), await world.make.device(account)]
    const { secret } = await world.make.share(account, { devices: [ours.id] })
    const viewer = await watch(secret)
    await report(other.id)
    await world.make.alert(account, ours.id)
    await sleep(500)
    await report(ours.id)
    await expect.poll(() => viewer.of('location').length).toBe(1)
    expect(viewer.events.map(({ kind }) => kind)).toEqual(['hello', 'location'])
    expect(JSON.stringify(viewer.events)).not.toContain(ours.id)
  })

  test('limits concurrent viewers', async () => {
    const device = await world.make.device(account)
    const { secret } = await world.make.share(account, { devices: [device.id] })
    const [first] = [await watch(secret), await watch(secret)]
    expect((await watch(secret)).sink.refusal()?.status).toBe(429)
    first.sink.close()
    await expect.poll(async () => (await watch(secret)).sink.refusal()?.status).toBe(undefined)
  })

  test('drops deleted devices', async () => {
    const [kept, lost] = [await world.make.device(account), await world.make.device(account)]
    const { secret } = await world.make.share(account, { devices: [lost.id, kept.id] })
    await report(lost.id)
    await report(kept.id)
    const viewer = await watch(secret)
    await world.call('DELETE', `/api/devices/${lost.id}`, { token: account.token })
    const { body } = await read(`/share/${secret}`)
    // The numbers of the others stay.
    expect(body.devices.map(({ device }: { device: number }) => device)).toEqual([2])
    expect(body.locations).toHaveLength(1)
    expect((await read(`/share/${secret}/locations?device=1`)).status).toBe(404)
    await report(kept.id)
    await expect.poll(() => viewer.of('location').map(({ device }) => device)).toEqual([2])
  })

  test('stops streaming a removed device within 5 s', async () => {
    const [kept, lost] = [await world.make.device(account), await world.make.device(account)]
    const { secret } = await world.make.share(account, { devices: [lost.id, kept.id] })
    const viewer = await watch(secret)
    await report(lost.id)
    await expect.poll(() => viewer.of('location').length).toBe(1)
    await world.superuser.query('delete from share_devices where account_id = $1 and ordinal = 1', [
      account.accountId,
    ])
    await sleep(5_000)
    await report(lost.id)
    await report(kept.id)
    await expect.poll(() => viewer.of('location').map(({ device }) => device)).toEqual([1, 2])
  })
})

describe('a historic share', () => {
  test('shows its period and nothing before or after, and is not live', async () => {
    const device = await world.make.device(account)
    await report(device.id, { dateTime: ago(90) })
    const within = [
      await report(device.id, { dateTime: ago(60) }),
      await report(device.id, { dateTime: ago(45) }),
    ]
    await report(device.id)
    const period = { type: 'historic', from: ago(70), to: ago(40) }
    const { secret } = await world.make.share(account, { devices: [device.id], ...period })
    const { body } = await read(`/share/${secret}`)
    expect(body).toMatchObject(period)
    expect(body.locations.map((one: { dateTime: string }) => one.dateTime)).toEqual([within[1]])
    const track = await read(`/share/${secret}/locations?device=1&from=${ago(999)}&to=${inDays(1)}`)
    expect(track.body.locations.map((one: { dateTime: string }) => one.dateTime)).toEqual(within)
    const later = await read(`/share/${secret}/locations?device=1&from=${ago(30)}`)
    expect(later.body.locations).toEqual([])
    expect((await read(`/share/${secret}/stream`)).body.code).toBe('share.not_live')
  })

  test('is read in pages', async () => {
    const device = await world.make.device(account)
    const times = []
    for (const minutes of [5, 4, 3]) times.push(await report(device.id, { dateTime: ago(minutes) }))
    const period = { type: 'historic', from: ago(60), to: ago(0) }
    const { secret } = await world.make.share(account, { devices: [device.id], ...period })
    const first = await read(`/share/${secret}/locations?device=1&limit=2`)
    const next = await read(`/share/${secret}/locations?device=1&limit=2&cursor=${first.body.nextCursor}`)
    const seen = [...first.body.locations, ...next.body.locations].map(({ dateTime }) => dateTime)
    expect(seen).toEqual(times)
    expect(next.body.nextCursor).toBe(undefined)
  })
})

describe('the end of a share', () => {
  const expectEnd = (viewer: Awaited<ReturnType<typeof watch>>) =>
    expect
      .poll(() => viewer.of('end').map(({ code }) => code), { timeout: 5_000 })
      .toEqual(['share.not_found'])

  test('comes by the clock, for readers and for idle streams', async () => {
    const device = await world.make.device(account)
    const { id, secret } = await world.make.share(account, { devices: [device.id] })
    const viewer = await watch(secret)
    world.clock.offsetMs = 7 * dayMs - 60_000
    expect((await read(`/share/${secret}`)).status).toBe(200)
    world.clock.offsetMs = 7 * dayMs + 60_000
    expect((await read(`/share/${secret}`)).status).toBe(404)
    await expectEnd(viewer)
    world.clock.offsetMs = 0

    const patch = { method: 'PATCH', path: `/api/shares/${id}` } as const
    const token = account.token
    const extended = await world.call(patch.method, patch.path, { token, body: { expiresAt: inDays(20) } })
    expect([extended.status, extended.body.secret]).toEqual([200, secret])
    world.clock.offsetMs = 7 * dayMs + 60_000
    expect((await read(`/share/${secret}`)).status).toBe(200)
  })

  test('comes at once when it is revoked, and within 5 s for streams', async () => {
    const device = await world.make.device(account)
    const { id, secret } = await world.make.share(account, { devices: [device.id] })
    const viewer = await watch(secret)
    expect((await revoke(id)).status).toBe(200)
    expect((await read(`/share/${secret}`)).status).toBe(404)
    await expectEnd(viewer)
  })

  test('looks the same for expired, revoked and unknown links', async () => {
    const device = await world.make.device(account)
    const [expired, revoked] = [
      await world.make.share(account, { devices: [device.id], expiresAt: inDays(1) }),
      await world.make.share(account, { devices: [device.id] }),
    ]
    await revoke(revoked.id)
    world.clock.offsetMs = 2 * dayMs
    const secrets = [expired.secret, revoked.secret, `lnk_${'x'.repeat(32)}`]
    const answers = await Promise.all(secrets.map((secret) => read(`/share/${secret}`)))
    const responses = answers.map(({ status, body: { requestId: _, ...rest } }) => ({ status, rest }))
    expect(responses[0]!.status).toBe(404)
    expect(responses[1]).toEqual(responses[0])
    expect(responses[2]).toEqual(responses[0])
  })
})

describe('a secret', () => {
  test('rate limits guessing by address', async () => {
    const device = await world.make.device(account)
    const { secret } = await world.make.share(account, { devices: [device.id] })
    for (let time = 0; time < perAddress; time += 1) {
      expect((await read(`/share/lnk_${'g'.repeat(31)}${time}`, '192.0.2.66')).status).toBe(404)
    }
    const refused = await read(`/share/${secret}/locations?device=1`, '192.0.2.66')
    expect([refused.status, refused.body.code]).toEqual([429, 'access.too_many_attempts'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await read(`/share/${secret}`, '192.0.2.67')).status).toBe(200)
  })

  test('opens nothing else', async () => {
    const device = await world.make.device(account)
    const { id, secret } = await world.make.share(account, { devices: [device.id] })
    for (const path of [`/api/devices/${device.id}`, '/api/stream?forSeconds=1', '/api/lastLocations']) {
      expect((await world.call('GET', path, { token: secret })).status).toBe(401)
      expect((await read(`${path}${path.includes('?') ? '&' : '?'}token=${secret}`)).status).toBe(401)
    }
    for (const path of [
      `/share/${id}`,
      `/share/${device.id}`,
      `/share/${secret}/devices`,
      `/share/${secret}/..`,
    ]) {
      expect([path, (await read(path)).status]).toEqual([path, 404])
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await world.call(method, `/share/${secret}`)).status).toBe(405)
    }
  })

  test('is in no table, log line or audit record', async () => {
    const device = await world.make.device(account)
    const { id, secret } = await world.make.share(account, { devices: [device.id] })
    const lines: string[] = []
    const { info } = world.ctx.log
    world.ctx.log.info = ((...responses: unknown[]) => lines.push(JSON.stringify(responses))) as typeof info
    for (const path of ['', '/locations?device=1', '/nonsense', '/locations/deeper']) {
      await read(`/share/${secret}${path}`)
    }
    await world.call('POST', `/share/${secret}`)
    world.ctx.log.info = info
    expect(lines.filter((line) => line.includes('/share/'))).toHaveLength(5)
    expect(lines.filter((line) => line.includes(secret))).toEqual([])

    const { rows } = await world.superuser.query(
      'select * from shares s join directory_shares using (account_id)',
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
    const audit = await world.call('GET', `/api/audit?targetId=${id}`, { token: account.token })
    expect(audit.body.changes.map(({ action }: { action: string }) => action)).toEqual(['shares.created'])
    expect(audit.text).not.toContain(secret)
  })
})

describe('managing shares', () => {
  test('returns the link of one share, but not in the list', async () => {
    const device = await world.make.device(account)
    const { id, secret, url } = await world.make.share(account, { devices: [device.id] })
    const one = await world.call('GET', `/api/shares/${id}`, { token: account.token })
    expect(one.body).toMatchObject({ id, secret, url, devices: [device.id], createdBy: account.ownerId })
    const list = await world.call('GET', '/api/shares?limit=1', { token: account.token })
    expect(list.body.shares.map((share: { id: string }) => share.id)).toEqual([id])
    expect(list.text).not.toContain(secret)
  })

  test('is limited to the scope of the caller', async () => {
    const group = await world.make.group(account)
    const [own, other] = [
      await world.make.device(account, { groups: [group.id] }),
      await world.make.device(account),
    ]
    const user = await world.make.user(account, { groupIds: [group.id], privileges: ['devices.edit'] })
    const refused = await post({ name: 'x', type: 'live', devices: [own.id, other.id] }, user.token)
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ path: 'devices.1', message: `"${other.id}" does not exist, or is not yours to see` }],
    ])
    const made = await world.make.share({ token: user.token }, { devices: [own.id] })
    const both = await world.make.share(account, { devices: [own.id, other.id] })
    const list = await world.call('GET', '/api/shares', { token: user.token })
    expect(list.body.shares.map((share: { id: string }) => share.id)).toEqual([made.id])
    for (const method of ['GET', 'DELETE']) {
      expect((await world.call(method, `/api/shares/${both.id}`, { token: user.token })).status).toBe(404)
    }
  })

  test('reports every fault', async () => {
    const device = await world.make.device(account)
    const good = { name: 'x', type: 'live', devices: [device.id] }
    for (const [fields, path] of [
      [{ expiresAt: inDays(-1) }, 'expiresAt'],
      [{ expiresAt: inDays(31) }, 'expiresAt'],
      [{ from: ago(60) }, 'from'],
      [{ type: 'historic', from: ago(60) }, 'to'],
      [{ type: 'historic', from: ago(60), to: ago(61) }, 'to'],
      [{ fields: ['attributes'] }, 'fields.0'],
      [{ devices: [] }, 'devices'],
    ] as const) {
      const { status, body } = await post({ ...good, ...fields })
      expect([fields, status, body.details?.[0]?.path]).toEqual([fields, 400, path])
    }
    expect((await post({ ...good, expiresAt: inDays(29) })).status).toBe(201)
  })

  test('changes name and expiry only with the current version', async () => {
    const device = await world.make.device(account)
    const { id } = await world.make.share(account, { devices: [device.id] })
    const change = (body: object, headers = {}) =>
      world.call('PATCH', `/api/shares/${id}`, { token: account.token, body, headers })
    expect((await change({ name: 'New' }, { 'if-match': '"1"' })).body.name).toBe('New')
    expect((await change({ name: 'Newer' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await change({ devices: [] })).status).toBe(400)
    expect((await change({ expiresAt: inDays(31) })).status).toBe(400)
  })
})
