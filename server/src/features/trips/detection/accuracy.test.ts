import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import { driveTruth } from '../../../../../simulator/src/truth/truth.ts'
import { parked, plainWorld } from '../../../../../simulator/src/truth/worlds.ts'
import { detectTrips, measureAccuracy } from '../../../../test/trips/accuracy.ts'
import { bars, parkedWorlds } from '../../../../test/trips/accuracy-bars.ts'

/** Of the full lane, on a busy machine. */
const timeout = 1_800_000

test.each(Object.entries(bars))('%s', { timeout }, (_, bar) => {
  const { world, settings = {}, weeks, recall, precision, distance, tripDistance } = bar
  // A passage takes days: a fifteenth of the weeks would have some fifty, of which three decide.
  const isWhole = isFullLane || world.life === 'passages'
  const devices = isWhole ? weeks : Math.ceil(weeks / 15)
  const accuracy = measureAccuracy(world, { devices, days: 7, seed: laneSeed, settings })
  expect(accuracy.trips).toBeGreaterThan(devices * (world.life === 'passages' ? 4 : 15))
  expect(accuracy.recall).toBeGreaterThanOrEqual(recall)
  expect(accuracy.precision).toBeGreaterThanOrEqual(precision)
  if (distance !== undefined) expect(Math.abs(accuracy.distanceError)).toBeLessThanOrEqual(distance)
  if (tripDistance !== undefined) expect(accuracy.tripErrorP95).toBeLessThanOrEqual(tripDistance)
})

const parkedDays = isFullLane ? 5_000 : 300
/** Of what is this rare, another seed would measure luck: 24,000 days between high buildings had 1 trip and 16 km. */
const parkedSeed = 1

test.each(Object.entries(parkedWorlds))('parked, %s', { timeout }, (_, world) => {
  const days = 10
  const options = { devices: parkedDays / days, days, seed: parkedSeed }
  const accuracy = measureAccuracy(parked(world), options)
  expect(accuracy.locations).toBeGreaterThan(parkedDays * 1_000)
  expect(accuracy.found).toBeLessThanOrEqual(parkedDays / 1_000)
  expect(accuracy.kilometres).toBeLessThanOrEqual(parkedDays / 1_000)
})

const plain = plainWorld(30, 'present')
/** A jump at the end would leave the end out. */
const withoutJumps = { ...plain, reception: { ...plain.reception, jumpShare: 0 } }

test('the odometer of a device is exact', { timeout }, () => {
  for (let device = 0; device < (isFullLane ? 100 : 5); device += 1) {
    const truth = driveTruth(withoutJumps, laneSeed * 977 + device, Date.UTC(2026, 2, 2), 7)
    const { metres } = detectTrips(truth.locations, { odometer: 'device' })
    const usable = truth.locations.filter(({ latitude }) => latitude !== null)
    expect(Math.round(metres)).toBe(usable.at(-1)!.mileageM - usable[0]!.mileageM)
  }
})
