// Compares the shapes in memory with PostGIS.

import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { box, circle, corridor, indexOf, longLeg, polygon, runs, star } from '../../../test/shapes.ts'
import { createTestDatabase, dropDatabase } from '../../../test/world.ts'
import type { Geometry, Point } from './geofence.types.ts'

let superuser: pg.Client
let database: string
beforeAll(async () => {
  const made = await createTestDatabase()
  superuser = made.superuser
  database = made.database
})
afterAll(() => dropDatabase(superuser, database))

/** By PostGIS: whether the polygon contains each point on the plane, and metres to its border. */
async function asPolygon(geometry: Geometry, points: Point[], size: number) {
  const { rows } = await superuser.query<{ contains: boolean; metres: number }>(
    `with area as materialized (select st_geomfromgeojson($1) as plane),
     border as materialized (
       select st_segmentize(st_boundary(plane), $4::float8)::geography as line from area)
     select st_covers(plane, st_point(x, y, 4326)) or st_covers(plane, st_point(x + 360, y, 4326))
         or st_covers(plane, st_point(x - 360, y, 4326)) as holds,
       st_distance(line, st_point(x, y, 4326)::geography) as metres
     from area, border, unnest($2::float8[], $3::float8[]) with ordinality as p (x, y, n) order by n`,
    [
      JSON.stringify(geometry),
      points.map((coordinates) => coordinates.longitude),
      points.map((coordinates) => coordinates.latitude),
      Math.min(0.05, size / 20),
    ],
  )
  return rows
}

async function asLine(geometry: Geometry, points: Point[]): Promise<number[]> {
  const { rows } = await superuser.query<{ metres: number }>(
    `with line as materialized (select st_geomfromgeojson($1)::geography as line)
     select st_distance(line, st_point(x, y, 4326)::geography) as metres
     from line, unnest($2::float8[], $3::float8[]) with ordinality as p (x, y, n) order by n`,
    [JSON.stringify(geometry), points.map((p) => p.longitude), points.map((p) => p.latitude)],
  )
  return rows.map(({ metres }) => metres)
}

const isNear = (metres: number, wanted: number, of = wanted) =>
  Math.abs(metres - wanted) <= Math.max(1, Math.abs(of) * 0.005)

describe('like PostGIS', () => {
  test('a polygon contains the same points at the same distances', () =>
    fc.assert(
      fc.asyncProperty(star, async ({ geometry, plane, points, size }) => {
        const index = indexOf(geometry)
        const wanted = await asPolygon(plane, points, size)
        for (const [at, coordinates] of points.entries()) {
          const { contains, metres } = wanted[at]!
          if (metres > 0.01)
            expect([coordinates, index.at(coordinates)]).toEqual([coordinates, contains ? [7] : []])
          const distance = index.distanceM(7, coordinates)!
          expect([coordinates, distance, isNear(distance, contains ? -metres : metres)]).toEqual([
            coordinates,
            distance,
            true,
          ])
        }
      }),
      runs,
    ))

  test('a circle contains the same points at the same distances', () =>
    fc.assert(
      fc.asyncProperty(circle, async ({ geometry, radiusM, points }) => {
        const index = indexOf(geometry, radiusM)
        const wanted = await asLine(geometry, points)
        for (const [at, coordinates] of points.entries()) {
          const metres = wanted[at]!
          if (!isNear(metres, radiusM))
            expect([coordinates, index.at(coordinates)]).toEqual([coordinates, metres < radiusM ? [7] : []])
          const distance = index.distanceM(7, coordinates)!
          expect([coordinates, distance, isNear(distance, metres - radiusM, metres)]).toEqual([
            coordinates,
            distance,
            true,
          ])
        }
      }),
      runs,
    ))

  test.each([
    ['corridor', corridor],
    ['corridor of one long leg', longLeg],
  ] as const)('a %s contains the same points at the same distances', (_name, lines) =>
    fc.assert(
      fc.asyncProperty(lines as typeof corridor, async ({ geometry, radiusM, points }) => {
        const index = indexOf(geometry, radiusM)
        const wanted = await asLine(geometry, points)
        for (const [at, coordinates] of points.entries()) {
          const metres = wanted[at]!
          if (!isNear(metres, radiusM))
            expect([coordinates, index.at(coordinates)]).toEqual([coordinates, metres < radiusM ? [7] : []])
          const distance = index.distanceM(7, coordinates)!
          expect([coordinates, distance, isNear(distance, metres - radiusM, metres)]).toEqual([
            coordinates,
            distance,
            true,
          ])
        }
      }),
      runs,
    ),
  )
})

describe('the border of a polygon', () => {
  test('is not where it is split at the antimeridian', () => {
    const whole = indexOf(polygon(box(170, 0, 190, 10)))
    const halves = indexOf({
      type: 'MultiPolygon',
      coordinates: [[box(170, 0, 180, 10)], [[...box(-180, -0, -170, 10)].reverse()]],
    })
    for (const longitude of [171, 179.999, 180, -180, -179.999, -150]) {
      for (const latitude of [-2, 1, 5, 9.5]) {
        const coordinates = { longitude, latitude }
        expect(halves.distanceM(7, coordinates)).toBeCloseTo(whole.distanceM(7, coordinates)!, 3)
      }
    }
  })

  test('is where only one of the halves reaches', () => {
    const index = indexOf({
      type: 'MultiPolygon',
      coordinates: [[box(170, 0, 180, 10)], [box(-180, 0, -170, 4)]],
    })
    expect(index.distanceM(7, { longitude: 179.99, latitude: 2 })).toBeCloseTo(-221_149, -2)
    expect(index.distanceM(7, { longitude: 179.99, latitude: 8 })).toBeCloseTo(-1_103, -1)
  })

  test.each([
    ['as one box', polygon(box(-180, 60, 180, 90))],
    ['from 0 to 360', polygon(box(0, 60, 360, 90))],
    [
      'along the pole in one step, with a ring of many',
      polygon([
        [-180, 60],
        [-90, 60],
        [0, 60],
        [90, 60],
        [180, 60],
        [180, 90],
        [-180, 90],
        [-180, 60],
      ]),
    ],
  ])('around a pole is its parallel, written %s', (_name, geometry) => {
    const index = indexOf(geometry)
    for (const longitude of [-180, -179.99, -90, 0, 33, 180]) {
      expect([longitude, index.at({ longitude, latitude: 60.1 })]).toEqual([longitude, [7]])
      expect([longitude, index.at({ longitude, latitude: 90 })]).toEqual([longitude, [7]])
      expect([longitude, index.at({ longitude, latitude: 59.9 })]).toEqual([longitude, []])
      // Degrees of latitude are 111.4 to 111.7 km long there.
      expect(index.distanceM(7, { longitude, latitude: 61 })! / -111_420).toBeCloseTo(1, 2)
      expect(index.distanceM(7, { longitude, latitude: 88 })! / (28 * -111_600)).toBeCloseTo(1, 2)
      expect(index.distanceM(7, { longitude, latitude: 59 })! / 111_410).toBeCloseTo(1, 2)
    }
  })
})
