// A device that drives for some minutes every morning, as rows of the store: days with the same two trips.

import type { TrackLocation } from '../../src/features/trips/detection/detection.types.ts'

const e7PerMetre = 1e7 / 111_320
const dayMs = 86_400_000

export interface Drives {
  /** Midnight of the first day, in UTC. */
  fromMs: number
  days: number
  /** Of each day, in UTC. */
  hours: number[]
}

/** Each trip is 12 minutes north or south at 60 km/h; a location every 30 s, and every 10 minutes in between. */
export function drivenTrack({ fromMs, days, hours }: Drives): TrackLocation[] {
  const rows: TrackLocation[] = []
  let northM = 0
  let fingerprint = 0
  const report = (fixedAtMs: number, kmh: number, ignition: boolean) => {
    fingerprint += 1
    rows.push({
      fixedAtMs,
      receivedAtMs: fixedAtMs + 1_000,
      fingerprint,
      latitudeE7: 413_900_000 + Math.round(northM * e7PerMetre),
      longitudeE7: 21_700_000,
      accuracyM: 5,
      speedTenthKmh: kmh * 10,
      ignition,
      moving: null,
      powerVolts: null,
      mileageCm: null,
      engineSeconds: null,
    })
  }
  let direction = 1
  for (let day = 0; day < days; day += 1) {
    for (let minute = 0; minute < 1_440; minute += 10) {
      const atMs = fromMs + day * dayMs + minute * 60_000
      if (!hours.includes(minute / 60)) {
        const isDriving = hours.some((hour) => minute > hour * 60 && minute <= hour * 60 + 12)
        if (!isDriving) report(atMs, 0, false)
        continue
      }
      report(atMs, 0, true)
      for (let second = 30; second <= 720; second += 30) {
        northM += direction * 500
        report(atMs + second * 1_000, 60, true)
      }
      report(atMs + 750_000, 0, false)
      direction = -direction
    }
  }
  return rows.sort((a, b) => a.fixedAtMs - b.fixedAtMs)
}
