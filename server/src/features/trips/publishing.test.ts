import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { beginningAt, compute, merging, twoTrips } from '../../../test/trips/driven.ts'
import { at, secondMs } from '../../../test/trips/short-track.ts'
import { knownDevice, store } from '../../../test/trips/stored-track.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { startPublishing } from '../events/outbox.api.ts'
import type { KnownDevice } from '../recorder/storable-row.types.ts'
import { processDevices } from './processing.ts'

// biome-ignore lint/suspicious/noExplicitAny: events.
type Json = any

let world: World
let account: MadeAccount
let device: KnownDevice
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 1_000 })
})
afterAll(() => world.close())
beforeEach(async () => {
  const { id } = await world.make.device(account)
  device = await knownDevice(world, account.accountId, id)
})

const computeAt = (seconds: number, to = device) =>
  compute({ ...world.ctx, now: () => new Date(secondMs(seconds)) }, account.accountId, to.deviceNumber)
const until = (seconds: number) => twoTrips().filter(({ fixedAtMs }) => fixedAtMs <= secondMs(seconds))
const iso = (seconds: number) => new Date(secondMs(seconds)).toISOString()

async function events(): Promise<Json[]> {
  const { rows } = await world.superuser.query(
    `select id, type, at, data from outbox where device_number = $1 and type like 'trip.%' order by number`,
    [device.deviceNumber],
  )
  return rows
}
const typesOf = async () => (await events()).map(({ type }) => type)

