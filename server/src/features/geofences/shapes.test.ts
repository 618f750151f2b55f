// The shapes in memory against PostGIS, on shapes and places that chance makes: small and large, at poles and antimeridian.

import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, dropDatabase } from '../../../test/world.ts'
import type { Geometry, Point, Position, StoredShape } from './geofence.types.ts'
import { createGeofenceIndex } from './geofence-index.service.ts'
import { directed, newPlace, radians, wrapped } from './globe.service.ts'

let superuser: pg.Client
let database: string
beforeAll(async () => {
  const made = await createTestDatabase()
  superuser = made.superuser
  database = made.database
})
afterAll(() => dropDatabase(superuser, database))

// Without looking for the smallest case: that can take as long as an hour.
const runs = { numRuns: 40, endOnFailure: true }
const unit = fc.double({ min: 0, max: 1, noNaN: true })
/** From a few metres to some thousand kilometres, every order of size as often as the others. */
const sizeDeg = fc.double({ min: -4, max: 1.2, noNaN: true }).map((power) => 10 ** power)
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -180.5, max: -179.5, noNaN: true }),
  fc.double({ min: 179.5, max: 180.5, noNaN: true }),
)
const latitude = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const around = fc.array(fc.tuple(unit, unit), { minLength: 30, maxLength: 30 })

const polygon = (...coordinates: Position[][]): Geometry => ({ type: 'Polygon', coordinates })
const shape = (geometry: Geometry, radiusM: number | null = null): StoredShape => ({
  number: 7,
  kind: geometry.type === 'Point' ? 'circle' : geometry.type === 'LineString' ? 'corridor' : 'polygon',
  geometry,
  radiusM,
})
const indexOf = (geometry: Geometry, radiusM: number | null = null) =>
  createGeofenceIndex([shape(geometry, radiusM)])
const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

/** A ring around a middle that never crosses itself, its hole, and places in and around it. */
const star = fc
  .record({
    middle: fc.tuple(longitude, latitude(70)),
    size: sizeDeg,
    reaches: fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), {
      minLength: 3,
      maxLength: 60,
      size: 'max',
    }),
    hasHole: fc.boolean(),
    isStepped: fc.boolean(),
    around,
  })
  .map(({ middle: [x, y], size, reaches, hasHole, isStepped, around }) => {
    const ring = (scale: number, isStepped: boolean) => {
      const positions = reaches.map((reach, index) => {
        const angle = (index / reaches.length) * 2 * Math.PI
        return [x + Math.cos(angle) * reach * size * scale, y + Math.sin(angle) * reach * size * scale]
      })
      const closed = [...positions, positions[0]!]
      return isStepped ? closed.map(([lon, lat]) => [wrapped(lon!), lat!]) : closed
    }
    const places = around.map(([right, up]) => ({
      longitude: wrapped(x + (right * 4 - 2) * size),
      latitude: Math.max(-90, Math.min(90, y + (up * 4 - 2) * size)),
    }))
    const drawn = (isStepped: boolean) =>
      polygon(...(hasHole ? [ring(1, isStepped), ring(0.4, isStepped)] : [ring(1, isStepped)]))
    return { geometry: drawn(isStepped), plane: drawn(false), places, size }
  })

const circle = fc
  .record({
    middle: fc.tuple(longitude.map(wrapped), fc.oneof(latitude(90), fc.constantFrom(-90, 90, 89.99))),
    size: sizeDeg,
    around,
  })
  .map(({ middle: [x, y], size, around }) => ({
    geometry: { type: 'Point', coordinates: [x, y] } as Geometry,
    radiusM: Math.max(1, size * 111_000),
    places: placesAround(x, y, size * 2, around),
    size,
  }))

const corridor = fc
  .record({
    start: fc.tuple(longitude.map(wrapped), latitude(85)),
    size: sizeDeg,
    steps: fc.array(fc.tuple(unit, unit), { minLength: 1, maxLength: 40 }),
    width: fc.double({ min: 0.01, max: 1, noNaN: true }),
    around,
  })
  .map(({ start, size, steps, width, around }) => {
    const line: Position[] = [start]
    for (const [right, up] of steps) {
      const [x, y] = line.at(-1)! as [number, number]
      const next = Math.max(-89, Math.min(89, y + (up - 0.5) * size))
      line.push([wrapped(x + (right - 0.3) * size), next])
    }
    const places = around.flatMap(([right, up], index) => {
      const [x, y] = line[index % line.length]! as [number, number]
      return placesAround(x, y, size, [[right, up]])
    })
    const geometry: Geometry = { type: 'LineString', coordinates: line }
    return { geometry, radiusM: Math.max(1, size * width * 50_000), places, size }
  })
  .filter(({ geometry }) =>
    (geometry.coordinates as Position[]).every(
      ([x, y], index, line) => index === 0 || x !== line[index - 1]![0] || y !== line[index - 1]![1],
    ),
  )

