// Generated tracks: driving, jams, tunnels, sleep, ferries and yards, with the noise of real trackers.

import fc from 'fast-check'
import { createRandom } from '../../../simulator/src/random.ts'
import type { TrackLocation } from '../../src/features/trips/detection/detection.types.ts'
import type { TripSettings } from '../../src/features/trips/detection/settings.ts'
import { defaultSettings, profileNames, profiles } from '../../src/features/trips/detection/settings.ts'

const phaseKinds = ['drive', 'park', 'jam', 'tunnel', 'sleep', 'ferry', 'yard', 'vanish', 'lights'] as const
type PhaseKind = (typeof phaseKinds)[number]

interface Phase {
  kind: PhaseKind
  minutes: number
  intervalSeconds: number
  kmh: number
  courseDeg: number
}

interface Habits {
  seed: number
  ignition: 'always' | 'sometimes' | 'never' | 'flickering'
  speed: 'always' | 'sometimes' | 'never'
  mileage: 'always' | 'sometimes' | 'never'
  noiseM: number
  jumpsPer1000: number
  badPer1000: number
  msPrecision: boolean
}

export interface MadeTrack {
  zone: string
  settings: TripSettings
  /** In the order of time and fingerprint. */
  rows: TrackLocation[]
}

export const zones = [
  'UTC',
  'Europe/Madrid',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Havana',
]

/** Days with a change of the clock in one of the zones, and others. */
const starts = [
  '2011-12-29T15:00:00Z',
  '2017-10-14T20:00:00Z',
  '2018-02-17T20:00:00Z',
  '2026-03-28T18:00:00Z',
  '2026-04-04T08:00:00Z',
  '2026-10-03T09:00:00Z',
  '2026-10-24T19:00:00Z',
  '2026-11-01T00:00:00Z',
  '2026-06-15T17:45:00Z',
].map((text) => Date.parse(text))

const phase = fc.record({
  kind: fc.constantFrom(...phaseKinds),
  minutes: fc.constantFrom(1, 2, 4, 5, 7, 15, 16, 40, 90, 400, 1_500),
  intervalSeconds: fc.constantFrom(1, 10, 20, 30, 60, 120, 300, 900),
  kmh: fc.constantFrom(4, 8, 20, 50, 90, 130),
  courseDeg: fc.integer({ min: 0, max: 359 }),
})

const habits = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  ignition: fc.constantFrom('always', 'sometimes', 'never', 'flickering'),
  speed: fc.constantFrom('always', 'always', 'sometimes', 'never'),
  mileage: fc.constantFrom('always', 'sometimes', 'never'),
  noiseM: fc.constantFrom(0, 3, 15, 40, 90),
  jumpsPer1000: fc.constantFrom(0, 5, 50),
  badPer1000: fc.constantFrom(0, 20, 150),
  msPrecision: fc.boolean(),
})

const changes = fc.record(
  {
    detection: fc.constantFrom('auto', 'motion', 'ignition'),
    engine: fc.constantFrom('ignition', 'voltage', 'movement', 'counter'),
    odometer: fc.constantFrom('computed', 'device'),
    odometerFactor: fc.constantFrom(0.9, 1, 1.013),
    stopSeconds: fc.constantFrom(60, 300, 1_200),
    gapSeconds: fc.constantFrom(60, 900, 7_200, 200_000),
    bridgeSeconds: fc.constantFrom(60, 3_600, 40_000),
    stayMetres: fc.constantFrom(20, 80, 400),
    leaveMetres: fc.constantFrom(20, 150, 900),
    tripMetres: fc.constantFrom(0, 300, 3_000),
    tripSeconds: fc.constantFrom(0, 60, 900),
    expectedSeconds: fc.constantFrom(null, 300, 3_600),
  },
  { requiredKeys: [] },
)

export const madeSettings: fc.Arbitrary<TripSettings> = fc
  .tuple(fc.constantFrom(...profileNames), changes, fc.integer({ min: 0, max: 2 }))
  .map(([profile, changed, share]) => {
    const base = { ...defaultSettings, ...profiles[profile] }
    return (share === 0 ? base : { ...base, ...changed }) as TripSettings
  })

export interface TrackShape {
  phases: [min: number, max: number]
  nights?: boolean
}

/** With `nights`, hours of sleep follow each phase, so that the track has many days. */
export function madeTrack({ phases: [minLength, maxLength], nights = false }: TrackShape) {
  const made = fc.record({
    zone: fc.constantFrom(...zones),
    startMs: fc.constantFrom(...starts),
    settings: madeSettings,
    phases: fc.array(phase, { minLength, maxLength }),
    habits: habits as fc.Arbitrary<Habits>,
  })
  return made.map(({ zone, startMs, settings, phases, habits }): MadeTrack => {
    const night: Phase = { kind: 'sleep', minutes: 400, intervalSeconds: 60, kmh: 0, courseDeg: 0 }
    const all = nights ? phases.flatMap((phase) => [phase, night]) : phases
    return { zone, settings, rows: drive(startMs, all, habits) }
  })
}

/** No phase has more locations than this. */
const maxPerPhase = 40

