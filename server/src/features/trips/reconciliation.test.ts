import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../scripts/lane.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { blocksOf, delivery } from '../../../test/trips/deliveries.ts'
import type { StoredResult } from '../../../test/trips/stored-result.ts'
import { expectedResult, readResult } from '../../../test/trips/stored-result.ts'
import { knownDevice, store } from '../../../test/trips/stored-track.ts'
import { inOrder, madeTrack } from '../../../test/trips/tracks.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { KnownDevice } from '../recorder/storable-row.types.ts'
import type { TrackLocation } from './detection/detection.types.ts'
import { createLocalDays, secondsBetween, secondsWithin } from './detection/local-days.ts'
import { defaultSettings, thresholdsOf } from './detection/settings.ts'
import { processDevices } from './processing.ts'

/** A day before the clock changes, or a date is skipped; the last one has no change. */
const zones: Record<string, string[]> = {
  'Europe/Madrid': ['2026-03-28T06:00:00Z', '2026-10-24T06:00:00Z'],
  'America/Sao_Paulo': ['2017-10-14T06:00:00Z', '2018-02-17T06:00:00Z', '2026-10-17T06:00:00Z'],
  'Australia/Lord_Howe': ['2026-04-03T20:00:00Z', '2026-10-02T20:00:00Z'],
  'Asia/Kathmandu': ['2026-06-15T06:00:00Z'],
  'Pacific/Apia': ['2011-12-29T02:00:00Z'],
  'America/Havana': ['2026-03-07T12:00:00Z', '2026-10-31T12:00:00Z'],
}

let world: World
const accounts = new Map<string, MadeAccount>()
beforeAll(async () => {
  world = await openWorld()
  for (const timeZone of Object.keys(zones)) {
    accounts.set(timeZone, await world.make.account({ licenses: 10_000, timeZone }))
  }
})
afterAll(() => world.close())

const query = async (text: string, values: unknown[]) => (await world.superuser.query(text, values)).rows

/** Stores and processes blocks as they arrive, and all of it in the end. */
async function processAll(zone: string, blocks: TrackLocation[][], endMs: number): Promise<KnownDevice> {
  const { accountId, ...account } = accounts.get(zone)!
  const ctx = { ...world.ctx, now: () => new Date(endMs + 60_000) }
  const { id } = await world.make.device(account)
  const device = await knownDevice(world, accountId, id)
  for (const [index, block] of blocks.entries()) {
    await store(world, device, block)
    if (index % 4 === 3) await processDevices(ctx, accountId, [device.deviceNumber])
  }
  while (await processDevices(ctx, accountId, [device.deviceNumber]));
  return device
}

/** Every second of a day belongs to one segment, and the row of the day has the same seconds. */
function expectSeconds(zone: string, { segments, open, days: rows }: StoredResult): void {
  const days = createLocalDays(zone)
  const parts = segments.map(({ kind, beganAtMs, endedAtMs }) => {
    return { kind, beganAtMs, endedAtMs: endedAtMs ?? open!.untilMs, isOpen: endedAtMs === null }
  })
  const [firstMs, lastMs] = [parts[0]!.beganAtMs, parts.at(-1)!.endedAtMs]
  const rowOf = new Map(rows.map((row) => [row.day, row]))
  let all = 0
  for (let day = days.at(firstMs); day.startMs <= lastMs; day = days.at(day.endMs)) {
    const within = (some: typeof parts) =>
      some.reduce((sum, one) => sum + secondsWithin(day, one.beganAtMs, one.endedAtMs), 0)
    const expected = secondsWithin(day, firstMs, lastMs)
    expect(within(parts)).toBe(expected)
    if (day.startMs >= firstMs && day.endMs <= lastMs)
      expect(expected).toBe((day.endMs - day.startMs) / 1_000)
    const row = rowOf.get(day.day)
    const openSeconds = within(parts.filter(({ isOpen }) => isOpen))
    if (row) expect(row.tripSeconds + row.stopSeconds + row.gapSeconds + openSeconds).toBe(expected)
    all += expected
  }
  expect(all).toBe(secondsBetween(firstMs, lastMs))
}

const sum = (list: { cm: number }[]) => list.reduce((total, { cm }) => total + cm, 0)

/** Trips, stops and gaps have the metres of the days. */
function expectMetres({ segments, segmentDays, open, days }: StoredResult): void {
  const ended = segments.filter(({ endedAtMs }) => endedAtMs !== null).map(({ totals }) => totals)
  const ofOpen = open
    ? [...segmentDays.filter((one) => one.beganAtMs === open.segment.beganAtMs), ...open.segmentDays]
    : []
  expect(sum(ended) + sum(ofOpen)).toBe(sum(days) + sum(open?.segmentDays ?? []))
  const trips = segments.filter(({ kind, endedAtMs }) => kind === 'trip' && endedAtMs !== null)
  const pastOfOpen = open?.segment.kind === 'trip' ? sum(ofOpen) - sum(open.segmentDays) : 0
  expect(days.reduce((total, { tripCm }) => total + tripCm, 0)).toBe(
    sum(trips.map(({ totals }) => totals)) + pastOfOpen,
  )
}

