import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import type { TestTracker } from '../../../test/tracker.ts'
import {
  connectTracker,
  countReply,
  gt06,
  locationAgo,
  teltonikaLogin,
  teltonikaPacket,
} from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'
import { createDeviceCache } from '../recorder/device-cache.api.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'
import { createActivityLog } from './activity-log.api.ts'

let world: World
let gateway: RunningGateway
let recorder: { stop(): void }
let account: MadeAccount
let device: { id: string; identifier: string }
let tracker: TestTracker
const imeis = imeisOf('35630705', 50)

beforeAll(async () => {
  world = await openWorld({ RASTRO_GATEWAY_HOST: '127.0.0.1', RASTRO_GATEWAY_PORT: '0' })
  gateway = await startGateway(world.ctx)
  recorder = await recordLocations(world.ctx)
  account = await world.make.account({ licenses: 100 })
})
afterAll(async () => {
  await gateway.stop()
  recorder.stop()
  await world.close()
})
beforeEach(async () => {
  device = await world.make.device(account, { identifier: imeis.pop()! })
})

const read = (token = account.token, id = device.id) =>
  world.call('GET', `/api/devices/${id}/activity`, { token })
const kinds = async () => (await read()).body.activity.map(({ type }: { type: string }) => type)

async function countNotes(deviceId: string): Promise<number> {
  const { rows } = await world.superuser.query(
    `select count(*)::int as count from device_activity a join devices d on d.number = a.device_number where d.id = $1`,
    [deviceId],
  )
  return rows[0].count
}

async function connect(): Promise<void> {
  tracker = await connectTracker(gateway.port)
  tracker.send(teltonikaLogin(device.identifier))
  expect(await tracker.answer(1)).toBe('01')
}

/** A packet whose checksum is wrong. */
function broken(): Buffer {
  const packet = Buffer.from(teltonikaPacket(locationAgo(5)))
  packet[packet.length - 1]! ^= 0xff
  return packet
}

test('a tracker that connects without reporting shows as connected', async () => {
  await connect()
  await expect.poll(kinds).toEqual(['connection'])
  expect((await read()).body.activity[0]).toEqual({
    receivedAt: expect.stringMatching(/Z$/),
    type: 'connection',
    protocol: 'teltonika',
    text: 'The tracker connected.',
  })
  tracker.close()
})

test('unreadable frames show a reason and an excerpt, readable ones a location', async () => {
  await connect()
  await expect.poll(kinds).toEqual(['connection'])
  tracker.send(broken())
  await expect.poll(kinds).toEqual(['unreadable', 'connection'])
  tracker.close()
  await connect()
  tracker.send(teltonikaPacket(locationAgo(5)))
  expect(await tracker.answer(4)).toBe(countReply(1))
  await expect.poll(kinds).toContain('location')
  tracker.close()

  const { activity } = (await read()).body
  const found = (wanted: string) => activity.find(({ type }: { type: string }) => type === wanted)
  expect(found('location')).toMatchObject({ type: 'location', protocol: null, text: 'A location.' })
  expect(found('location').location.latitude).toEqual(expect.any(Number))
  const unreadable = found('unreadable')
  expect(unreadable).toMatchObject({
    protocol: 'teltonika',
    text: expect.stringMatching(/^A frame could not be read: ./),
  })
  expect(broken().toString('hex').startsWith(unreadable.excerpt.slice(0, 20))).toBe(true)
  expect(unreadable.excerpt.length).toBeLessThanOrEqual(128)
})

test('connections of a device that reports locations are not recorded', async () => {
  const report = { dateTime: new Date().toISOString(), latitude: 41.5, longitude: 2.1 }
  await world.call('POST', `/api/devices/${device.id}/locations`, { token: account.token, body: report })
  await connect()
  tracker.send(broken())
  await expect.poll(kinds).toContain('unreadable')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await kinds()).toEqual(['unreadable', 'location'])
  tracker.close()
})

test('a report without a fix, or with an implausible time, is described as such', async () => {
  const tracker = await connectTracker(gateway.port)
  tracker.send(gt06.encode.login!(device.identifier, 1))
  await tracker.answer(10)
  const old = { ...locationAgo(5), fixedAt: new Date('1999-01-01T00:00:00Z'), valid: false }
  tracker.send(gt06.encode.locations(device.identifier, [old], 2)[0]!)
  await expect.poll(kinds).toContain('location')
  const [{ text }] = (await read()).body.activity.filter(({ type }: { type: string }) => type === 'location')
  expect(text).toContain('no fix')
  expect(text).toContain('The tracker sent the implausible time')
  tracker.close()
})

test('limits how many entries are recorded and kept', async () => {
  const deviceCache = createDeviceCache(world.ctx)
  const { note } = createActivityLog(world.ctx, deviceCache)
  const { identifier } = device
  const bytes = Buffer.alloc(10_000, 0xab)
  for (let round = 0; round < 200; round += 1) {
    note({
      identifier,
      type: 'unreadable',
      protocol: 'gt06',
      reason: `no \u0000 sense${'!'.repeat(1_000)}`,
      bytes,
    })
  }
  await expect.poll(kinds).toHaveLength(6)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await countNotes(device.id)).toBe(6)
  expect((await read()).body.activity[0].excerpt).toBe('ab'.repeat(64))

  await world.superuser.query(
    `insert into device_activity (account_id, device_number, at, kind, protocol, reason)
     select account_id, number, now() - interval '1 hour', 'unreadable', 'gt06', 'old' from devices, generate_series(1, 100)
     where id = $1`,
    [device.id],
  )
  note({ identifier, type: 'connection', protocol: 'gt06' })
  await expect.poll(() => countNotes(device.id)).toBe(50)
  expect(await kinds()).toHaveLength(50)
  expect((await kinds())[0]).toBe('connection')
  deviceCache.stop()
})

test('is hidden from other accounts and other groups, and excerpts need the privilege to edit devices', async () => {
  const group = await world.make.group(account, { devices: [device.id] })
  const elsewhere = await world.make.group(account)
  const otherAccount = await world.make.account()
  const outsider = await world.make.user(account, { groupIds: [elsewhere.id], adminDevices: true })
  const reader = await world.make.user(account, { groupIds: [group.id] })
  await connect()
  tracker.send(broken())
  await expect.poll(kinds).toEqual(['unreadable', 'connection'])
  tracker.close()
  for (const { token } of [otherAccount, outsider]) {
    const answer = await read(token)
    expect([answer.status, answer.body.code]).toEqual([404, 'devices.not_found'])
  }
  expect((await read()).body.activity[0].excerpt).toMatch(/^[0-9a-f]+$/)
  const seen = await read(reader.token)
  expect(seen.body.activity).toHaveLength(2)
  expect(seen.text).not.toContain('excerpt')
})

test('activity of a tracker that changed its account is recorded for neither while the cache is stale', async () => {
  const deviceCache = createDeviceCache(world.ctx)
  const { note } = createActivityLog(world.ctx, deviceCache)
  const { identifier } = device
  const other = await world.make.account({ licenses: 1 })
  await deviceCache.resolve([identifier])
  await world.call('PATCH', `/api/devices/${device.id}`, { token: account.token, body: { identifier: null } })
  const moved = await world.make.device(other, { identifier })
  note({ identifier, type: 'connection', protocol: 'gt06' })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([await countNotes(device.id), await countNotes(moved.id)]).toEqual([0, 0])
  deviceCache.stop()
})
