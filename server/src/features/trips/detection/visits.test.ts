import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { areasAlong, circle, madeAreas } from '../../../../test/trips/areas.ts'
import { readNaively } from '../../../../test/trips/naive-track.ts'
import { along, at, secondMs, startMs } from '../../../../test/trips/short-track.ts'
import { madeTrack } from '../../../../test/trips/tracks.ts'
import type { AreaShape } from '../visits/areas.ts'
import { createAreas } from '../visits/areas.ts'
import { advance } from './advance.ts'
import { newDetected } from './detected.ts'
import type { TrackLocation } from './detection.types.ts'
import { createLocalDays } from './local-days.ts'
import { defaultSettings, thresholdsOf } from './settings.ts'
import { decodeState, encodeState, newState } from './state.ts'
import { openVisitsOf, visitDecidesAtMs } from './visits.ts'

const degreesPerMetre = 180 / (Math.PI * 6_378_137)
/** From 905 to 1,105 m, on the line of short tracks. */
const depot = (given: Partial<AreaShape> = {}, radiusM = 100, metres = 1_005) =>
  circle(1, { latitude: 0, longitude: metres * degreesPerMetre, radiusM }, given)

function run(locations: TrackLocation[], shapes: AreaShape[]) {
  const thresholds = thresholdsOf(defaultSettings)
  const context = {
    days: createLocalDays('UTC'),
    thresholdsAt: () => thresholds,
    areas: createAreas(shapes),
  }
  const out = newDetected()
  let state = newState()
  for (const location of locations) {
    advance(state, [location], context, out)
    // Between two runs of the processor.
    state = decodeState(encodeState(state))
  }
  return { visits: out.visits, open: openVisitsOf(state), state }
}

/** As in `stayed 90.5-410.5, open 500-`, in seconds of the short track. */
function outline(locations: TrackLocation[], shapes: AreaShape[] = [depot()]): string {
  const seconds = (atMs: number) => Math.round((atMs - startMs) / 100) / 10
  const { visits, open } = run(locations, shapes)
  return [
    ...visits.map((one) => `${one.kind} ${seconds(one.enteredAtMs)}-${seconds(one.leftAtMs)}`),
    ...open.map(({ enteredAtMs }) => `open ${seconds(enteredAtMs)}-`),
  ].join(', ')
}

const arriving = along([0, 100], [0, 1_000], {}, 10)
const staying = (untilSeconds = 390, given = {}) =>
  along([110, untilSeconds], [1_000, 1_000], { kmh: 0, ...given }, 10)
const leaving = along([400, 500], [1_000, 2_000], {}, 10)
const until = (seconds: number) => ({ countsUntilMs: secondMs(seconds) })
const since = (seconds: number) => ({ number: 2, countsFromMs: secondMs(seconds) })

describe('a visit', () => {
  test.each<[string, string, TrackLocation[], AreaShape[]?]>([
    ['lasts from crossing to crossing', 'stayed 90.5-410.5', [...arriving, ...staying(), ...leaving]],
    ['is open while the device is inside', 'open 90.5-', [...arriving, ...staying()]],
    ['is not certain within a minute', '', [...arriving, ...staying(140)]],
    ['begins with the first location of a track', 'open 110-', staying()],
    ['of less than a minute is a passage', 'passed 90.5-110.5', along([0, 200], [0, 2_000], {}, 10)],
    ['may be between two locations', 'passed 27.2-33.2', [at(0, 0), at(60, 2_000)]],
    ['is none where the line inside is too short', '', [at(0, 0), at(60, 2_000)], [depot({}, 8)]],
    ['is none beside the geofence', '', along([0, 100], [0, 890], {}, 10)],
    [
      'is none if locations near the border are wrong',
      '',
      [...along([0, 80], [0, 800], {}, 10), at(90, 908), at(100, 899), at(110, 910), at(120, 700)],
    ],
    [
      'is not ended by noise at the border',
      'stayed 90.5-410.5',
      [...arriving, ...staying(200), at(210, 1_112), at(220, 1_108), ...staying().slice(12), ...leaving],
    ],
    [
      'is not ended by a location that may be inside',
      'stayed 90.5-410.5',
      [...arriving, ...staying(200), at(210, 1_165, { accuracyM: 80 }), ...staying().slice(11), ...leaving],
    ],
    [
      'ends where the border was crossed first',
      'stayed 90.5-409.5',
      [...arriving, ...staying(), at(400, 1_000), at(410, 1_110), at(420, 1_112), at(430, 1_300)],
    ],
    ['ends before a silence', 'stayed 90.5-390', [...arriving, ...staying(), at(3_000, 9_000)]],
    ['begins after a silence', 'open 3000-', [at(0, 0), at(3_000, 1_000), at(3_100, 1_000)]],
    ['lasts over the sleep of a tracker', 'open 90.5-', [...arriving, ...staying(), at(9_000, 1_001)]],
    [
      'of two geofences is two',
      'passed 90.5-110.5, passed 120-160',
      along([0, 200], [0, 2_000], {}, 10),
      [depot(), circle(2, { latitude: 0, longitude: 1_400 * degreesPerMetre, radiusM: 200 })],
    ],
  ])('%s', (_, expected, locations, shapes) => {
    expect(outline(locations, shapes)).toBe(expected)
  })
})

