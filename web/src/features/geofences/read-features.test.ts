import { expect, test } from 'vitest'
import { readFeatures, readGeoJson } from './read-features.ts'

const ring = [
  [0, 0, 120],
  [1, 0, 121],
  [1, 1, 122],
  [0, 0, 120],
]
const flat = ring.map((position) => position.slice(0, 2))
const feature = (geometry: unknown, properties: object = {}) => ({ type: 'Feature', geometry, properties })
const only = (geometry: unknown, properties?: object) => readFeatures(feature(geometry, properties))[0]

test('reads a file that the API exported', () => {
  const [circle] = readFeatures({
    type: 'FeatureCollection',
    features: [
      feature(
        { type: 'Point', coordinates: [2, 41] },
        {
          name: 'Depot',
          description: 'North gate',
          type: 'circle',
          radius: 250,
          color: '#d9480f',
          tags: { city: 'BCN' },
        },
      ),
    ],
  })
  expect(circle).toEqual({
    name: 'Depot',
    description: 'North gate',
    tags: { city: 'BCN' },
    color: '#d9480f',
    shape: { geometry: { type: 'Point', coordinates: [2, 41] }, radiusM: 250 },
  })
})

test('drops heights, and a radius of a polygon', () => {
  expect(only({ type: 'Polygon', coordinates: [ring] }, { radius: 5 })?.shape).toEqual({
    geometry: { type: 'Polygon', coordinates: [flat] },
    radiusM: null,
  })
})

test('points and lines without a radius need one', () => {
  expect(only({ type: 'Point', coordinates: [2, 41, 7] })?.shape).toEqual({
    geometry: { type: 'Point', coordinates: [2, 41] },
    radiusM: null,
  })
  expect(only({ type: 'LineString', coordinates: flat }, { radius: 'wide' })?.shape?.radiusM).toBeNull()
})

test('unwraps a collection of one geometry; polygons of a collection become one area', () => {
  expect(only({ type: 'MultiPoint', coordinates: [[2, 41]] })?.shape?.geometry.type).toBe('Point')
  expect(only({ type: 'MultiLineString', coordinates: [flat] })?.shape?.geometry.type).toBe('LineString')
  const area = { type: 'Polygon', coordinates: [ring] }
  expect(only({ type: 'GeometryCollection', geometries: [area, area] })?.shape?.geometry).toEqual({
    type: 'MultiPolygon',
    coordinates: [[flat], [flat]],
  })
})

test.each([
  [null, 'noGeometry'],
  [{ type: 'Polygon', coordinates: [] }, 'noGeometry'],
  [{ type: 'Sphere', coordinates: [1, 2] }, 'noGeometry'],
  [{ type: 'GeometryCollection', geometries: [] }, 'noGeometry'],
  [
    {
      type: 'MultiPoint',
      coordinates: [
        [2, 41],
        [3, 41],
      ],
    },
    'severalPoints',
  ],
  [{ type: 'MultiLineString', coordinates: [flat, flat] }, 'severalLines'],
  [
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', coordinates: [ring] },
        { type: 'Point', coordinates: [2, 41] },
      ],
    },
    'mixed',
  ],
  [{ type: 'LineString', coordinates: Array.from({ length: 10_001 }, () => [1, 2]) }, 'tooManyPositions'],
])('a feature with %o is not usable: %s', (geometry, reason) => {
  expect(only(geometry)).toMatchObject({ reason })
  expect(only(geometry)?.shape).toBeUndefined()
})

test('numbers repeated names, and accepts a number as name', () => {
  const point = { type: 'Point', coordinates: [2, 41] }
  const names = readFeatures({
    type: 'FeatureCollection',
    features: [{ title: 'Port' }, { name: 'Port' }, { NAME: 7 }, {}, {}].map((one) => feature(point, one)),
  }).map(({ name }) => name)
  expect(names).toEqual(['Port', 'Port (2)', '7', '', ''])
})

test.each(['', 'kml', '[]', '{}', '{"type":"Topology"}'])('%j is no GeoJSON', (text) => {
  expect(() => readGeoJson(text)).toThrow(SyntaxError)
})