test('trips, stops and gaps reconcile with the days, to the second and the centimetre', {
  timeout: 1_800_000,
}, async () => {
  const counted = { trips: 0, days: 0 }
  const names = Object.keys(zones)
  const track = madeTrack({ phases: [2, 8], nights: true })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.nat(2),
      track,
      delivery,
      async (zone, start, { rows: made }, order) => {
        const starts = zones[zone]!
        const shiftMs = Date.parse(starts[start % starts.length]!) - made[0]!.fixedAtMs
        const rows = inOrder(
          made.map((row) => ({
            ...row,
            fixedAtMs: row.fixedAtMs + shiftMs,
            receivedAtMs: row.receivedAtMs + shiftMs,
          })),
        )
        const device = await processAll(zone, blocksOf(rows, order), rows.at(-1)!.fixedAtMs)
        const [newest] = await query(
          'select extract(epoch from latest_at)::float8 * 1000 as ms from newest_locations where device_number = $1',
          [device.deviceNumber],
        )
        if (!newest) return
        const stored = await readResult(query, device.deviceNumber)
        const thresholds = thresholdsOf(defaultSettings)
        const context = { days: createLocalDays(zone), thresholdsAt: () => thresholds }
        const until = rows.filter(({ fixedAtMs }) => fixedAtMs <= newest.ms)
        expect(stored).toEqual(expectedResult(until, context))
        if (stored.segments.length === 0) return
        expectSeconds(zone, stored)
        expectMetres(stored)
        counted.days += stored.days.length
        counted.trips += stored.segments.filter(({ kind }) => kind === 'trip').length
      },
    ),
    { numRuns: isFullLane ? 300 : 25, seed: laneSeed },
  )
  // Otherwise the test would prove little.
  expect(counted.trips).toBeGreaterThan(20)
  expect(counted.days).toBeGreaterThan(40)
})

describe('a vehicle that is parked for days, then drives', () => {
  test.each([
    ['Europe/Madrid', '2026-03-29', 23],
    ['Europe/Madrid', '2026-10-25', 25],
    ['America/Sao_Paulo', '2017-10-15', 23],
    ['America/Sao_Paulo', '2018-02-17', 25],
    ['America/Sao_Paulo', '2026-10-18', 24],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Asia/Kathmandu', '2026-06-16', 24],
    ['Pacific/Apia', '2011-12-29', 24],
    ['Pacific/Apia', '2011-12-31', 24],
    ['America/Havana', '2026-03-08', 23],
    ['America/Havana', '2026-11-01', 25],
  ])('in %s stops on %s for %d hours', async (zone, day, hours) => {
    const { startMs, endMs } = createLocalDays(zone).of(day)
    const rows: TrackLocation[] = []
    const halfHourMs = 1_800_000
    for (let atMs = startMs - 30 * halfHourMs; atMs <= endMs + 30 * halfHourMs; atMs += halfHourMs) {
      rows.push(rowAt(atMs, 0))
    }
    const leavesMs = rows.at(-1)!.fixedAtMs
    for (let minute = 1; minute <= 10; minute += 1) rows.push(rowAt(leavesMs + minute * 60_000, minute * 900))
    const device = await processAll(zone, [rows], rows.at(-1)!.fixedAtMs)
    const { days, segments } = await readResult(query, device.deviceNumber)
    expect(segments.map(({ kind }) => kind)).toEqual(['stop', 'trip'])
    const row = days.find((one) => one.day === day)!
    expect([row.stopSeconds, row.tripSeconds, row.gapSeconds]).toEqual([hours * 3_600, 0, 0])
    expect(days.some((one) => zone === 'Pacific/Apia' && one.day === '2011-12-30')).toBe(false)
  })
})

function rowAt(fixedAtMs: number, eastM: number): TrackLocation {
  return {
    fixedAtMs,
    receivedAtMs: fixedAtMs + 1_000,
    fingerprint: fixedAtMs % 1_000_003,
    latitudeE7: 0,
    longitudeE7: Math.round(eastM * 89.83),
    accuracyM: null,
    speedTenthKmh: eastM === 0 ? 0 : 540,
    ignition: null,
    moving: null,
    powerVolts: null,
    mileageCm: null,
    engineSeconds: null,
  }
}
