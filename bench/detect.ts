// npm run bench -- detect: the cost of the trip detector per location, by CPU time, and the size of its state.

import { report } from '../scripts/proof/report.ts'
import { advance } from '../server/src/features/trips/detection/advance.ts'
import { newDetected } from '../server/src/features/trips/detection/detected.ts'
import type { TrackLocation } from '../server/src/features/trips/detection/detection.types.ts'
import { createLocalDays } from '../server/src/features/trips/detection/local-days.ts'
import { defaultSettings, thresholdsOf } from '../server/src/features/trips/detection/settings.ts'
import { newState } from '../server/src/features/trips/detection/state.ts'
import { createRandom } from '../simulator/src/random.ts'
import { median } from './harness.ts'

const locations = 100_000
const rounds = 7
const intervalMs = 30_000
/** The detector's share of 4 µs for reading, detecting and storing a location. */
const maxMicroseconds = 2

export async function run(): Promise<void> {
  const rows = driveForWeeks()
  const thresholds = thresholdsOf(defaultSettings)
  const context = { days: createLocalDays('Europe/Madrid'), thresholdsAt: () => thresholds }
  const costs: number[] = []
  let trips = 0
  let bytes: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [state, out] = [newState(), newDetected()]
    const startedAt = process.cpuUsage()
    advance(state, rows, context, out)
    const { user, system } = process.cpuUsage(startedAt)
    costs.push((user + system) / rows.length)
    trips = out.segments.filter(({ kind }) => kind === 'trip').length
    bytes = out.openings.map((opening) => opening.state.length)
  }
  const microseconds = median(costs)
  report(
    'detect',
    {
      'detector, CPU µs per location': microseconds,
      'locations per CPU second': 1_000_000 / microseconds,
      'trips found': trips,
      'state, bytes': median(bytes),
    },
    {
      'detector, CPU µs per location': { atMost: maxMicroseconds },
      'locations per CPU second': { atLeast: 100_000 },
      'trips found': { is: 70 },
      'state, bytes': { atMost: 300 },
    },
  )
}

/** A location every 30 s; two drives a day, between noisy stops. */
function driveForWeeks(): TrackLocation[] {
  const random = createRandom(5).next
  const perDay = 86_400_000 / intervalMs
  let [eastM, northM] = [0, 0]
  return Array.from({ length: locations }, (_, index) => {
    const ofDay = index % perDay
    const isDriving = (ofDay > 800 && ofDay < 1_000) || (ofDay > 1_500 && ofDay < 1_800)
    if (isDriving) {
      eastM += 300 * random()
      northM += 300 * random()
    }
    const fixedAtMs = Date.parse('2026-06-01T00:00:00Z') + index * intervalMs
    return {
      fixedAtMs,
      receivedAtMs: fixedAtMs + 2_000,
      fingerprint: index,
      latitudeE7: Math.round((40.4 + (northM + 8 * random()) / 111_000) * 1e7),
      longitudeE7: Math.round((-3.7 + (eastM + 8 * random()) / 84_700) * 1e7),
      accuracyM: null,
      speedTenthKmh: isDriving ? 400 : 0,
      ignition: isDriving,
      moving: null,
      powerVolts: null,
      mileageCm: null,
      engineSeconds: null,
    }
  })
}
