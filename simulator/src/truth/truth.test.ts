import { describe, expect, test } from 'vitest'
import { driveTruth } from './truth.ts'
import type { World } from './truth.types.ts'
import { parked, plainWorld, satelliteWorld, troubledWorld, urbanWorld } from './worlds.ts'

const startMs = Date.UTC(2026, 2, 2)
const worlds: Record<string, World> = {
  plain: plainWorld(30, 'present'),
  'without ignition': plainWorld(120, 'absent'),
  troubled: troubledWorld(30),
  urban: urbanWorld(60),
  satellite: satelliteWorld(),
}

describe.each(Object.entries(worlds))('%s', (_, world) => {
  const { trips, locations, metres } = driveTruth(world, 3, startMs, 7)

  test('is the same again for a seed, and another for another seed', () => {
    expect(driveTruth(world, 3, startMs, 7)).toEqual({ trips, locations, metres, habits: expect.anything() })
    expect(driveTruth(world, 4, startMs, 7).trips).not.toEqual(trips)
  })

  test('has trips that follow each other, with a stop between them, and that are not faster than a car', () => {
    expect(trips.length).toBeGreaterThan(4)
    for (const [index, trip] of trips.entries()) {
      const seconds = (trip.endMs - trip.startMs) / 1_000
      expect(trip.metres).toBeGreaterThan(1_000)
      expect(trip.metres / seconds).toBeLessThan(40)
      expect(trip.metres / seconds).toBeGreaterThan(1)
      const next = trips[index + 1]
      if (next) expect(next.startMs - trip.endMs).toBeGreaterThanOrEqual(360_000)
    }
    expect(trips.reduce((sum, trip) => sum + trip.metres, 0)).toBeLessThanOrEqual(metres + 1)
  })

  test('reports one location for each instant, in order', () => {
    expect(locations.length).toBeGreaterThan(100)
    for (const [index, { atMs }] of locations.entries()) {
      if (index > 0) expect(atMs).toBeGreaterThan(locations[index - 1]!.atMs)
    }
  })
})

/** Of many vehicles, so that everything happens. */
const fleet = (world: World, devices = 40) =>
  Array.from({ length: devices }, (_, device) => driveTruth(world, device + 1, startMs, 7))

test('a troubled world has ferries, silences on the road, yards, and trackers that sleep', () => {
  const vehicles = fleet(troubledWorld(30))
  expect(vehicles.some(({ trips }) => trips.some(({ kind }) => kind === 'ferry'))).toBe(true)
  const yards = vehicles.filter(
    ({ trips, metres }) => metres - trips.reduce((sum, trip) => sum + trip.metres, 0) > 50,
  )
  expect(yards.length).toBeGreaterThan(10)
  const silences = vehicles.filter(({ trips, locations }) =>
    trips.some(({ startMs: fromMs, endMs }) => {
      const during = locations.filter(
        ({ atMs, latitude }) => atMs > fromMs && atMs < endMs && latitude !== null,
      )
      return during.some(({ atMs }, index) => index > 0 && atMs - during[index - 1]!.atMs > 90_000)
    }),
  )
  expect(silences.length).toBeGreaterThan(5)
  expect(vehicles.some(({ habits }) => habits.heartbeatSeconds !== null)).toBe(true)
  expect(vehicles.some(({ locations }) => locations.some(({ latitude }) => latitude === null))).toBe(true)
})

test('flickering ignition is off during a drive, and on during a stop, for seconds', () => {
  const { locations, trips } = driveTruth(plainWorld(10, 'flickering'), 1, startMs, 7)
  const isDriving = (atMs: number) => trips.some((trip) => atMs > trip.startMs && atMs < trip.endMs)
  expect(locations.some(({ atMs, ignition }) => ignition === false && isDriving(atMs))).toBe(true)
  expect(locations.some(({ atMs, ignition }) => ignition === true && !isDriving(atMs))).toBe(true)
})

test('a parked vehicle goes nowhere, but its receiver drifts and jumps', () => {
  const vehicles = fleet(parked(urbanWorld(60)), 10)
  const farFrom = (one: { latitude: number | null }, home: number) => Math.abs(one.latitude! - home) * 111_000
  const errors = vehicles.flatMap(({ locations, metres, trips }) => {
    expect([metres, trips]).toEqual([0, []])
    const latitudes = locations.map(({ latitude }) => latitude!).sort((a, b) => a - b)
    const home = latitudes[latitudes.length >> 1]!
    return locations.map((one) => farFrom(one, home))
  })
  const share = (metres: number) => errors.filter((error) => error > metres).length / errors.length
  expect(share(5)).toBeGreaterThan(0.3)
  expect(share(60)).toBeLessThan(0.05)
  expect(share(60)).toBeGreaterThan(0.001)
  expect(share(1_500)).toBeGreaterThan(0.0001)
})
