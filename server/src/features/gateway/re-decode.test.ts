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
import type { Wish } from '../recorder/correction.api.ts'
import type { DeviceMemory } from '../recorder/device-cache.api.ts'
import { createDeviceMemory } from '../recorder/device-cache.api.ts'
import { recordLocations } from '../recorder/recorder.consumer.ts'
import type { KeptFrame } from './frame.types.ts'
import { replayFrames } from './re-decode.api.ts'

let world: World
let gateway: RunningGateway
let recorder: { stop(): void }
let memory: DeviceMemory
let deviceId: string
let since: Date
const [imei, stranger] = imeisOf('35630704', 2) as [string, string]

beforeAll(async () => {
  world = await openWorld({ RASTRO_GATEWAY_HOST: '127.0.0.1', RASTRO_GATEWAY_PORT: '0' })
  since = new Date(world.ctx.now().getTime() - 1_000)
  gateway = await startGateway(world.ctx)
  recorder = await recordLocations(world.ctx)
  memory = createDeviceMemory(world.ctx)
  const account = await world.make.account({ licenses: 10 })
  const made = await world.make.device(account, { identifier: imei })
  deviceId = made.id
})
afterAll(async () => {
  await gateway.stop()
  recorder.stop()
  memory.stop()
  await world.close()
})

/** Three locations in two frames, stored, and kept as they came. */
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
  refused.send(teltonikaLogin(stranger))
  await refused.answer(1)
  refused.close()
  await expect.poll(() => stored()).toHaveLength(3)
  await expect.poll(async () => (await keptFrames()).length).toBe(3)
}

async function keptFrames(): Promise<KeptFrame[]> {
  const frames: KeptFrame[] = []
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

const replay = (wish: Wish, chosen: object = {}) =>
  replayFrames(world.ctx, memory, { since, ...chosen }, wish, () => {})

test('frames of a known tracker are kept as they came, and nothing of a stranger', async () => {
  await report()
  const frames = await keptFrames()
  expect(frames.map(([, protocol, , identifier]) => [protocol, identifier])).toEqual(
    Array.from({ length: 3 }, () => ['teltonika', imei]),
  )
  expect(Buffer.from(frames[0]![5], 'base64')).toEqual(teltonikaLogin(imei))
})

test('decoded again they say what is stored, and change nothing', async () => {
  expect(await replay('correct')).toEqual({
    frames: 3,
    unreadable: 0,
    same: 3,
    missing: 0,
    differing: 0,
    ofStrangers: 0,
  })
  expect((await stored()).map(({ speed }) => speed)).toEqual([300, 200, 100])
})

test('what is missing is only counted, until it is to be added', async () => {
  await world.superuser.query('delete from locations where speed = 200')
  expect(await replay('look')).toMatchObject({ same: 2, missing: 1 })
  expect(await stored()).toHaveLength(2)
  expect(await replay('add')).toMatchObject({ same: 2, missing: 1 })
  expect((await stored()).map(({ speed }) => speed)).toEqual([300, 200, 100])
})

test('what was read otherwise stands once, as it was, until it is to be corrected; also as the newest', async () => {
  // As if a decoder of then had read knots.
  await world.superuser.query('update locations set speed = speed * 2, fingerprint = fingerprint + 1')
  await world.superuser.query('update newest_locations set speed = speed * 2')
  expect(await replay('add')).toMatchObject({ same: 0, missing: 0, differing: 3 })
  expect((await stored()).map(({ speed }) => speed)).toEqual([600, 400, 200])
  expect(await replay('correct')).toMatchObject({ same: 0, missing: 0, differing: 3 })
  expect((await stored()).map(({ speed }) => speed)).toEqual([300, 200, 100])
  const { rows } = await world.superuser.query('select speed from newest_locations')
  expect(rows).toEqual([{ speed: 100 }])
  expect(await replay('correct')).toMatchObject({ same: 3, differing: 0 })
})

test('only the chosen time, device and protocol is decoded again', async () => {
  expect(await replay('look', { identifier: stranger })).toMatchObject({ frames: 0 })
  expect(await replay('look', { protocol: 'gt06' })).toMatchObject({ frames: 0 })
  expect(await replay('look', { until: since })).toMatchObject({ frames: 0 })
})
