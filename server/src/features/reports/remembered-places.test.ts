import { expect, test } from 'vitest'
import type { NamePlace } from '../places/place.api.ts'
import { rememberPlaces } from './remembered-places.ts'

test('a place is named once, and never by another one of the same latitude', () => {
  let asked = 0
  const namePlace = (latitude: number, longitude: number) => {
    asked += 1
    return { name: `${latitude} ${longitude}` }
  }
  const remembered = rememberPlaces(namePlace as unknown as NamePlace)
  const names = [
    [40, -3],
    [40, -3],
    [40, 2],
    [40, -3],
  ].map(([latitude, longitude]) => remembered(latitude!, longitude!).name)
  expect(names).toEqual(['40 -3', '40 -3', '40 2', '40 -3'])
  expect(asked).toBe(3)
})

test('what is kept has a bound', () => {
  let asked = 0
  const remembered = rememberPlaces(((latitude: number) => {
    asked += 1
    return { name: String(latitude) }
  }) as unknown as NamePlace)
  for (let latitude = 0; latitude < 10_000; latitude += 1) remembered(latitude / 1_000, 0)
  remembered(0, 0)
  expect(asked).toBe(10_001)
})
