// Locations of vehicles whose tank is known.

import type { FuelLocation } from './fuelled-device.ts'
import type { Tank } from './tanks.ts'

export const startMs = Date.parse('2026-06-15T08:00:00Z')
const minuteMs = 60_000
const metresPerMinute = 1_000

export interface Drive {
  /** Where it stood at the end. */
  metres: number
  atMs: number
  locations: FuelLocation[]
}

/** A location a minute: drives for ten minutes, then stands with these levels. */
export function driveAndStand({ metres, atMs }: Pick<Drive, 'metres' | 'atMs'>, levels: number[]): Drive {
  const locations: FuelLocation[] = []
  const first = levels[0] ?? null
  for (let minute = 0; minute < 10; minute += 1) {
    const at = { atMs: atMs + minute * minuteMs, metres: metres + minute * metresPerMinute }
    locations.push({ ...at, litres: first, isEngineOn: true })
  }
  const standsAt = metres + 10 * metresPerMinute
  levels.forEach((litres, index) => {
    const at = atMs + (10 + index) * minuteMs
    locations.push({ atMs: at, metres: standsAt, litres, isEngineOn: false })
  })
  return { metres: standsAt, atMs: atMs + (10 + levels.length) * minuteMs, locations }
}

export const repeated = (litres: number, count: number) => Array.from({ length: count }, () => litres)

/** The stops of a simulated tank, and the ways between them at 60 km/h. */
export function trackOf({ stops, intervalMs }: Tank): FuelLocation[] {
  const locations: FuelLocation[] = []
  let metres = 0
  for (const [index, { endedAtMs, readings }] of stops.entries()) {
    for (const { atMs, ml, isEngineOn } of readings) {
      locations.push({ atMs, metres, litres: ml / 1_000, isEngineOn: isEngineOn ?? false })
    }
    const next = stops[index + 1]
    if (!next) break
    const last = readings.at(-1)?.ml ?? 0
    for (let atMs = endedAtMs!; atMs < next.beganAtMs; atMs += Math.max(30_000, intervalMs)) {
      locations.push({ atMs, metres, litres: last / 1_000, isEngineOn: true })
      metres += (Math.max(30_000, intervalMs) / minuteMs) * metresPerMinute
    }
  }
  return locations
}
