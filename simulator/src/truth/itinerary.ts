// How a vehicle spends its days: what it does is known, and so are its trips.

import type { Random } from '../random.ts'
import { around } from './chance.ts'
import { crawl, driveAlong, ferryAcross } from './driving.ts'
import { planRoad } from './roads.ts'
import type { Surroundings, TrueTrip } from './truth.types.ts'
import type { Vehicle } from './vehicle.ts'

const minuteS = 60
const hourS = 3_600
const dayS = 86_400

export interface Driver {
  vehicle: Vehicle
  random: Random
  surroundings: Surroundings
  trips: TrueTrip[]
  isInGarage: boolean
}

/** Notes what is driven meanwhile as a trip. */
function trip({ vehicle, trips }: Driver, kind: TrueTrip['kind'], go: () => void): void {
  const { atMs: startMs, metres: startM } = vehicle.motion
  go()
  const { atMs: endMs, metres } = vehicle.motion
  trips.push({ kind, startMs, endMs, metres: metres - startM })
}

/** Drives in the morning and the evening, and in between from customer to customer. */
export function deliverFor(driver: Driver, days: number): void {
  const { vehicle, random } = driver
  const firstMs = vehicle.motion.atMs
  for (let day = 0; day < days; day += 1) {
    const startS = around(random, 7.5 * hourS, 0.2, [4 * hourS, 12 * hourS])
    const waitS = day * dayS + startS - (vehicle.motion.atMs - firstMs) / 1_000
    vehicle.stand(Math.max(waitS, 30 * minuteS))
    const isWorkday = random.next() < 0.85
    const drives = isWorkday ? Math.floor(random.between(3, 10)) : Math.floor(random.between(0, 3))
    for (let drive = 0; drive < drives; drive += 1) {
      if (random.next() < driver.surroundings.yardShare) shunt(driver)
      if (random.next() < driver.surroundings.ferryShare) takeFerry(driver)
      // Where no location follows, a trip has no end.
      const isLast = day === days - 1 && drive === drives - 1
      driveToCustomer(driver, isLast ? 0 : driver.surroundings.garageShare)
      if (drive < drives - 1) vehicle.stand(around(random, 25 * minuteS, 0.8, [7 * minuteS, 4 * hourS]))
    }
  }
  const restS = days * dayS - (vehicle.motion.atMs - firstMs) / 1_000
  vehicle.stand(Math.max(hourS, restS))
}

/** In a garage, the first and last metres of a drive are covered. */
function driveToCustomer(driver: Driver, garageShare: number): void {
  const { vehicle, random, surroundings } = driver
  const metres = around(random, 14_000, 0.9, [1_500, 200_000])
  vehicle.setEngine(true)
  vehicle.stand(random.between(5, 60))
  trip(driver, 'drive', () => {
    if (driver.isInGarage) {
      crawl(vehicle, random.between(30, 80), random.between(-2, 2))
      vehicle.setCovered(false)
    }
    driveAlong(vehicle, planRoad(random, metres, surroundings), random)
    driver.isInGarage = random.next() < garageShare
    if (driver.isInGarage) {
      vehicle.setCovered(true)
      crawl(vehicle, random.between(30, 80), random.between(-2, 2))
    }
  })
  vehicle.stand(random.between(2, 30))
  vehicle.setEngine(false)
}

/** Short moves in a yard: to a ramp, to the pump, back to the place. They are no trips. */
function shunt({ vehicle, random, isInGarage }: Driver): void {
  if (isInGarage) return
  const moves = Math.floor(random.between(1, 4))
  for (let move = 0; move < moves; move += 1) {
    vehicle.setEngine(true)
    vehicle.stand(random.between(5, 30))
    crawl(vehicle, random.between(30, 90), random.between(-3, 3))
    vehicle.stand(random.between(2, 20))
    vehicle.setEngine(false)
    vehicle.stand(random.between(7 * minuteS, 20 * minuteS))
  }
}

/** Drives to the port, waits, and is carried across with the engine off. */
function takeFerry(driver: Driver): void {
  const { vehicle, random } = driver
  driveToCustomer(driver, 0)
  vehicle.stand(random.between(10 * minuteS, 30 * minuteS))
  // On board.
  vehicle.setEngine(true)
  vehicle.stand(10)
  crawl(vehicle, random.between(40, 100), random.between(-1, 1))
  vehicle.setEngine(false)
  vehicle.stand(random.between(8 * minuteS, 20 * minuteS))
  const metres = random.between(8_000, 60_000)
  trip(driver, 'ferry', () => ferryAcross(vehicle, metres, random.between(6, 10), random))
  vehicle.stand(random.between(7 * minuteS, 15 * minuteS))
}

/** Hours on the road with short breaks, then hours in one place. */
export function passFor(driver: Driver, days: number): void {
  const { vehicle, random, surroundings } = driver
  const firstMs = vehicle.motion.atMs
  const isOver = () => vehicle.motion.atMs - firstMs >= days * dayS * 1_000
  vehicle.stand(random.between(4, 12) * hourS)
  while (!isOver()) {
    trip(driver, 'passage', () => {
      const parts = Math.floor(random.between(1, 5))
      for (let part = 0; part < parts; part += 1) {
        if (part > 0) vehicle.stand(random.between(10, 45) * minuteS)
        driveAlong(vehicle, planRoad(random, random.between(200_000, 400_000), surroundings), random)
      }
    })
    vehicle.stand(around(random, 12 * hourS, 0.8, [3.5 * hourS, 72 * hourS]))
  }
}
