import { expect, test } from 'vitest'
import { boundsOf, placesOf } from './found-places.ts'

const found = (location: Record<string, unknown>) => ({ identifier: 'a', isKnown: true, location })

test('the map shows the locations with coordinates, and all of them', () => {
  const places = placesOf([
    found({ latitude: -23.5, longitude: -46.6 }),
    found({ battery: 50 }),
    found({ latitude: 41.5, longitude: 0 }),
  ])
  expect(places.map(({ latitude }) => latitude)).toEqual([-23.5, 41.5])
  expect(boundsOf(places)).toEqual({ west: -46.6, east: 0, south: -23.5, north: 41.5 })
})

test('without coordinates there is no map', () => {
  expect(boundsOf(placesOf([found({})]))).toBe(undefined)
})
