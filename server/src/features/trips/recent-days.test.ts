// The running totals are patched from the first changed day on. They must be what they would be if they were built from all
// days at once.

import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../scripts/lane.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { drivenTrack } from '../../../test/trips/daily-drives.ts'
import { blocksOf, delivery } from '../../../test/trips/deliveries.ts'
import { compute } from '../../../test/trips/driven.ts'
import { knownDevice, store } from '../../../test/trips/stored-track.ts'
import { madeTrack } from '../../../test/trips/tracks.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { KnownDevice } from '../recorder/storable-row.types.ts'
import { processDevices } from './processing.ts'

const dayMs = 86_400_000

let world: World
const accounts = new Map<string, MadeAccount>()
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function newDevice(timeZone: string): Promise<KnownDevice> {
  const account = accounts.get(timeZone) ?? (await world.make.account({ licenses: 10_000, timeZone }))
  accounts.set(timeZone, account)
  const { id } = await world.make.device(account)
  return knownDevice(world, account.accountId, id)
}

async function readTotals({ deviceNumber }: KnownDevice) {
  const { rows } = await world.superuser.query(
    `select last_day::text, cm, trip_seconds, stop_seconds, gap_seconds, idle_seconds, engine_seconds, engine_days,
       used_days, locations, unusable
     from recent_days where device_number = $1`,
    [deviceNumber],
  )
  return rows[0]
}

async function rebuild({ accountId, deviceNumber }: KnownDevice, now: Date, zone: string) {
  await world.superuser.query('delete from recent_days where device_number = $1', [deviceNumber])
  await world.superuser.query(
    `select refresh_recent_days($1, array[$2::int], array['-infinity'::date], ($3::timestamptz at time zone $4)::date, $4)`,
    [accountId, deviceNumber, now, zone],
  )
  return readTotals({ accountId, deviceNumber } as KnownDevice)
}

test('totals that were patched are those of all days', { timeout: 1_800_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(madeTrack({ phases: [1, 8], nights: true }), delivery, async ({ zone, rows }, order) => {
      const device = await newDevice(zone)
      const now = new Date(rows.at(-1)!.fixedAtMs + 60_000)
      const ctx = { ...world.ctx, now: () => now }
      for (const block of blocksOf(rows, order)) {
        await store(world, device, block)
        await processDevices(ctx, device.accountId, [device.deviceNumber])
      }
      await compute(ctx, device.accountId, device.deviceNumber)
      const patched = await readTotals(device)
      if (patched) expect(patched).toEqual(await rebuild(device, now, zone))
    }),
    { numRuns: isFullLane ? 200 : 12, seed: laneSeed },
  )
})

test('totals move on with the days, and follow late locations', async () => {
  const zone = 'America/Sao_Paulo'
  const device = await newDevice(zone)
  const fromMs = Date.parse('2026-04-01T00:00:00Z')
  const track = drivenTrack({ fromMs, days: 70, hours: [8, 23] })
  const late = (atMs: number) => atMs > fromMs + 30.3 * dayMs && atMs < fromMs + 30.9 * dayMs
  for (let day = 0; day < 70; day += 7) {
    const endMs = fromMs + (day + 7) * dayMs
    const week = track.filter(
      ({ fixedAtMs }) => fixedAtMs >= endMs - 7 * dayMs && fixedAtMs < endMs && !late(fixedAtMs),
    )
    const ctx = { ...world.ctx, now: () => new Date(endMs) }
    await store(world, device, week)
    await compute(ctx, device.accountId, device.deviceNumber)
  }
  const now = new Date(fromMs + 70 * dayMs)
  const before = await readTotals(device)
  expect([before.last_day, before.cm.length]).toEqual(['2026-06-09', 58])
  await store(
    world,
    device,
    track.filter(({ fixedAtMs }) => late(fixedAtMs)),
  )
  await compute({ ...world.ctx, now: () => now }, device.accountId, device.deviceNumber)
  const after = await readTotals(device)
  expect(after.locations.at(-1)).toBeGreaterThan(before.locations.at(-1))
  expect(after).toEqual(await rebuild(device, now, zone))
})

test('a device that is deleted has none', async () => {
  const device = await newDevice('UTC')
  const fromMs = Date.parse('2026-06-01T00:00:00Z')
  await store(world, device, drivenTrack({ fromMs, days: 2, hours: [8] }))
  const ctx = { ...world.ctx, now: () => new Date(fromMs + 2 * dayMs) }
  await compute(ctx, device.accountId, device.deviceNumber)
  expect(await readTotals(device)).toBeDefined()
  const { token } = accounts.get('UTC')!
  await world.call('DELETE', `/api/devices/${device.deviceId}`, { token })
  expect(await readTotals(device)).toBeUndefined()
})
