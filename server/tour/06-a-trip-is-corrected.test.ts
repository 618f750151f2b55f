// Chapter 6. The past of a device is cut into trips, stops and gaps. Locations that come late lead to the same trips as
// if they had come in time, and what changes is listed.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordLocations } from '../src/features/recorder/recorder.consumer.ts'
import { advance } from '../src/features/trips/detection/advance.ts'
import { newDetected } from '../src/features/trips/detection/detected.ts'
import { createLocalDays } from '../src/features/trips/detection/local-days.ts'
import { defaultSettings, thresholdsOf } from '../src/features/trips/detection/settings.ts'
import { decodeState, encodeState, newState } from '../src/features/trips/detection/state.ts'
import { processDue } from '../src/features/trips/processor.api.ts'
import { at } from '../test/trips/short-track.ts'
import type { World } from '../test/world.ts'
import { openWorld } from '../test/world.ts'

// The sled is parked for half an hour, drives 100 km in 100 minutes, and is parked again. It reports every minute.
const minutes = Array.from({ length: 181 }, (_, minute) => minute)
const kmAt = (minute: number) => Math.min(100, Math.max(0, minute - 30))
const isDriving = (minute: number) => minute > 30 && minute < 130

test('trips are a pure function of the track', () => {
  // The detector takes a state and the next locations. It reads no clock and no database.
  const track = minutes.map((minute) =>
    at(minute * 60, kmAt(minute) * 1_000, { kmh: isDriving(minute) ? 60 : 0 }),
  )
  const thresholds = thresholdsOf(defaultSettings)
  const context = { days: createLocalDays('UTC'), thresholdsAt: () => thresholds }
  const state = newState()
  const whole = newDetected()
  advance(state, track, context, whole)
  expect(whole.segments.map(({ kind }) => kind)).toEqual(['stop', 'trip'])

  // Live, locations come one by one, and between two of them only a short text is stored. The result is the same.
  const live = newDetected()
  let text = encodeState(newState())
  for (const location of track) {
    const continued = decodeState(text)
    advance(continued, [location], context, live)
    text = encodeState(continued)
  }
  expect(live).toEqual(whole)
  expect(text).toBe(encodeState(state))
  expect(text.length).toBeLessThan(1_000)

  // Distances are whole centimetres, rounded once per leg: no order and no grouping changes a sum.
  expect(whole.segmentDays.every(({ cm }) => Number.isInteger(cm))).toBe(true)
})

let world: World
let recorder: { stop(): void }
beforeAll(async () => {
  world = await openWorld()
  recorder = await recordLocations(world.ctx)
})
afterAll(async () => {
  recorder.stop()
  await world.close()
})

test('an hour that comes late corrects the trip', async () => {
  const owner = await world.make.account({ timeZone: 'UTC' })
  const call = (method: string, path: string, body?: unknown) =>
    world.call(method, path, { token: owner.token, body })
  const startMs = Math.floor(Date.now() / 60_000) * 60_000 - 200 * 60_000
  const timeOf = (minute: number) => new Date(startMs + minute * 60_000).toISOString()
  const report = (deviceId: string, some: number[]) =>
    call('POST', `/api/devices/${deviceId}/locations`, {
      locations: some.map((minute) => ({
        dateTime: timeOf(minute),
        latitude: -77.8419 + kmAt(minute) / 111.2,
        longitude: 166.6863,
        speed: isDriving(minute) ? 17 : 0,
      })),
    })

  // The sled is out of coverage for an hour of its drive, and reports what follows.
  const sled = await world.make.device(owner, { name: 'Sled 1' })
  const lateHour = minutes.filter((minute) => minute >= 60 && minute < 120)
  await report(
    sled.id,
    minutes.filter((minute) => !lateHour.includes(minute)),
  )
  // The trips role does this every ten seconds: it looks for devices with something to decide, and continues their states.
  const compute = async () => {
    while (await processDue(world.ctx));
  }
  await compute()
  const timeline = async (deviceId: string) =>
    (await call('GET', `/api/devices/${deviceId}/timeline`)).body.timeline.toReversed()
  const before = await timeline(sled.id)
  expect(before.map(({ type }: { type: string }) => type)).toEqual(['stop', 'trip', 'gap', 'trip', 'stop'])
  const [, first, , second] = before
  expect(first).toMatchObject({
    end: { dateTime: timeOf(59) },
    endedBy: 'silence',
    version: 1,
    corrections: 0,
  })

  // The hour comes after all. Its day is computed again from where it began, until nothing differs any more.
  await report(sled.id, lateHour)
  await compute()
  const after = await timeline(sled.id)
  expect(after.map(({ type }: { type: string }) => type)).toEqual(['stop', 'trip', 'stop'])
  const [, trip] = after
  expect(trip).toMatchObject({
    // The same trip, longer.
    id: first.id,
    start: { dateTime: timeOf(30) },
    end: { dateTime: timeOf(130) },
    endedBy: 'stayed',
    corrections: 1,
  })
  expect(trip.distance / 1_000).toBeCloseTo(100, 0)

  // Trips never change silently: what had ended and changes has a correction, with the cause.
  const correctionsOf = async (id: string) =>
    (await call('GET', `/api/trips/${id}/corrections`)).body.corrections
  expect(await correctionsOf(trip.id)).toMatchObject([
    {
      cause: 'late',
      before: { endedAt: timeOf(59), distance: first.distance },
      after: { endedAt: timeOf(130), distance: trip.distance },
    },
  ])
  // The second trip is part of the first one now. Its last correction remains.
  expect((await call('GET', `/api/trips/${second.id}`)).status).toBe(404)
  expect(await correctionsOf(second.id)).toMatchObject([{ cause: 'late', after: null }])

  // A sled that was never out of coverage has the same trip, to the centimetre.
  const other = await world.make.device(owner, { name: 'Sled 2' })
  await report(other.id, minutes)
  await compute()
  const { start, end, distance, duration, maxSpeed } = (await timeline(other.id))[1]
  expect(trip).toMatchObject({ start, end, distance, duration, maxSpeed })
})
