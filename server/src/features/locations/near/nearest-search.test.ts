// The search on locations in memory, compared with the distance to each of them.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullLane, laneSeed } from '../../../../../scripts/lane.ts'
import type { SquareReader } from './nearest-search.ts'
import { metresFrom, searchNearest } from './nearest-search.ts'
import type { Point } from './squares.ts'
import { metresTo, numbersOf, quartersOf, squareOf, wholeEarth } from './squares.ts'

const runs = { numRuns: isFullLane ? 2_000 : 200, seed: laneSeed }
const angle = (max: number) =>
  fc.oneof(
    fc.double({ min: -max, max, noNaN: true }),
    fc.constantFrom(-max, max, 0),
    fc.double({ min: max - 0.01, max, noNaN: true }),
  )
const point: fc.Arbitrary<Point> = fc
  .record({ latitude: angle(90), longitude: angle(180) })
  .map(({ latitude, longitude }) => ({
    latitude: Math.round(latitude * 1e7) / 1e7,
    longitude: Math.round(longitude * 1e7) / 1e7,
  }))

const e7 = ({ latitude, longitude }: Point) => ({
  latitudeE7: Math.round(latitude * 1e7),
  longitudeE7: Math.round(longitude * 1e7),
})

/** As the statement reads them, with a count of all. */
function readerOf(points: Point[], around: Point, limit: number, isInScope = (_index: number) => true) {
  const metres = metresFrom(around)
  const stored = points
    .map((one, index) => ({ ...e7(one), deviceNumber: index, number: squareOf(one) }))
    .sort((one, other) => one.number - other.number)
  const work = { rounds: 0, examined: 0 }
  const read: SquareReader = async (ranges) => {
    work.rounds += 1
    return ranges.flatMap(({ first, last, maxRows }, index) => {
      const all = stored.filter(({ number }) => number >= first && number <= last)
      const rows = all.slice(0, maxRows ?? all.length)
      work.examined += rows.length
      return rows
        .map((row) => ({
          ...row,
          ordinal: index + 1,
          isInScope: isInScope(row.deviceNumber),
        }))
        .filter((row) => row.isInScope || maxRows !== null)
        .sort((one, other) => metres(one) - metres(other))
        .slice(0, maxRows ?? limit)
    })
  }
  return { read, work }
}

function nearestOf(points: Point[], around: Point, radiusM: number, limit: number): number[] {
  const metres = metresFrom(around)
  return points
    .map((one) => metres(e7(one)))
    .filter((distanceM) => distanceM <= radiusM)
    .sort((one, other) => one - other)
    .slice(0, limit)
}

test('finds what a comparison with every location finds', async () => {
  const spread = fc.constantFrom(0.001, 0.05, 1, 5)
  await fc.assert(
    fc.asyncProperty(
      point,
      spread,
      fc.array(
        fc.tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.double({ min: -1, max: 1, noNaN: true })),
        {
          maxLength: 600,
        },
      ),
      fc.constantFrom(50, 5_000, 100_000, 500_000),
      fc.integer({ min: 1, max: 100 }),
      async (around, degrees, offsets, radiusM, limit) => {
        const points = offsets.map(([north, east]) => ({
          latitude: Math.max(-90, Math.min(90, around.latitude + north * degrees)),
          longitude: ((around.longitude + east * degrees + 540) % 360) - 180,
        }))
        const { read } = readerOf(points, around, limit)
        const found = await searchNearest(read, around, { radiusM, limit })
        expect(found!.map(({ distanceM }) => distanceM)).toEqual(nearestOf(points, around, radiusM, limit))
      },
    ),
    runs,
  )
})

test('a square is never farther than its locations, and its numbers are those of its quarters', () => {
  fc.assert(
    fc.property(
      point,
      point,
      fc.integer({ min: 0, max: 15 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (around, other, depth, share) => {
        const location = {
          latitude: around.latitude + share ** 4 * (other.latitude - around.latitude),
          longitude: around.longitude + share ** 4 * (other.longitude - around.longitude),
        }
        let square = wholeEarth
        for (let level = 0; level < depth; level += 1) {
          const number = squareOf(location)
          const quarters = quartersOf(square)
          expect(quarters.map((quarter) => numbersOf(quarter).first)).toEqual(
            [0, 1, 2, 3].map((index) => numbersOf(square).first + index * 4 ** (square.level - 1)),
          )
          square = quarters.find((quarter) => {
            const { first, last } = numbersOf(quarter)
            return number >= first && number <= last
          })!
          // Distances are exact up to 5,000 km.
          const distanceM = metresFrom(around)(e7(location))
          if (distanceM < 5_000_000) expect(metresTo(square, around)).toBeLessThanOrEqual(distanceM + 1e-3)
        }
      },
    ),
    runs,
  )
})

/** A city of 100,000 devices within 5 km. */
const city = (() => {
  const points: Point[] = []
  for (let index = 0; index < 100_000; index += 1) {
    const radius = 0.045 * Math.sqrt(((index * 0.754_877_67) % 1) + index / 1e9)
    points.push({
      latitude: 41.4 + radius * Math.sin(index * 2.399_963),
      longitude: 2.17 + 1.33 * radius * Math.cos(index * 2.399_963),
    })
  }
  return points
})()

test('a dense city costs little, inside and beside it', async () => {
  for (const around of [
    { latitude: 41.4, longitude: 2.17 },
    { latitude: 41.403, longitude: 2.1734 },
    { latitude: 41.4, longitude: 2.6 },
    { latitude: 40, longitude: 2.17 },
  ]) {
    const { read, work } = readerOf(city, around, 20)
    const found = await searchNearest(read, around, { radiusM: 500_000, limit: 20 })
    expect(found!.map(({ distanceM }) => distanceM)).toEqual(nearestOf(city, around, 500_000, 20))
    expect(work.examined).toBeLessThan(12_000)
    expect(work.rounds).toBeLessThan(20)
  }
})

test('an empty region takes few statements', async () => {
  for (const around of [
    { latitude: 41.4, longitude: 2.17 },
    { latitude: 90, longitude: 0 },
    { latitude: -16.8, longitude: 180 },
  ]) {
    const { read, work } = readerOf([], around, 20)
    expect(await searchNearest(read, around, { radiusM: 500_000, limit: 20 })).toEqual([])
    expect(work.rounds).toBeLessThan(8)
  }
})

test('gives up where few of many locations are in the scope', async () => {
  const around = { latitude: 41.4, longitude: 2.17 }
  const { read, work } = readerOf(city, around, 20, (index) => index === 99_999)
  expect(await searchNearest(read, around, { radiusM: 500_000, limit: 20 })).toBeUndefined()
  expect(work.examined).toBeLessThan(60_000)
})
