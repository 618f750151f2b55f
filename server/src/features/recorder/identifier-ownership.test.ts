// A location belongs to the device that had the tracker's identifier when it was received, however late it is stored.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { imeisOf } from '../../../../simulator/src/identifiers.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { locationAgo } from '../../../test/tracker.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { metrics } from '../../platform/observability/metrics.ts'
import { backdateIdentifiers } from '../devices/identifier-history.api.ts'
import { compareWithStored } from './correction.api.ts'
import { createDeviceCache } from './device-cache.api.ts'
import { createLocationWriter } from './location-log.api.ts'
import { toRow } from './location-row.api.ts'
import type { LocationRow } from './location-row.types.ts'
import { restoreFromLog } from './log-restore.api.ts'
import { recordLocations } from './recorder.consumer.ts'

let world: World
let first: MadeAccount
let second: MadeAccount
let imei: string
const imeis = imeisOf('35630709', 50)

beforeAll(async () => {
  world = await openWorld()
  first = await world.make.account({ licenses: 50 })
  second = await world.make.account({ licenses: 50 })
})
afterAll(() => world.close())
beforeEach(() => {
  imei = imeis.pop()!
})

function rowsNow(count: number): LocationRow[] {
  const reception = {
    deviceRef: imei,
    protocol: 'teltonika',
    receivedAt: world.ctx.now(),
    datesRollOver: false,
  }
  return Array.from({ length: count }, (_, index) => toRow(locationAgo(60 - index), reception))
}
const send = (count: number) => createLocationWriter(world.ctx).write(rowsNow(count))
const register = (account: MadeAccount) => world.make.device(account, { identifier: imei })
const patch = (account: MadeAccount, id: string, body: object) =>
  world.call('PATCH', `/api/devices/${id}`, { token: account.token, body })
const remove = (account: MadeAccount, id: string) =>
  world.call('DELETE', `/api/devices/${id}`, { token: account.token })

async function stored(id: string): Promise<number> {
  const { rows } = await world.superuser.query(
    `select count(l.*)::int as n from devices d left join locations l on l.device_number = d.number where d.id = $1`,
    [id],
  )
  return rows[0].n
}
const isDone = () => expect.poll(() => world.ctx.bus.locations.pending(), { timeout: 10_000 }).toBe(0)
const replay = () => restoreFromLog(world.ctx, { at: new Date(0) }, () => {})

async function dropped(): Promise<number> {
  const { values } = await metrics.recorded.get()
  return values.find(({ labels }) => labels.outcome === 'before_assignment')?.value ?? 0
}

let recorder: { stop(): void } | undefined
afterAll(() => recorder?.stop())

describe('locations that wait in the log while their tracker changes hands', () => {
  test('reach neither the next account, nor another device of the same account', async () => {
    const tracker = await register(first)
    await send(5)
    await remove(first, tracker.id)
    const next = await register(second)
    await send(2)
    imei = imeis.pop()!
    const older = await register(first)
    await send(3)
    await remove(first, older.id)
    const newer = await register(first)
    imei = imeis.pop()!
    const [van, boat] = [await register(first), await world.make.device(first)]
    await send(4)
    await patch(first, van.id, { identifier: null })
    await patch(first, boat.id, { identifier: imei })
    await send(1)
    const droppedBefore = await dropped()
    recorder = await recordLocations(world.ctx)
    await isDone()
    // The second account has only what its own tracker sent.
    expect(await stored(next.id)).toBe(2)
    expect(await stored(newer.id)).toBe(0)
    expect([await stored(van.id), await stored(boat.id)]).toEqual([4, 1])
    expect((await dropped()) - droppedBefore).toBe(8)
  })
})

describe('a replay of the log', () => {
  test('gives the next account nothing that was received before it had the tracker', async () => {
    const tracker = await register(first)
    await send(5)
    await expect.poll(() => stored(tracker.id)).toBe(5)
    await remove(first, tracker.id)
    const next = await register(second)
    expect(await replay()).toMatchObject({ stored: 0 })
    expect(await stored(next.id)).toBe(0)
  })

  test('returns locations to a device that no longer has the identifier', async () => {
    const tracker = await register(first)
    await send(5)
    await expect.poll(() => stored(tracker.id)).toBe(5)
    await patch(first, tracker.id, { identifier: null })
    const next = await register(second)
    await world.superuser.query(
      `delete from locations where device_number = (select number from devices where id = $1)`,
      [tracker.id],
    )
    await replay()
    expect([await stored(tracker.id), await stored(next.id)]).toEqual([5, 0])
  })
})

test('a tracker that is registered again after a restore gets its earlier locations only from the operator', async () => {
  await register(first)
  const start = world.ctx.now()
  await send(5)
  await isDone()
  const { rows } = await world.superuser.query('delete from devices where identifier = $1 returning id', [
    imei,
  ])
  expect(rows).toHaveLength(1)
  const again = await register(first)
  await replay()
  expect(await stored(again.id)).toBe(0)
  await backdateIdentifiers(world.ctx, [imei], start)
  await replay()
  expect(await stored(again.id)).toBe(5)
  await expect(backdateIdentifiers(world.ctx, ['none'], start)).rejects.toThrow('"none"')
})

test('frames that are decoded again are not added to the next account', async () => {
  const tracker = await register(first)
  const rows = rowsNow(5)
  await remove(first, tracker.id)
  const next = await register(second)
  const deviceCache = createDeviceCache(world.ctx)
  const compared = await compareWithStored(world.ctx, deviceCache, rows, 'correct')
  deviceCache.stop()
  expect(compared).toMatchObject({ missing: 0, differing: 0, ofUnknownDevices: 5 })
  expect(await stored(next.id)).toBe(0)
})
