// Locations of vehicles that drive known trips. A few vehicles are simulated; many devices follow each of them, at
// different times of the day.

import type { Location } from '../../protocols/src/protocol.types.ts'
import { driveTruth } from '../../simulator/src/truth/truth.ts'
import type { TruthLocation } from '../../simulator/src/truth/truth.types.ts'
import { plainWorld } from '../../simulator/src/truth/worlds.ts'

export interface KnownTracks {
  vehicles: number
  startMs: number
  days: number
  seed: number
}

const dayMs = 86_400_000
const intervalSeconds = 30

/** A location every 30 s, with ignition; also while the vehicle is parked. */
export function driveVehicles({ vehicles, startMs, days, seed }: KnownTracks): TruthLocation[][] {
  const world = plainWorld(intervalSeconds, 'present')
  return Array.from(
    { length: vehicles },
    (_, vehicle) => driveTruth(world, seed * 1_009 + vehicle, startMs, days).locations,
  )
}

/** Where the track of a device begins: devices that follow one vehicle are hours apart. */
export function firstIndexOf(track: readonly TruthLocation[], device: number): number {
  const fromMs = track[0]!.atMs + ((device * 7_919_000) % dayMs)
  return track.findIndex(({ atMs }) => atMs >= fromMs)
}

/** For a fleet of trackers that report in turn. It continues after what was reported before. */
export function trackersAlong(
  { reportsBefore, ...tracks }: KnownTracks & { reportsBefore: number[] },
  trackers: number,
  locationsPerReport: number,
): (index: number) => Iterator<Location> {
  const vehicles = driveVehicles(tracks)
  return (index) => {
    const track = vehicles[index % vehicles.length]!
    const turns = reportsBefore.reduce((sum, reports) => sum + Math.ceil((reports - index) / trackers), 0)
    return locationsOf(track.slice(firstIndexOf(track, index) + turns * locationsPerReport))
  }
}

function* locationsOf(track: TruthLocation[]): Generator<Location> {
  for (const one of track) {
    yield {
      fixedAt: new Date(one.atMs),
      latitude: one.latitude ?? 0,
      longitude: one.longitude ?? 0,
      altitudeM: 600,
      speedKmh: one.speedKmh ?? 0,
      courseDeg: 0,
      satellites: 9,
      valid: true,
      ignition: one.ignition ?? false,
      alarms: [],
      attributes: {},
    }
  }
}
