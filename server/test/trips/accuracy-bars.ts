// How accurate the detector must be, and in which worlds.

import type { World } from '../../../simulator/src/truth/truth.types.ts'
import {
  plainWorld,
  satelliteWorld,
  troubledWorld,
  turnReportingWorld,
  urbanWorld,
} from '../../../simulator/src/truth/worlds.ts'
import type { TripSettings } from '../../src/features/trips/detection/settings.ts'
import { profiles } from '../../src/features/trips/detection/settings.ts'

export interface Bar {
  world: World
  settings?: Partial<TripSettings>
  /** Device-weeks; all of them together are 1,000. */
  weeks: number
  recall: number
  precision: number
  distance?: number
  /** Of one trip, p95. */
  tripDistance?: number
  /**
   * The same, where no detector reaches it: reports by the interval cut corners, also without any error of the receiver.
   * The bench shows by how much.
   */
  missedTripDistance?: number
}

/** Section 8 of the design of trips. */
export const bars: Record<string, Bar> = {
  'plain, 30 s, with ignition': {
    ...{ world: plainWorld(30, 'present'), weeks: 150, recall: 0.99, precision: 0.99 },
    ...{ distance: 0.005, missedTripDistance: 0.02 },
  },
  'plain, 30 s, without ignition': {
    ...{ world: plainWorld(30, 'absent'), weeks: 150, recall: 0.99, precision: 0.99 },
    ...{ distance: 0.005, missedTripDistance: 0.02 },
  },
  'plain, 30 s, reporting turns': {
    ...{ world: turnReportingWorld(30), weeks: 100, recall: 0.99, precision: 0.99 },
    ...{ distance: 0.005, tripDistance: 0.02 },
  },
  'jams, yards, ferries, tunnels, garages and flickering ignition, 30 s': {
    ...{ world: troubledWorld(30), weeks: 200, recall: 0.97, precision: 0.97 },
  },
  'plain, 120 s': {
    ...{ world: plainWorld(120, 'absent'), weeks: 100, recall: 0.96, precision: 0.97 },
    ...{ distance: 0.025, missedTripDistance: 0.06 },
  },
  'plain, 120 s, reporting turns': {
    ...{ world: turnReportingWorld(120), weeks: 50, recall: 0.96, precision: 0.97 },
    ...{ distance: 0.025, tripDistance: 0.06 },
  },
  'urban noise, 60 s': { world: urbanWorld(60), weeks: 150, recall: 0.97, precision: 0.98 },
  'satellite passages, 1 h': {
    ...{ world: satelliteWorld(), settings: profiles.satellite, weeks: 100, recall: 0.95, precision: 0.95 },
  },
}

/** Without driving. A thousand device-days may have one false trip, and one kilometre. */
export const parkedWorlds: Record<string, World> = {
  'open sky, 30 s': plainWorld(30, 'present'),
  'open sky, 30 s, without ignition': plainWorld(30, 'absent'),
  'between high buildings, 60 s': urbanWorld(60),
}