/** A single leg between any two places, and places near to the great circle between them. */
const longLeg = fc
  .record({
    ends: fc.tuple(longitude.map(wrapped), latitude(89), longitude.map(wrapped), latitude(89)),
    radiusM: fc.double({ min: 1_000, max: 1_000_000, noNaN: true }),
    around,
  })
  .map(({ ends: [x1, y1, x2, y2], radiusM, around }) => {
    const [a, b] = [directed(newPlace(y1, x1)), directed(newPlace(y2, x2))]
    const angle = Math.acos(Math.max(-1, Math.min(1, a.x * b.x + a.y * b.y + a.z * b.z)))
    const places = around.map(([part, off]) => {
      const [p, q] = [Math.sin((1 - part) * angle), Math.sin(part * angle)]
      const [x, y, z] = [p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z]
      const latitude = Math.atan2(z, Math.hypot(x, y)) / radians + (off - 0.5) * (radiusM / 40_000)
      return { longitude: Math.atan2(y, x) / radians, latitude: Math.max(-90, Math.min(90, latitude)) }
    })
    const coordinates = [
      [x1, y1],
      [x2, y2],
    ]
    return { geometry: { type: 'LineString', coordinates } as Geometry, radiusM, places, angle }
  })
  .filter(({ angle }) => angle > 0.01 && angle < 3)

function placesAround(x: number, y: number, size: number, around: [number, number][]): Point[] {
  // Nearer to a pole the same distance is more degrees.
  const wide = Math.min(180, size / Math.max(0.001, Math.cos((y * Math.PI) / 180)))
  return around.map(([right, up]) => ({
    longitude: wrapped(x + (right * 2 - 1) * wide),
    latitude: Math.max(-90, Math.min(90, y + (up * 2 - 1) * size)),
  }))
}

/** By PostGIS: whether the polygon holds each place on the plane, and metres to its border. */
async function asPolygon(geometry: Geometry, places: Point[], size: number) {
  const { rows } = await superuser.query<{ holds: boolean; metres: number }>(
    `with area as materialized (select st_geomfromgeojson($1) as plane),
     border as materialized (
       select st_segmentize(st_boundary(plane), $4::float8)::geography as line from area)
     select st_covers(plane, st_point(x, y, 4326)) or st_covers(plane, st_point(x + 360, y, 4326))
         or st_covers(plane, st_point(x - 360, y, 4326)) as holds,
       st_distance(line, st_point(x, y, 4326)::geography) as metres
     from area, border, unnest($2::float8[], $3::float8[]) with ordinality as p (x, y, n) order by n`,
    [
      JSON.stringify(geometry),
      places.map((place) => place.longitude),
      places.map((place) => place.latitude),
      Math.min(0.05, size / 20),
    ],
  )
  return rows
}

async function asLine(geometry: Geometry, places: Point[]): Promise<number[]> {
  const { rows } = await superuser.query<{ metres: number }>(
    `with line as materialized (select st_geomfromgeojson($1)::geography as line)
     select st_distance(line, st_point(x, y, 4326)::geography) as metres
     from line, unnest($2::float8[], $3::float8[]) with ordinality as p (x, y, n) order by n`,
    [JSON.stringify(geometry), places.map((p) => p.longitude), places.map((p) => p.latitude)],
  )
  return rows.map(({ metres }) => metres)
}

const isNear = (metres: number, wanted: number, of = wanted) =>
  Math.abs(metres - wanted) <= Math.max(1, Math.abs(of) * 0.005)