function drive(startMs: number, phases: Phase[], habits: Habits): TrackLocation[] {
  const random = createRandom(habits.seed).next
  const rows: TrackLocation[] = []
  let [eastM, northM] = [0, 0]
  let [driftEastM, driftNorthM] = [0, 0]
  let atMs = startMs
  let mileageCm = Math.floor(random() * 1e9)
  let engineSeconds = Math.floor(random() * 1e6)

  function report(kmh: number, isOn: boolean): void {
    const flips = habits.ignition === 'flickering' && random() < 0.2
    const isReported = habits.ignition !== 'never' && (habits.ignition !== 'sometimes' || random() < 0.3)
    const hasSpeed = habits.speed === 'always' || (habits.speed === 'sometimes' && random() < 0.6)
    const hasMileage = habits.mileage === 'always' || (habits.mileage === 'sometimes' && random() < 0.7)
    const isJump = random() * 1_000 < habits.jumpsPer1000
    const isBad = random() * 1_000 < habits.badPer1000
    const bad = isBad ? Math.floor(random() * 5) : -1
    driftEastM = driftEastM * 0.8 + (random() - 0.5) * habits.noiseM
    driftNorthM = driftNorthM * 0.8 + (random() - 0.5) * habits.noiseM
    const east = eastM + driftEastM + (isJump ? 30_000 * (random() - 0.5) : 0)
    const north = northM + driftNorthM + (isJump ? 30_000 * (random() - 0.5) : 0)
    if (random() < 0.004) mileageCm = Math.floor(random() * 1e6)
    const fixedAtMs = habits.msPrecision ? atMs + Math.floor(random() * 900) : atMs
    const row: TrackLocation = {
      fixedAtMs,
      receivedAtMs: fixedAtMs + 2_000 - (bad === 0 ? 900_000 : 0),
      fingerprint: Math.floor(random() * 2 ** 32) - 2 ** 31,
      latitudeE7: bad === 1 ? null : Math.round((40.4 + north / 111_000) * 1e7),
      // Across the antimeridian.
      longitudeE7: bad === 1 ? null : Math.round(wrap(179.99 + east / 84_000) * 1e7),
      accuracyM: bad === 2 ? 5_000 : bad === 3 ? 180 : random() < 0.5 ? null : 10,
      speedTenthKmh: hasSpeed ? Math.round(kmh * 10 + random() * 15) : null,
      ignition: isReported ? isOn !== flips : null,
      moving: random() < 0.5 ? kmh > 0 : null,
      powerVolts: random() < 0.8 ? (isOn ? 13.9 : 12.4) : null,
      mileageCm: hasMileage ? mileageCm : null,
      engineSeconds: Math.floor(engineSeconds / 360) * 360,
    }
    rows.push(row)
    if (bad !== 4) return
    // Another report of the same instant: only its ignition, or other coordinates.
    const hasOther = random() < 0.5
    rows.push({
      ...row,
      fingerprint: Math.floor(random() * 2 ** 32) - 2 ** 31,
      latitudeE7: hasOther ? row.latitudeE7 && row.latitudeE7 + 900 : null,
      longitudeE7: hasOther ? row.longitudeE7 : null,
      ignition: isOn,
    })
  }

  function pass(seconds: number, kmh: number, courseDeg: number, isOn: boolean): void {
    const metres = (kmh / 3.6) * seconds
    eastM += metres * Math.sin((courseDeg * Math.PI) / 180)
    northM += metres * Math.cos((courseDeg * Math.PI) / 180)
    mileageCm += Math.round(metres * 100)
    if (isOn) engineSeconds += seconds
    atMs += seconds * 1_000
  }

  for (const { kind, minutes, intervalSeconds, kmh, courseDeg } of phases) {
    const times = Math.max(1, Math.min(maxPerPhase, Math.round((minutes * 60) / intervalSeconds)))
    for (let n = 0; n < times; n += 1) {
      switch (kind) {
        case 'drive':
          pass(intervalSeconds, kmh, courseDeg + 20 * (random() - 0.5), true)
          report(kmh, true)
          break
        case 'jam': {
          const slow = random() < 0.6 ? 0 : 8
          pass(intervalSeconds, slow, courseDeg, true)
          report(slow, true)
          break
        }
        case 'lights': {
          const isRed = n % 4 === 3
          pass(isRed ? 90 : intervalSeconds, isRed ? 0 : kmh, courseDeg, true)
          report(isRed ? 0 : kmh, true)
          break
        }
        case 'park':
          pass(intervalSeconds, 0, 0, false)
          report(random() < 0.1 ? 2 : 0, false)
          break
        case 'ferry':
          pass(intervalSeconds, 25, courseDeg, false)
          report(25, false)
          break
        case 'yard':
          pass(intervalSeconds, 6, courseDeg + 120 * n, true)
          report(6, true)
          break
        default:
          break
      }
    }
    if (kind === 'tunnel') pass(minutes * 60, kmh, courseDeg, true)
    if (kind === 'sleep') pass(minutes * 60, 0, 0, false)
    if (kind === 'vanish') pass(minutes * 60, 1, courseDeg, false)
    if (kind === 'tunnel' || kind === 'sleep' || kind === 'vanish') report(kind === 'tunnel' ? kmh : 0, true)
  }
  return inOrder(rows)
}

function wrap(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude
}

/** Without repeats, as the store keeps them. */
export function inOrder(rows: TrackLocation[]): TrackLocation[] {
  const sorted = [...rows].sort((a, b) => a.fixedAtMs - b.fixedAtMs || a.fingerprint - b.fingerprint)
  return sorted.filter((row, index) => {
    const before = sorted[index - 1]
    return before?.fixedAtMs !== row.fixedAtMs || before.fingerprint !== row.fingerprint
  })
}
