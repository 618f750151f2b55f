import { afterAll, beforeAll, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import {
  connectTracker,
  countReply,
  locationAgo,
  teltonikaLogin,
  teltonikaPacket,
} from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { RunningGateway } from '../../roles/gateway.ts'
import { startGateway } from '../../roles/gateway.ts'
import type { CorrectionMode } from '../recorder/correction.api.ts'
import type { DeviceCache } from '../recorder/device-cache.api.ts'
import { createDeviceCache } from '../recorder/device-cache.api.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'
import type { ArchivedFrame } from './frame.types.ts'
import { reDecodeFrames } from './re-decode.api.ts'

let world: World
let gateway: RunningGateway
let recorder: { stop(): void }
let deviceCache: DeviceCache
let deviceId: string
let since: Date
const [imei, unknownImei] = imeisOf('35630704', 2) as [string, string]

beforeAll(async () => {
  world = await openWorld({ RASTRO_GATEWAY_HOST: '127.0.0.1', RASTRO_GATEWAY_PORT: '0' })
  since = new Date(world.ctx.now().getTime() - 1_000)
  gateway = await startGateway(world.ctx)
  recorder = await recordLocations(world.ctx)
  deviceCache = createDeviceCache(world.ctx)
  const account = await world.make.account({ licenses: 10 })
  const made = await world.make.device(account, { identifier: imei })
  deviceId = made.id
})
afterAll(async () => {
  await gateway.stop()
  recorder.stop()
  deviceCache.stop()
  await world.close()
})

/** Three locations in two frames, stored and archived. */
async function report(): Promise<void> {
  const tracker = await connectTracker(gateway.port)
  tracker.send(teltonikaLogin(imei))
  await tracker.answer(1)
  tracker.send(teltonikaPacket(locationAgo(30, { speedKmh: 30 }), locationAgo(20, { speedKmh: 20 })))
  expect(await tracker.answer(4)).toBe(countReply(2))
  tracker.send(teltonikaPacket(locationAgo(10, { speedKmh: 10 })))
  expect(await tracker.answer(4)).toBe(countReply(1))
  tracker.close()
  const refused = await connectTracker(gateway.port)
  refused.send(teltonikaLogin(unknownImei))
  await refused.answer(1)
  refused.close()
  await expect.poll(() => stored()).toHaveLength(3)
  await expect.poll(async () => (await archivedFrames()).length).toBe(3)
}

async function archivedFrames(): Promise<ArchivedFrame[]> {
  const frames: ArchivedFrame[] = []
  for await (const { text } of world.ctx.bus.frames!.read(since)) frames.push(...JSON.parse(text))
  return frames
}

async function stored(): Promise<{ speed: number }[]> {
  const { rows } = await world.superuser.query(
    `select l.speed from locations l join devices d on d.number = l.device_number where d.id = $1 order by l.fixed_at`,
    [deviceId],
  )
  return rows
}

const reDecode = (mode: CorrectionMode, filter: object = {}) =>
  reDecodeFrames(world.ctx, deviceCache, { since, ...filter }, mode, () => {})

test('raw frames of known trackers are archived, those of unknown ones are not', async () => {
  await report()
  const frames = await archivedFrames()
  expect(frames.map(([, protocol, , identifier]) => [protocol, identifier])).toEqual(
    Array.from({ length: 3 }, () => ['teltonika', imei]),
  )
  expect(Buffer.from(frames[0]![5], 'base64')).toEqual(teltonikaLogin(imei))
})

test('decoding again gives the stored locations, and changes nothing', async () => {
  expect(await reDecode('correct')).toEqual({
    frames: 3,
    unreadable: 0,
    same: 3,
    missing: 0,
    differing: 0,
    ofUnknownDevices: 0,
  })
  expect((await stored()).map(({ speed }) => speed)).toEqual([300, 200, 100])
})

test('missing locations are counted, and stored only on request', async () => {
  await world.superuser.query('delete from locations where speed = 200')
  expect(await reDecode('look')).toMatchObject({ same: 2, missing: 1 })
  expect(await stored()).toHaveLength(2)
  expect(await reDecode('add')).toMatchObject({ same: 2, missing: 1 })
  expect((await stored()).map(({ speed }) => speed)).toEqual([300, 200, 100])
})

test('differing locations stay unchanged until corrected, including the newest one', async () => {
  // As if an older decoder had decoded knots.
  await world.superuser.query('update locations set speed = speed * 2, fingerprint = fingerprint + 1')
  await world.superuser.query('update newest_locations set speed = speed * 2')
  expect(await reDecode('add')).toMatchObject({ same: 0, missing: 0, differing: 3 })
  expect((await stored()).map(({ speed }) => speed)).toEqual([600, 400, 200])
  expect(await reDecode('correct')).toMatchObject({ same: 0, missing: 0, differing: 3 })
  expect((await stored()).map(({ speed }) => speed)).toEqual([300, 200, 100])
  const { rows } = await world.superuser.query('select speed from newest_locations')
  expect(rows).toEqual([{ speed: 100 }])
  expect(await reDecode('correct')).toMatchObject({ same: 3, differing: 0 })
})

test('only frames of the selected time, device and protocol are decoded again', async () => {
  expect(await reDecode('look', { identifier: unknownImei })).toMatchObject({ frames: 0 })
  expect(await reDecode('look', { protocol: 'gt06' })).toMatchObject({ frames: 0 })
  expect(await reDecode('look', { until: since })).toMatchObject({ frames: 0 })
})