describe('as PostGIS says', () => {
  test('a polygon holds the same places, and its border is as far', () =>
    fc.assert(
      fc.asyncProperty(star, async ({ geometry, plane, places, size }) => {
        const index = indexOf(geometry)
        const wanted = await asPolygon(plane, places, size)
        for (const [at, place] of places.entries()) {
          const { holds, metres } = wanted[at]!
          if (metres > 0.01) expect([place, index.at(place)]).toEqual([place, holds ? [7] : []])
          const distance = index.distanceM(7, place)!
          expect([place, distance, isNear(distance, holds ? -metres : metres)]).toEqual([
            place,
            distance,
            true,
          ])
        }
      }),
      runs,
    ))

  test('a circle holds the same places, and its border is as far', () =>
    fc.assert(
      fc.asyncProperty(circle, async ({ geometry, radiusM, places }) => {
        const index = indexOf(geometry, radiusM)
        const wanted = await asLine(geometry, places)
        for (const [at, place] of places.entries()) {
          const metres = wanted[at]!
          if (!isNear(metres, radiusM))
            expect([place, index.at(place)]).toEqual([place, metres < radiusM ? [7] : []])
          const distance = index.distanceM(7, place)!
          expect([place, distance, isNear(distance, metres - radiusM, metres)]).toEqual([
            place,
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
  ] as const)('a %s holds the same places, and its border is as far', (_says, lines) =>
    fc.assert(
      fc.asyncProperty(lines as typeof corridor, async ({ geometry, radiusM, places }) => {
        const index = indexOf(geometry, radiusM)
        const wanted = await asLine(geometry, places)
        for (const [at, place] of places.entries()) {
          const metres = wanted[at]!
          if (!isNear(metres, radiusM))
            expect([place, index.at(place)]).toEqual([place, metres < radiusM ? [7] : []])
          const distance = index.distanceM(7, place)!
          expect([place, distance, isNear(distance, metres - radiusM, metres)]).toEqual([
            place,
            distance,
            true,
          ])
        }
      }),
      runs,
    ),
  )
})

describe('a way', () => {
  const samples = 1_000
  const partOf = (from: Point, to: Point, part: number): Point => {
    const right = to.longitude - from.longitude
    const short = right - 360 * Math.round(right / 360)
    return {
      latitude: from.latitude + (to.latitude - from.latitude) * part,
      longitude: wrapped(from.longitude + short * part),
    }
  }

  test.each([
    ['polygons', star.map((one) => ({ ...one, radiusM: null }))],
    ['circles', circle],
    ['corridors', corridor],
  ] as const)('comes into %s, and goes out of them, where a walk along it does', (_says, shapes) => {
    fc.assert(
      fc.property(shapes as typeof circle, ({ geometry, radiusM, places }) => {
        const index = indexOf(geometry, radiusM)
        for (let at = 1; at < 8; at += 1) {
          const [from, to] = [places[at - 1]!, places[at]!]
          // Half around the earth both ways are as short.
          if (Math.abs(Math.abs(from.longitude - to.longitude) - 180) < 20) continue
          const inside: number[] = []
          for (let step = 0; step <= samples; step += 1) {
            if (index.at(partOf(from, to, step / samples)).length > 0) inside.push(step / samples)
          }
          const [touched] = index.along(from, to)
          if (inside.length > 0) {
            expect([from, to, touched !== undefined]).toEqual([from, to, true])
            expect(touched!.entersAt).toBeLessThanOrEqual(inside[0]! + 1e-6)
            expect(touched!.leavesAt).toBeGreaterThanOrEqual(inside.at(-1)! - 1e-6)
          }
          if (!touched) continue
          expect(touched.entersAt).toBeLessThanOrEqual(touched.leavesAt)
          const lengthM =
            indexOf({ type: 'Point', coordinates: [to.longitude, to.latitude] }, 1).distanceM(7, from)! + 1
          for (const part of [touched.entersAt, touched.leavesAt]) {
            const off = index.distanceM(7, partOf(from, to, part))!
            const atEnd = part === 0 || part === 1
            expect([from, to, part, off, off < Math.max(1, lengthM / 1_000)]).toEqual([
              from,
              to,
              part,
              off,
              true,
            ])
            if (!atEnd) expect([part, off, off > -Math.max(1, lengthM / 1_000)]).toEqual([part, off, true])
          }
        }
      }),
      runs,
    )
  })

  test('passes through with both ends outside', () => {
    const index = indexOf(polygon(box(10, 0, 20, 10)))
    expect(index.along({ longitude: 0, latitude: 5 }, { longitude: 40, latitude: 5 })).toEqual([
      { number: 7, entersAt: 0.25, leavesAt: 0.5 },
    ])
    expect(index.along({ longitude: 0, latitude: 15 }, { longitude: 40, latitude: 15 })).toEqual([])
  })

  test.each([
    ['stepping', polygon(box(175, 0, -175, 10))],
    ['beyond 180', polygon(box(175, 0, 185, 10))],
    ['below -180', polygon(box(-185, 0, -175, 10))],
    ['cut', { type: 'MultiPolygon', coordinates: [[box(175, 0, 180, 10)], [box(-180, 0, -175, 10)]] }],
  ] as [string, Geometry][])('crosses an area at the antimeridian, written %s', (_says, geometry) => {
    const index = indexOf(geometry)
    const east = index.along({ longitude: 170, latitude: 5 }, { longitude: -170, latitude: 5 })
    expect(east).toEqual([{ number: 7, entersAt: 0.25, leavesAt: 0.75 }])
    const west = index.along({ longitude: -179, latitude: 5 }, { longitude: 171, latitude: 5 })
    expect(west).toEqual([{ number: 7, entersAt: 0, leavesAt: 0.6 }])
    expect(index.along({ longitude: -170, latitude: 5 }, { longitude: 0, latitude: 5 })).toEqual([])
    for (const longitude of [175, 180, -180, -175, 179, -179]) {
      expect([longitude, index.at({ longitude, latitude: 5 })]).toEqual([longitude, [7]])
    }
    expect(index.at({ longitude: 174.9, latitude: 5 })).toEqual([])
  })

  test('that stands still is in what it stands in', () => {
    const index = indexOf(polygon(box(0, 0, 1, 1)))
    const place = { longitude: 0.5, latitude: 0.5 }
    expect(index.along(place, place)).toEqual([{ number: 7, entersAt: 0, leavesAt: 1 }])
  })
})

describe('the border of a polygon', () => {
  test('is not where it was cut at the antimeridian', () => {
    const whole = indexOf(polygon(box(170, 0, 190, 10)))
    const halves = indexOf({
      type: 'MultiPolygon',
      coordinates: [[box(170, 0, 180, 10)], [[...box(-180, -0, -170, 10)].reverse()]],
    })
    for (const longitude of [171, 179.999, 180, -180, -179.999, -150]) {
      for (const latitude of [-2, 1, 5, 9.5]) {
        const place = { longitude, latitude }
        expect(halves.distanceM(7, place)).toBeCloseTo(whole.distanceM(7, place)!, 3)
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
  ])('around a pole is its parallel, written %s', (_says, geometry) => {
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

test('what is not there has no distance, and an empty index holds nothing', () => {
  const index = createGeofenceIndex([])
  const place = { longitude: 0, latitude: 0 }
  expect([index.at(place), index.along(place, place), index.distanceM(1, place)]).toEqual([[], [], undefined])
  expect(indexOf(polygon(box(0, 0, 1, 1))).at({ longitude: Number.NaN, latitude: 0 })).toEqual([])
})

test('10,000 geofences are asked more than 100,000 times a second', () => {
  // Evenly spread: what fast-check makes gathers at the edges.
  const chance = Array.from({ length: 10_000 }, () => [Math.random(), Math.random()] as const)
  const fences = chance.map(([right, up], index): StoredShape => {
    const [x, y] = [right * 10, 40 + up * 10]
    const ring = Array.from({ length: 13 }, (_, at) => {
      const angle = ((at % 12) / 12) * 2 * Math.PI
      return [x + Math.cos(angle) * 0.01 * (1 + (at % 3) / 3), y + Math.sin(angle) * 0.01]
    })
    ring[12] = ring[0]!
    const number = index + 1
    if (index % 3 === 0) return { ...shape(polygon(ring)), number }
    if (index % 3 === 1) return { ...shape({ type: 'Point', coordinates: [x, y] }, 1_000), number }
    return { ...shape({ type: 'LineString', coordinates: ring.slice(0, 6) }, 200), number }
  })
  const index = createGeofenceIndex(fences)
  const places = chance.map(([right, up]) => ({ longitude: up * 10, latitude: 40 + right * 10 }))
  const rate = measure(places, (place) => index.at(place).length)
  const within = measure(
    chance.map(([right, up]) => ({ longitude: right * 10, latitude: 40 + up * 10 })),
    (place) => index.at(place).length,
  )
  const coast = indexOf(
    polygon(
      Array.from({ length: 10_000 }, (_, at) => {
        const angle = ((at % 9_999) / 9_999) * 2 * Math.PI
        const reach = 5 + Math.sin(angle * 500)
        return [5 + Math.cos(angle) * reach, 45 + Math.sin(angle) * reach]
      }),
    ),
  )
  const large = measure(places, (place) => coast.at(place).length)
  const far = measure(places.slice(0, 1_000), (place) => coast.distanceM(7, place)!, 1)
  process.stdout.write(
    `at: ${rate} questions/s anywhere, ${within} in the midst of a geofence; of one with 10,000 positions ${large}, its border ${far}\n`,
  )
  expect(rate).toBeGreaterThan(100_000)
  expect(within).toBeGreaterThan(50_000)
  expect(large).toBeGreaterThan(100_000)
})

/** By the time of the processor, so that others on the machine do not count. */
function measure(places: Point[], ask: (place: Point) => number, rounds = 20): number {
  let sum = 0
  for (const place of places) sum += ask(place)
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) for (const place of places) sum += ask(place)
  const { user, system } = process.cpuUsage(before)
  expect(Number.isFinite(sum)).toBe(true)
  return Math.round((places.length * rounds) / ((user + system) / 1e6))
}