describe('a trip', () => {
  test('is published when it is certain, with its true start, and when it has ended', async () => {
    await store(world, device, until(630))
    await computeAt(635)
    expect(await typesOf()).toEqual([])
    await store(world, device, until(900))
    await computeAt(905)
    expect(await typesOf()).toEqual(['trip.started'])
    await store(world, device, until(1_530))
    await computeAt(1_535)
    const [started, ended] = await events()
    expect([started.at.toISOString(), ended.at.toISOString()]).toEqual([iso(600), iso(1_230)])
    expect(started.data).toEqual({
      id: expect.stringMatching(/^trp_/),
      version: 1,
      start: { dateTime: iso(600), latitude: 0, longitude: 0 },
    })
    expect(ended.data).toMatchObject({
      id: started.data.id,
      version: 2,
      end: { dateTime: iso(1_230) },
      duration: 630,
    })
    const { body } = await world.call('GET', `/api/trips/${ended.data.id}`, { token: account.token })
    expect(body).toMatchObject({ distance: ended.data.distance, version: 2 })
  })

  test('is published in the order of time, also if several are found at once', async () => {
    await store(world, device, twoTrips())
    await computeAt(3_060)
    const found = await events()
    expect(found.map(({ type, at }) => [type, at.toISOString()])).toEqual([
      ['trip.started', iso(600)],
      ['trip.ended', iso(1_230)],
      ['trip.started', iso(1_830)],
      ['trip.ended', iso(2_430)],
    ])
    expect(found.map(({ data }) => data.late)).toEqual([true, true, undefined, undefined])
  })

  test('is published once, whatever processes it and however often', async () => {
    const ctx = { ...world.ctx, now: () => new Date(secondMs(3_060)) }
    const numbers = [device.deviceNumber]
    for (let end = 300; end <= 3_000; end += 300) {
      await store(world, device, until(end))
      const all = Array.from({ length: 4 }, () => processDevices(ctx, account.accountId, numbers))
      await Promise.all(all)
    }
    await computeAt(3_060)
    expect(await typesOf()).toEqual(['trip.started', 'trip.ended', 'trip.started', 'trip.ended'])
  })

  test('is not published if it is older than three days', async () => {
    const dayS = 86_400
    await store(world, device, twoTrips())
    await computeAt(3 * dayS + 1_500)
    // Only the second one started less than three days ago.
    expect((await events()).map(({ type, data }) => [type, data.late])).toEqual([
      ['trip.started', true],
      ['trip.ended', true],
    ])
    await store(world, device, merging())
    await computeAt(3 * dayS + 3_000)
    expect(await typesOf()).toHaveLength(2)
    const { rows } = await world.superuser.query(
      'select cause from segment_corrections where device_number = $1',
      [device.deviceNumber],
    )
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('a correction', () => {
  test('is published with before and after, and the trip that it absorbed is withdrawn', async () => {
    await store(world, device, twoTrips())
    await computeAt(3_060)
    const [first, , second] = await events()
    await store(world, device, merging())
    await computeAt(3_100)
    const [corrected, withdrawn, ...others] = (await events()).slice(4)
    expect(others).toEqual([])
    expect(corrected).toMatchObject({ type: 'trip.corrected', at: new Date(secondMs(3_100)) })
    expect(corrected.data).toMatchObject({
      id: first.data.id,
      version: 2,
      cause: 'late',
      before: { startedAt: iso(600), endedAt: iso(1_230) },
      after: { startedAt: iso(600), endedAt: iso(2_430), absorbed: [second.data.id] },
    })
    expect(withdrawn).toMatchObject({
      type: 'trip.withdrawn',
      data: { id: second.data.id, cause: 'late', before: { startedAt: iso(1_830), endedAt: iso(2_430) } },
    })
  })

  test('is published at most once in 15 minutes; the log has all', async () => {
    await store(world, device, twoTrips())
    await computeAt(3_060)
    const late = (seconds: number, metres: number) => [at(seconds, metres, { kmh: 60 })]
    await store(world, device, late(915, 5_700))
    await computeAt(3_100)
    expect((await typesOf()).slice(4)).toEqual(['trip.corrected'])
    await store(world, device, late(945, 6_200))
    await computeAt(3_100 + 899)
    expect((await typesOf()).slice(4)).toEqual(['trip.corrected'])
    await store(world, device, late(975, 6_700))
    await computeAt(3_100 + 900)
    expect((await typesOf()).slice(4)).toEqual(['trip.corrected', 'trip.corrected'])
    const { rows } = await world.superuser.query(
      `select version from segment_corrections where device_number = $1 and kind = 'trip' order by number`,
      [device.deviceNumber],
    )
    expect(rows.map(({ version }) => version)).toEqual([2, 3, 4])
  })
})

test('the events of a trip are of its device: in the stream and the log of users who see it only', async () => {
  const { cursor } = (await world.call('GET', '/api/events', { token: account.token })).body
  const publisher = startPublishing(world.ctx)
  const group = await world.make.group(account, { devices: [device.deviceId] })
  const other = await world.make.group(account)
  const [insider, outsider] = [
    await world.make.user(account, { groupIds: [group.id] }),
    await world.make.user(account, { groupIds: [other.id] }),
  ]
  const startMs = Date.now() - 3_060_000
  await store(world, device, beginningAt(twoTrips(), startMs))
  await compute(world.ctx, account.accountId, device.deviceNumber)
  const read = async (token: string) => {
    const { body } = await world.call('GET', `/api/events?kinds=trip&limit=1000&after=${cursor}`, { token })
    return body.events as Json[]
  }
  await expect
    .poll(async () => (await read(insider.token)).map(({ type, deviceId }) => [type, deviceId]))
    .toEqual(
      ['trip.started', 'trip.ended', 'trip.started', 'trip.ended'].map((type) => [type, device.deviceId]),
    )
  expect(await read(outsider.token)).toEqual([])
  await publisher.stop()
})

test('a webhook can subscribe to trips, or to one type', async () => {
  const { token } = account
  const make = (events: string[]) =>
    world.call('POST', '/api/webhooks', {
      token,
      body: { name: 'Trips', url: 'https://127.0.0.1:8443/', events },
    })
  expect((await make(['trip'])).status).toBe(201)
  expect((await make(['trip.ended', 'trip.withdrawn'])).status).toBe(201)
  expect((await make(['trip.paused'])).status).toBe(400)
})
