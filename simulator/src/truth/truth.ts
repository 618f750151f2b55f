// Drives a vehicle for days, and returns its true trips with what its tracker reported. The same seed gives the same
// truth. It shares no code with the detector that is measured by it.

import type { Random } from '../random.ts'
import { createRandom } from '../random.ts'
import { deliverFor, passFor } from './itinerary.ts'
import { createReceiver } from './receiver.ts'
import { createTracker } from './tracker.ts'
import type { TrackerHabits, TrueTrip, Truth, World } from './truth.types.ts'
import { createVehicle } from './vehicle.ts'

const dayS = 86_400

export interface DrivenTruth extends Truth {
  habits: TrackerHabits
}

export function driveTruth(world: World, seed: number, startMs: number, days: number): DrivenTruth {
  // Each has numbers of its own, so that another tracker in the same vehicle sees the same drives.
  const [road, sky, device] = [seed, seed + 0x1_0000, seed + 0x2_0000].map((one) =>
    createRandom(Math.imul(one, 0x9e37_79b1)),
  ) as [Random, Random, Random]
  const habits = world.habitsOf(device)
  const tracker = createTracker(habits, createReceiver(world.reception, sky), device)
  const home = { latitude: road.between(-40, 55), longitude: road.between(-180, 180) }
  const vehicle = createVehicle({ ...home, atMs: startMs }, tracker)
  const trips: TrueTrip[] = []
  const driver = { vehicle, random: road, surroundings: world.surroundings, trips, isInGarage: false }
  if (world.life === 'deliveries') deliverFor(driver, days)
  else if (world.life === 'passages') passFor(driver, days)
  else vehicle.stand(days * dayS)
  return { trips, locations: tracker.locations, metres: vehicle.motion.metres, habits }
}
