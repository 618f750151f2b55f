import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { createRandom } from '../../../../../simulator/src/random.ts'
import { blocksOf, delivery } from '../../../../test/trips/deliveries.ts'
import { along, at, outline as outlineOfTrips, startMs } from '../../../../test/trips/short-track.ts'
import { createTrackStore, sorted } from '../../../../test/trips/track-store.ts'
import { madeTrack } from '../../../../test/trips/tracks.ts'
import { advance } from './advance.ts'
import { newDetected } from './detected.ts'
import type { TrackLocation } from './detection.types.ts'
import { createLocalDays } from './local-days.ts'
import { defaultSettings, thresholdsOf } from './settings.ts'
import { decodeState, encodeState, newState } from './state.ts'

/** Of the full lane, on a busy machine. */
const timeout = 1_800_000

function run(locations: TrackLocation[]) {
  const thresholds = thresholdsOf(defaultSettings)
  const context = { days: createLocalDays('UTC'), thresholdsAt: () => thresholds }
  const out = newDetected()
  let state = newState()
  for (const location of locations) {
    advance(state, [location], context, out)
    // Between two runs of the processor.
    state = decodeState(encodeState(state))
  }
  return { sessions: out.sessions, open: state.session }
}

/** As in `A 0-600, B 600-`, in seconds of the short track. */
function outline(locations: TrackLocation[]): string {
  const seconds = (atMs: number) => (atMs - startMs) / 1_000
  const { sessions, open } = run(locations)
  return [
    ...sessions.map((one) => `${one.tag} ${seconds(one.beganAtMs)}-${seconds(one.endedAtMs)}`),
    ...(open ? [`${open.tag} ${seconds(open.beganAtMs)}-`] : []),
  ].join(', ')
}

const on = { ignition: true }
const off = { ignition: false }
const tag = (driverTag: string) => ({ driverTag })
const drive = (from: number, to: number, given = {}) =>
  along([from, to], [from * 20, to * 20], { ...on, ...given })
const park = (from: number, to: number, given = {}) =>
  along([from, to], [12_000, 12_000], { ...off, kmh: 0, ...given }, 60)

describe('a session', () => {
  test.each<[string, string, TrackLocation[]]>([
    ['begins with a tag', 'A 30-', [at(0, 0, on), at(30, 600, { ...on, ...tag('A') }), ...drive(60, 600)]],
    ['ends with another tag', 'A 0-300, B 300-', [...drive(0, 270, tag('A')), ...drive(300, 600, tag('B'))]],
    ['goes on without the tag', 'A 0-', [at(0, 0, { ...on, ...tag('A') }), ...drive(30, 3_000)]],
    [
      'ends when the engine was switched off, ten minutes later',
      'A 0-660',
      [...drive(0, 600, tag('A')), ...park(660, 1_260)],
    ],
    ['goes on after a shorter time', 'A 0-', [...drive(0, 600, tag('A')), ...park(660, 1_200)]],
    [
      'goes on while the tag is reported',
      'A 0-',
      [...drive(0, 600, tag('A')), ...park(660, 3_660, tag('A'))],
    ],
    [
      'goes on while the tag is reported now and then',
      'A 0-',
      [
        ...drive(0, 600, tag('A')),
        ...along([660, 9_660], [12_000, 12_000], { ...off, ...tag('A'), kmh: 0 }, 3_000),
      ],
    ],
    [
      'without duration is none',
      '',
      [at(0, 0, { ...off, ...tag('A') }), at(9_000, 0, off), ...park(9_060, 9_660)],
    ],
    [
      'ends where a tracker fell asleep with the engine off',
      'A 0-660',
      [...drive(0, 600, tag('A')), at(660, 12_000, { ...off, kmh: 0 }), ...drive(30_000, 30_600)],
    ],
    [
      'ends where a long silence began',
      'A 0-600, A 9000-',
      [...drive(0, 600, tag('A')), ...drive(9_000, 9_600, tag('A'))],
    ],
    ['goes on over a tunnel', 'A 0-', [...drive(0, 600, tag('A')), ...drive(2_000, 2_600)]],
    [
      'needs no coordinates',
      'A 0-45, B 45-',
      [...drive(0, 30, tag('A')), at(45, null, tag('B')), ...drive(60, 600)],
    ],
    [
      'of a device without ignition ends where it stands',
      'A 0-630',
      [...along([0, 600], [0, 12_000], tag('A')), ...along([630, 1_230], [12_000, 12_000], { kmh: 0 })],
    ],
  ])('%s', (_, expected, locations) => {
    expect(outline(locations)).toBe(expected)
  })
})

describe('a trip', () => {
  const shift = (seconds: number) => [
    ...drive(0, seconds - 30, tag('A')),
    ...drive(seconds, 1_200, tag('B')),
    ...along([1_230, 1_800], [24_000, 24_000], { ...off, kmh: 0 }),
  ]
  test('is cut where another driver begins', () => {
    expect(outlineOfTrips(shift(600))).toBe('trip 0-600, trip 600-1230, stop 1230-')
  })
  test('is the second driver’s from the start, if that is less than two minutes before', () => {
    expect(outlineOfTrips(shift(120))).toBe('trip 0-1230, stop 1230-')
  })
  test('is not cut where the same driver is seen again', () => {
    const rows = shift(600).map((row) => ({ ...row, driverTag: row.driverTag ? 'A' : null }))
    expect(outlineOfTrips(rows)).toBe('trip 0-1230, stop 1230-')
  })
})

const counted = { sessions: 0, cuts: 0, partial: 0, openings: 0 }

/** Tags of three drivers, some of them in every row for a while. */
function withTags(rows: TrackLocation[], seed: number): TrackLocation[] {
  const random = createRandom(seed).next
  let driverTag: string | null = null
  return rows.map((row) => {
    if (random() < 0.03) driverTag = random() < 0.4 ? null : 'ABC'[Math.floor(random() * 3)]!
    return random() < 0.5 ? { ...row, driverTag } : row
  })
}

test('late, shuffled and repeated blocks lead to the sessions of one pass', { timeout }, () => {
  fc.assert(
    fc.property(
      madeTrack({ phases: [1, 14], nights: true }),
      delivery,
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      fc.constantFrom(60, 600, 7_200),
      (made, delivery, seed, signOffSeconds) => {
        const rows = withTags(made.rows, seed)
        const thresholds = thresholdsOf({ ...made.settings, signOffSeconds })
        const context = { days: createLocalDays(made.zone), thresholdsAt: () => thresholds }
        const state = newState()
        const out = newDetected()
        advance(state, rows, context, out)

        const store = createTrackStore(context)
        for (const block of blocksOf(rows, delivery)) store.deliver(block)
        expect(store.result()).toEqual({ ...sorted(out), state: encodeState(state) })

        counted.sessions += out.sessions.length
        counted.cuts += out.segments.filter(({ ended }) => ended?.by === 'driver').length
        counted.partial += store.recomputations.filter(({ isPartial }) => isPartial).length
        counted.openings += out.openings.filter((one) => decodeState(one.state).session !== null).length
      },
    ),
    { numRuns: isFullLane ? 10_000 : 150, seed: laneSeed },
  )
  // Otherwise the test would prove little.
  expect(counted.sessions).toBeGreaterThan(300)
  expect(counted.cuts).toBeGreaterThan(30)
  expect(counted.partial).toBeGreaterThan(50)
  expect(counted.openings).toBeGreaterThan(50)
})
