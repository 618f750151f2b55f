import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account()
})
afterAll(() => world.close())

const post = (body: unknown) => world.call('POST', '/api/geofences', { token: account.token, body })
let last = 0
const named = (fields: object) => {
  last += 1
  return { name: `Area ${last}`, ...fields }
}
const polygon = (...rings: number[][][]) => ({ geometry: { type: 'Polygon', coordinates: rings } })
const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const square = polygon(box(2.1, 41.3, 2.3, 41.5))
const circle = { geometry: { type: 'Point', coordinates: [2.2, 41.4] }, radius: 500 }
const line = (...coordinates: number[][]) => ({ geometry: { type: 'LineString', coordinates }, radius: 200 })

describe('rejects a shape with a clear message', () => {
  const bowTie = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 0],
  ]
  test.each([
    [
      'that crosses itself',
      polygon(bowTie),
      /geometry is not a valid area: the border crosses itself at longitude 1, latitude 1/,
    ],
    [
      'that crosses itself beyond the antimeridian',
      polygon(bowTie.map(([x = 0, y = 0]) => [x + 179.5, y])),
      /crosses itself at longitude -179\.5, latitude 1/,
    ],
    [
      'whose hole lies outside',
      polygon(box(0, 0, 1, 1), box(5, 5, 6, 6)),
      /a hole lies outside of the area at longitude/,
    ],
    [
      'whose parts overlap',
      { geometry: { type: 'MultiPolygon', coordinates: [[box(0, 0, 2, 2)], [box(1, 1, 3, 3)]] } },
      /the border crosses itself at longitude/,
    ],
    ['that is not closed', polygon(box(0, 0, 1, 1).slice(0, 4)), /coordinates\.0 is not closed/],
    [
      'of three positions',
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
      /must have at least 4 positions; it has 3/,
    ],
    [
      'without an area',
      polygon([
        [0, 0],
        [1, 1],
        [2, 2],
        [0, 0],
      ]),
      /coordinates\.0 has no area/,
    ],
    [
      'with a latitude of 91',
      polygon(box(0, 80, 1, 91)),
      /0\.2\.1 is not a latitude: 91 is beyond 90 degrees/,
    ],
    ['with a longitude of 361', polygon(box(355, 0, 361, 1)), /0\.1\.0 is not a longitude: 361/],
    [
      'a circle at longitude 181',
      { geometry: { type: 'Point', coordinates: [181, 0] }, radius: 5 },
      /is not a longitude/,
    ],
    [
      'a corridor of length zero',
      line([1, 1], [1, 1], [2, 2]),
      /coordinates\.1 is the same as the previous position/,
    ],
    ['a corridor of one position', line([1, 1]), /must have at least 2 positions/],
    ['a corridor between antipodes', line([10, 10], [-170, -10]), /opposite the previous position/],
    [
      'with texts instead of numbers',
      polygon(box(0, 0, 1, 1).map(String) as never),
      /must be \[longitude, latitude\]/,
    ],
    ['with numbers instead of rings', polygon([0, 1, 2, 3] as never), /0\.0 must be \[longitude, latitude\]/],
    ['without rings', polygon(), /must be a list of rings/],
    [
      'that encloses a pole without touching it',
      polygon([
        [0, 60],
        [90, 60],
        [180, 60],
        [-90, 60],
        [0, 60],
      ]),
      /encloses a pole without touching it: it must run along latitude 90/,
    ],
    [
      'with 10,001 positions',
      polygon(
        Array.from({ length: 10_001 }, (_, at) => [
          Math.cos((at % 10_000) / 1_591.55),
          Math.sin((at % 10_000) / 1_591.55),
        ]),
      ),
      /10000/,
    ],
  ])('one %s', async (_name, fields, words) => {
    const { status, body } = await post(named(fields))
    expect([status, body.error]).toEqual([400, expect.stringMatching(words)])
    expect(['geofences.invalid_shape', 'body.invalid']).toContain(body.code)
    expect(body.details.length).toBeGreaterThan(0)
  })

  test('with all its faults', async () => {
    const { body } = await post(named(polygon(box(0, 95, 400, 99), box(0, 0, 1, 1).slice(2))))
    expect(body.code).toBe('geofences.invalid_shape')
    expect(body.details.map((fault: { path: string }) => fault.path)).toEqual([
      'geometry.coordinates.0.0.1',
      'geometry.coordinates.0.1.0',
      'geometry.coordinates.0.1.1',
      'geometry.coordinates.0.2.0',
      'geometry.coordinates.0.2.1',
      'geometry.coordinates.0.3.1',
      'geometry.coordinates.0.4.1',
      'geometry.coordinates.1',
    ])
  })

  test.each([
    ['a circle without a radius', { geometry: circle.geometry }, 'radius'],
    ['a circle with a radius of 0', { ...circle, radius: 0 }, 'radius'],
    ['a polygon with a radius', { ...square, radius: 5 }, 'radius'],
    ['a type that contradicts its geometry', { ...circle, type: 'corridor' }, 'type'],
    [
      'an unknown geometry',
      { geometry: { type: 'GeometryCollection', geometries: [] } },
      'geometry.coordinates',
    ],
  ])('also %s', async (_name, fields, path) => {
    const { status, body } = await post(named(fields))
    expect([status, body.code]).toEqual([400, 'body.invalid'])
    expect(body.details.map((fault: { path: string }) => fault.path)).toContain(path)
  })

  test('with the supported geometries', async () => {
    const fields = { geometry: { type: 'Sphere', coordinates: [] } }
    const { body } = await post(named(fields))
    expect(body.error).toBe('geometry.type must be one of Polygon, MultiPolygon, Point, LineString.')
  })
})

describe('a polygon is accepted', () => {
  test.each([
    [
      'split at the antimeridian',
      { geometry: { type: 'MultiPolygon', coordinates: [[box(170, 0, 180, 5)], [box(-180, 0, -170, 5)]] } },
    ],
    ['continuing beyond 180', polygon(box(170, 0, 190, 5))],
    ['stepping from 170 to -170', polygon(box(170, 0, -170, 5), box(175, 1, -175, 2))],
    ['around the north pole, along latitude 90', polygon(box(-180, 60, 180, 90))],
    [
      'around the south pole, in steps',
      polygon([
        [-180, -60],
        [-180, -90],
        [180, -90],
        [180, -60],
        [90, -65],
        [0, -60],
        [-90, -65],
        [-180, -60],
      ]),
    ],
    ['with a hole', polygon(box(0, 0, 3, 3), box(1, 1, 2, 2))],
    ['with heights', polygon(box(0, 0, 1, 1).map((position) => [...position, 12]))],
    [
      'with 10,000 positions',
      polygon([
        ...Array.from({ length: 9_999 }, (_, at) => [
          Math.cos((at * 2 * Math.PI) / 9_999),
          Math.sin((at * 2 * Math.PI) / 9_999),
        ]),
        [1, 0],
      ]),
    ],
  ])('%s', async (_name, fields) => {
    const { status, body } = await post(named(fields))
    expect([status, body.error]).toEqual([201, undefined])
    expect(body.geometry).toEqual(fields.geometry)
  })
})
