import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../scripts/lane.ts'
import type { MadeAccount } from '../../../test/make.ts'
import { blocksOf, delivery } from '../../../test/trips/deliveries.ts'
import { knownDevice, store } from '../../../test/trips/stored-track.ts'
import { sorted } from '../../../test/trips/track-store.ts'
import { madeTrack } from '../../../test/trips/tracks.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import type { KnownDevice } from '../recorder/storable-row.types.ts'
import { advance } from './detection/advance.ts'
import { newDetected } from './detection/detected.ts'
import type { TrackLocation } from './detection/detection.types.ts'
import { createLocalDays } from './detection/local-days.ts'
import { defaultSettings, thresholdsOf } from './detection/settings.ts'
import { encodeState, newState } from './detection/state.ts'
import { totalsOf } from './detection/sums.ts'
import { processDevices } from './processing.ts'

const zone = 'Europe/Madrid'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 10_000, timeZone: zone })
})
afterAll(() => world.close())

const read = async (text: string, { deviceNumber }: KnownDevice) =>
  (await world.superuser.query(text, [deviceNumber])).rows

/** What one pass over the whole track finds. */
function expectedOf(rows: TrackLocation[], untilMs: number) {
  const thresholds = thresholdsOf(defaultSettings)
  const state = newState()
  const out = newDetected()
  const context = { days: createLocalDays(zone), thresholdsAt: () => thresholds }
  advance(
    state,
    rows.filter((row) => row.fixedAtMs <= untilMs),
    context,
    out,
  )
  const { segments, segmentDays, days, openings } = sorted(out)
  return {
    state: encodeState(state),
    segments: segments.map((segment) => ({
      ...segment,
      totals: totalsOf(segmentDays.filter((one) => one.beganAtMs === segment.beganAtMs)),
    })),
    cm: segmentDays.reduce((sum, { cm }) => sum + cm, 0),
    days: days.map(({ day, locations, ahead, jump }) => ({ day, locations, ahead, jump })),
    openings,
  }
}

async function storedOf(device: KnownDevice) {
  const [state] = await read('select state from trip_states where device_number = $1', device)
  const segments = await read(
    `select extract(epoch from began_at) * 1000 as began_ms, extract(epoch from ended_at) * 1000 as ended_ms,
       segments.*, segment_reason(began) as began, segment_reason(ended) as ended
     from segments where device_number = $1 and ended_at is not null order by began_at`,
    device,
  )
  const days = await read(
    'select day::text, opening, locations, ahead, jump, cm from device_days where device_number = $1 order by day',
    device,
  )
  return {
    state: state.state,
    segments: segments.map((row) => ({
      kind: row.kind,
      beganAtMs: Number(row.began_ms),
      endedAtMs: Number(row.ended_ms),
      from: { latitudeE7: row.from_latitude, longitudeE7: row.from_longitude },
      to: { latitudeE7: row.to_latitude, longitudeE7: row.to_longitude },
      began: row.began,
      ended: row.ended,
      totals: {
        cm: Number(row.cm),
        bridgedCm: Number(row.bridged_cm),
        driftCm: Number(row.drift_cm),
        deviceCm: row.device_cm === null ? null : Number(row.device_cm),
        odometerBreaks: row.odometer_breaks,
        idleSeconds: row.idle_seconds,
        idlings: row.idlings,
        engineSeconds: row.engine_seconds,
        topSpeedTenthKmh: row.top_speed,
        locations: row.locations,
      },
    })),
    cm: days.reduce((sum, { cm }) => sum + Number(cm), 0),
    days,
  }
}

test('late, shuffled and repeated rows lead to what one pass over the store finds', {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(madeTrack({ phases: [1, 8], nights: true }), delivery, async ({ rows }, order) => {
      const endMs = rows.at(-1)!.fixedAtMs
      const ctx = { ...world.ctx, now: () => new Date(endMs + 60_000) }
      const { id } = await world.make.device(account)
      const device = await knownDevice(world, account.accountId, id)
      let blocks = 0
      for (const block of blocksOf(rows, order)) {
        await store(world, device, block)
        blocks += 1
        if (blocks % 3 === 0) await processDevices(ctx, account.accountId, [device.deviceNumber])
      }
      while (await processDevices(ctx, account.accountId, [device.deviceNumber]));
      const [newest] = await read(
        'select extract(epoch from latest_at) * 1000 as ms from newest_locations where device_number = $1',
        device,
      )
      if (!newest) return
      const expected = expectedOf(rows, Number(newest.ms))
      const stored = await storedOf(device)
      expect(stored.state).toBe(expected.state)
      expect(expected.segments).toEqual(stored.segments)
      expect(stored.cm).toBe(expected.cm)
      expect(stored.days.filter(({ opening }) => opening).map(({ day, opening }) => [day, opening])).toEqual(
        expected.openings.map(({ day, state }) => [day, state]),
      )
      const isPast = new Set(expected.days.map(({ day }) => day))
      expect(
        stored.days
          .filter(({ day }) => isPast.has(day))
          .map(({ day, locations, ahead, jump }) => ({ day, locations, ahead, jump })),
      ).toEqual(expected.days)
    }),
    { numRuns: isFullLane ? 300 : 20, seed: laneSeed },
  )
})
