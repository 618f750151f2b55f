// The worlds in which the detector is measured.

import type { Random } from '../random.ts'
import type { Reception, Surroundings, TrackerHabits, World } from './truth.types.ts'

const openSky: Reception = {
  driftM: 4,
  driftSeconds: 300,
  multipathPerHour: 0,
  multipathM: [0, 0],
  multipathSeconds: [0, 0],
  jumpShare: 1 / 5_000,
  falseSpeedShare: 0.01,
}

const streets: Reception = {
  driftM: 15,
  driftSeconds: 120,
  multipathPerHour: 0.5,
  multipathM: [40, 140],
  multipathSeconds: [20, 150],
  jumpShare: 1 / 2_000,
  falseSpeedShare: 0.03,
}

const emptyRoads: Surroundings = {
  jamShare: 0,
  tunnelShare: 0,
  garageShare: 0,
  yardShare: 0,
  ferryShare: 0,
}

const trouble: Surroundings = {
  jamShare: 0.25,
  tunnelShare: 0.15,
  garageShare: 0.2,
  yardShare: 0.2,
  ferryShare: 0.03,
}

const heartbeats = [null, null, null, 300, 600, 1_800, 3_600]
const coveredHabits = ['silent', 'withoutCoordinates', 'repeats'] as const

type Ignition = TrackerHabits['ignition']

const steady =
  (intervalSeconds: number, ignition: Ignition) =>
  (random: Random): TrackerHabits => ({
    intervalSeconds,
    turnDegrees: null,
    ignition,
    heartbeatSeconds: null,
    covered: random.pick(coveredHabits),
    hasAccuracy: random.next() < 0.5,
    lostShare: 0.002,
  })

/** Nothing but roads and lights. */
export function plainWorld(intervalSeconds: number, ignition: Ignition): World {
  const habitsOf = steady(intervalSeconds, ignition)
  return { reception: openSky, surroundings: emptyRoads, habitsOf, life: 'deliveries' }
}

/** Trackers for vehicles report turns too by default; 30 degrees is a coarse setting. */
export function turnReportingWorld(intervalSeconds: number): World {
  const habitsOf = (random: Random) => ({ ...steady(intervalSeconds, 'absent')(random), turnDegrees: 30 })
  return { ...plainWorld(intervalSeconds, 'absent'), habitsOf }
}

/** Jams, tunnels, garages, yards and ferries; flickering ignition; trackers that sleep. */
export function troubledWorld(intervalSeconds: number): World {
  const habitsOf = (random: Random): TrackerHabits => ({
    ...steady(intervalSeconds, random.pick(['present', 'absent', 'flickering', 'flickering']))(random),
    heartbeatSeconds: random.pick(heartbeats),
  })
  return { reception: openSky, surroundings: trouble, habitsOf, life: 'deliveries' }
}

/** Between high buildings. */
export function urbanWorld(intervalSeconds: number): World {
  const habitsOf = (random: Random) =>
    steady(intervalSeconds, random.pick(['present', 'absent', 'flickering']))(random)
  return { reception: streets, surroundings: emptyRoads, habitsOf, life: 'deliveries' }
}

/** One report an hour, over long distances. */
export function satelliteWorld(intervalSeconds = 3_600): World {
  const habitsOf = (random: Random): TrackerHabits => ({
    ...steady(intervalSeconds, 'absent')(random),
    lostShare: 0.01,
  })
  return { reception: { ...openSky, driftM: 20 }, surroundings: emptyRoads, habitsOf, life: 'passages' }
}

/** A world without driving. */
export function parked(world: World): World {
  return { ...world, life: 'parked' }
}