describe('a shape that changes', () => {
  const stay = [...arriving, ...staying()]
  test.each<[string, string, AreaShape[]]>([
    ['ends a visit where it no longer contains the device', 'stayed 90.5-190', [depot(until(200))]],
    ['ends a visit when it is moved', 'stayed 90.5-190', [depot(until(200)), depot(since(200), 100, 5_000)]],
    [
      'does not end a visit if it still contains the device',
      'open 90.5-',
      [depot(until(200)), depot(since(200), 300, 1_200)],
    ],
    ['begins a visit of a device that is inside', 'open 210-', [depot(since(205))]],
    ['does not count before', '', [depot(since(395))]],
    ['does not count for a way before it', '', [depot({ countsFromMs: secondMs(0) - 1, ...until(1) })]],
  ])('%s', (_, expected, shapes) => {
    expect(outline(stay, shapes)).toBe(expected)
  })

  test('does not let a device enter before it counts', () => {
    expect(outline([at(0, 800), at(60, 1_000), at(200, 1_000)], [depot(since(50))])).toBe('open 50-')
  })
})

describe('a visit has', () => {
  test('the distance driven inside, and the time standing with the engine on', () => {
    const engine = { ignition: true }
    const locations = [...arriving, ...staying(390, engine), ...leaving]
    const { visits } = run(locations, [depot()])
    expect(visits).toHaveLength(1)
    expect(visits[0]!.cm).toBeGreaterThan(19_900)
    expect(visits[0]!.cm).toBeLessThan(20_100)
    // The engine is on from the location that reports it, and until the van drives off.
    expect(visits[0]!.idleSeconds).toBe(290)
    expect(visits[0]!.decidedAtMs).toBe(secondMs(420))
  })

  test('no distance of a device that stays', () => {
    const jitter = staying(2_000).map((one, index) => ({
      ...one,
      longitudeE7: one.longitudeE7! + (index % 2) * 500,
    }))
    const { open } = run(jitter, [depot()])
    expect(open).toMatchObject([{ area: 1, cm: 0 }])
  })
})

test('a visit is decided a minute after entering', () => {
  const { state } = run(arriving, [depot()])
  expect(Math.round((visitDecidesAtMs(state) - startMs) / 100)).toBe(1_505)
  expect(visitDecidesAtMs(run([...arriving, ...staying()], [depot()]).state)).toBe(Number.POSITIVE_INFINITY)
})

test('a location counts for a limited number of geofences', () => {
  const many = Array.from({ length: 250 }, (_, index) =>
    circle(index + 1, { latitude: 0, longitude: 1_005 * degreesPerMetre, radiusM: 100 + index }),
  )
  const { open } = run(staying(), many)
  expect(open.map(({ area }) => area)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
  expect(run([at(0, 0), at(60, 3_000)], many).visits).toHaveLength(200)
})

test('a device is on a visit wherever it is certainly inside, and on none where it is certainly outside', () => {
  const counted = { inside: 0, outside: 0 }
  fc.assert(
    fc.property(madeTrack({ phases: [1, 10] }), madeAreas, ({ rows, zone }, made) => {
      const areas = areasAlong(rows, made)
      const thresholds = thresholdsOf(defaultSettings)
      const out = newDetected()
      const state = newState()
      advance(state, rows, { days: createLocalDays(zone), thresholdsAt: () => thresholds, areas }, out)
      const all = [
        ...out.visits,
        ...state.visits.map((visit) => ({ ...visit, leftAtMs: Number.POSITIVE_INFINITY })),
      ]
      for (const { area, enteredAtMs, leftAtMs } of all) {
        const others = all.filter((other) => other.area === area && other.enteredAtMs > enteredAtMs)
        // Of a location between two silences, only the instant is known.
        expect(leftAtMs).toBeGreaterThanOrEqual(enteredAtMs)
        for (const other of others) expect(other.enteredAtMs).toBeGreaterThanOrEqual(leftAtMs)
      }
      const { fixes } = readNaively(rows, () => defaultSettings, zone)
      for (const { fixedAtMs, latitudeE7, longitudeE7 } of fixes) {
        for (let area = 1; area <= made.count; area += 1) {
          const place = { latitudeE7: latitudeE7!, longitudeE7: longitudeE7! }
          const distanceM = areas.distanceM(area, place, fixedAtMs)
          const on = all.filter((one) => one.area === area && one.enteredAtMs <= fixedAtMs)
          if (distanceM !== undefined && distanceM <= -100) {
            counted.inside += 1
            expect(on.filter(({ leftAtMs }) => leftAtMs >= fixedAtMs)).toHaveLength(1)
          } else if (distanceM === undefined || distanceM > 100) {
            counted.outside += 1
            expect(on.filter((one) => one.enteredAtMs < fixedAtMs && one.leftAtMs > fixedAtMs)).toEqual([])
          }
        }
      }
    }),
    { numRuns: isFullLane ? 5_000 : 150, seed: laneSeed },
  )
  // Otherwise the test would prove little.
  expect(counted.inside).toBeGreaterThan(1_000)
  expect(counted.outside).toBeGreaterThan(1_000)
})
