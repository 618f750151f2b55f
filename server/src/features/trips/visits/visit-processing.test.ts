import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import type { MadeAccount } from '../../../../test/make.ts'
import { circle } from '../../../../test/trips/areas.ts'
import { blocksOf, delivery } from '../../../../test/trips/deliveries.ts'
import { knownDevice, store } from '../../../../test/trips/stored-track.ts'
import { madeTrack } from '../../../../test/trips/tracks.ts'
import type { World } from '../../../../test/world.ts'
import { openWorld } from '../../../../test/world.ts'
import { advance } from '../detection/advance.ts'
import { newDetected } from '../detection/detected.ts'
import type { TrackLocation } from '../detection/detection.types.ts'
import { createLocalDays } from '../detection/local-days.ts'
import { defaultSettings, thresholdsOf } from '../detection/settings.ts'
import { newState } from '../detection/state.ts'
import { openVisitsOf } from '../detection/visits.ts'
import { processDevices } from '../processing.ts'
import { createAreas } from './areas.ts'

const zone = 'Europe/Madrid'
/** Where generated tracks begin, and around. One of them is changed while some of the tracks last. */
const changeAtMs = Date.parse('2026-10-25T03:00:00Z')
const shapes = [
  circle(1, { latitude: 40.4, longitude: 179.99, radiusM: 60 }),
  circle(2, { latitude: 40.4, longitude: 179.99, radiusM: 2_000 }, { countsUntilMs: changeAtMs }),
  circle(2, { latitude: 40.41, longitude: 180, radiusM: 900 }, { number: 5, countsFromMs: changeAtMs }),
  circle(3, { latitude: 40.42, longitude: -179.98, radiusM: 1_000 }),
  // As if it were large, so that tracks are computed in small parts.
  circle(4, { latitude: 40.3, longitude: 179.9, radiusM: 12_000 }, { positions: 30_000 }),
]

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 10_000, timeZone: zone })
  for (const { area, geofenceId, countsFromMs, countsUntilMs, geometry, radiusM, positions } of shapes) {
    await world.superuser.query(
      `insert into geofence_shapes (account_id, geofence_number, geofence_id, counts_from, counts_until, kind, geometry,
         radius_m, positions)
       values ($1, $2, $3, to_timestamp($4::float8), to_timestamp($5::float8), 'circle', $6, $7, $8)`,
      [
        account.accountId,
        area,
        geofenceId,
        countsFromMs / 1_000,
        countsUntilMs / 1_000,
        JSON.stringify(geometry),
        radiusM,
        positions,
      ],
    )
  }
  await world.superuser.query('update accounts set areas_version = 1 where account_id = $1', [
    account.accountId,
  ])
})
afterAll(() => world.close())

const read = async (text: string, deviceNumber: number) =>
  (await world.superuser.query(text, [deviceNumber])).rows

/** What one pass over the whole track finds. */
function expectedOf(rows: TrackLocation[], untilMs: number) {
  const thresholds = thresholdsOf(defaultSettings)
  const state = newState()
  const out = newDetected()
  const context = {
    days: createLocalDays(zone),
    thresholdsAt: () => thresholds,
    areas: createAreas(shapes),
  }
  advance(
    state,
    rows.filter((row) => row.fixedAtMs <= untilMs),
    context,
    out,
  )
  return [
    ...out.visits.map((one) => [
      one.area,
      one.enteredAtMs,
      one.leftAtMs,
      one.kind,
      one.cm,
      one.idleSeconds,
      one.decidedAtMs,
    ]),
    ...openVisitsOf(state).map((one) => [one.area, one.enteredAtMs, null, 'stayed', 0, 0, null]),
  ].sort(byTime)
}

type Row = (number | string | null)[]
const byTime = ([areaA, enteredA]: Row, [areaB, enteredB]: Row) =>
  Number(enteredA) - Number(enteredB) || Number(areaA) - Number(areaB)

async function storedOf(deviceNumber: number) {
  const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`
  const rows = await read(
    `select geofence_number, ${ms('entered_at')} as entered, ${ms('left_at')} as left, kind, cm::float8, idle_seconds,
       ${ms('decided_at')} as decided
     from visits where device_number = $1`,
    deviceNumber,
  )
  return rows
    .map(
      (row): Row => [
        row.geofence_number,
        row.entered,
        row.left,
        row.kind,
        row.cm,
        row.idle_seconds,
        row.decided,
      ],
    )
    .sort(byTime)
}

test('late, shuffled and repeated rows lead to the visits that one pass finds', {
  timeout: 1_800_000,
}, async () => {
  const counted = { visits: 0, open: 0 }
  await fc.assert(
    fc.asyncProperty(madeTrack({ phases: [1, 8], nights: true }), delivery, async ({ rows }, order) => {
      const endMs = rows.at(-1)!.fixedAtMs
      const ctx = { ...world.ctx, now: () => new Date(endMs + 60_000) }
      const { id } = await world.make.device(account)
      const device = await knownDevice(world, account.accountId, id)
      const { deviceNumber } = device
      let blocks = 0
      for (const block of blocksOf(rows, order)) {
        await store(world, device, block)
        blocks += 1
        if (blocks % 3 === 0) await processDevices(ctx, account.accountId, [deviceNumber])
      }
      while (await processDevices(ctx, account.accountId, [deviceNumber]));
      const [newest] = await read(
        'select extract(epoch from latest_at)::float8 * 1000 as ms from newest_locations where device_number = $1',
        deviceNumber,
      )
      if (!newest) return
      const expected = expectedOf(rows, newest.ms)
      expect(await storedOf(deviceNumber)).toEqual(expected)
      counted.visits += expected.length
      counted.open += expected.filter(([, , left]) => left === null).length
    }),
    { numRuns: isFullLane ? 300 : 20, seed: laneSeed },
  )
  // Otherwise the test would prove little.
  expect(counted.visits).toBeGreaterThan(30)
  expect(counted.open).toBeGreaterThan(3)
})
